"""Runs passes of programs as forked children, a few at a time, with a time limit; several ranks are several children.

The parent imports PyTorch once, so that a child costs milliseconds. Ranks meet over gloo on the loopback interface
through the usual environment variables.
"""

import itertools
import json
import os
import random
import signal
import socket
import sys
import time
from pathlib import Path

from child import run_child

TIME_LIMIT = 90
HANG_AFTER = 8


# Below the range from which the kernel takes ports for outgoing connections: a rank that calls before rank 0 listens
# could be given the very port it calls, and would then talk to itself.
PORTS = range(20_000, 32_000)


def is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_port():
    return next(port for port in (random.choice(PORTS) for _ in itertools.count()) if is_free(port))


def rank_environments(world_size):
    if world_size == 1:
        return [{}]
    common = {
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(free_port()),
        "WORLD_SIZE": str(world_size),
        "LOCAL_WORLD_SIZE": str(world_size),
        "GLOO_SOCKET_IFNAME": "lo",
    }
    return [dict(common, RANK=str(rank), LOCAL_RANK=str(rank)) for rank in range(world_size)]


class Task:
    """One pass over one program."""

    def __init__(self, program, pass_name, scratch):
        self.program, self.pass_name = program, pass_name
        base = os.path.join(scratch, f"{program.name}.{pass_name}")
        self.outs = [f"{base}.{rank}" for rank in range(program.world_size)]
        self.children = set()
        self.tries = 0

    def start(self):
        self.timed_out = False
        self.tries += 1
        for out in self.outs:
            Path(out + ".json").unlink(missing_ok=True)
        for out, environment in zip(self.outs, rank_environments(self.program.world_size)):
            sys.stdout.flush()
            pid = os.fork()
            if pid == 0:
                run_child(self.program, self.pass_name, out, environment)
            self.children.add(pid)
        self.deadline = time.monotonic() + (HANG_AFTER if self.program.hangs else TIME_LIMIT)

    def finished(self):
        for pid in list(self.children):
            if os.waitpid(pid, os.WNOHANG)[0]:
                self.children.discard(pid)
        if self.children and time.monotonic() > self.deadline:
            self.timed_out = True
            for pid in self.children:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            self.children.clear()
        return not self.children

    @property
    def deserves_another_try(self):
        """Whether its ranks did not come together though nothing in the program hangs: a busy machine does that."""
        return self.timed_out and not self.program.hangs and self.tries < 2

    def ranks(self):
        """For each rank its standard output and what its pass gave; `dead` where it left no result."""
        return [self.read(out) for out in self.outs]

    def read(self, out):
        printed = Path(out + ".out")
        rank = {"stdout": printed.read_text(encoding="utf-8") if printed.exists() else "", "error": None, "dead": True}
        result = Path(out + ".json")
        if result.exists():
            rank.update(json.loads(result.read_text(encoding="utf-8")), dead=False)
        return rank

    def stderr(self):
        return "".join(Path(out + ".err").read_text(encoding="utf-8") for out in self.outs if Path(out + ".err").exists())


def run_tasks(tasks, jobs):
    waiting, live = list(tasks), []
    while waiting or live:
        while waiting and len(live) < jobs:
            task = waiting.pop(0)
            task.start()
            live.append(task)
        ended = [task for task in live if task.finished()]
        live = [task for task in live if task not in ended]
        waiting.extend(task for task in ended if task.deserves_another_try)
        time.sleep(0.01)


def preload(kind):
    """Imports what every program of a kind needs, once, in the parent."""
    import torch._dynamo.convert_frame  # noqa: F401  an optimizer's step imports Dynamo too, for seconds

    if kind == "compile":
        import torch._functorch.aot_autograd  # noqa: F401
    if kind == "shard":
        import torch.distributed.tensor.debug  # noqa: F401
        import torch.distributed.tensor.parallel  # noqa: F401

"""Times PyTorch's own fake tensors on the programs beside it, for `npm run bench` to compare with.

    python test/bench/fake_tensors.py > test/bench/fake_tensors.json

A program runs whole under FakeTensorMode (building the model, forward, backward), once as it is and once with a
dispatch mode that notes operator and shape of every call, as the engine's report does. Processor seconds: of the first
run in a fresh process, and the fastest of three later ones.
"""

import json
import os
import platform
import time

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")


class Rows(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.rows = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        self.rows.append((str(func), tuple(out.shape) if isinstance(out, torch.Tensor) else None))
        return out


def seconds(code, noted):
    start = time.process_time()
    with FakeTensorMode(allow_non_fake_inputs=True):
        if noted:
            with Rows():
                exec(code, {"__name__": "__main__", "print": lambda *a: None})
        else:
            exec(code, {"__name__": "__main__", "print": lambda *a: None})
    torch.set_default_dtype(torch.float32)
    return time.process_time() - start


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        return next((line.split(":")[1].strip() for line in f if line.startswith("model name")), platform.processor())


def measured(file):
    with open(os.path.join(HERE, file), encoding="utf-8") as f:
        code = compile(f.read(), file, "exec")
    first = seconds(code, False)
    plain = min(seconds(code, False) for _ in range(3))
    noted = min(seconds(code, True) for _ in range(3))
    return {"first": round(first, 3), "plain": round(plain, 3), "noted": round(noted, 3)}


def apart(file):
    """In a process of its own: the first run pays for what PyTorch loads late."""
    read, write = os.pipe()
    if os.fork() == 0:
        os.write(write, json.dumps(measured(file)).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as f:
        text = f.read()
    os.wait()
    return json.loads(text)


torch.set_num_threads(1)
rows = {file[:-3]: apart(file) for file in sorted(os.listdir(HERE)) if file.endswith(".py")}
print(json.dumps({"torch": torch.__version__.split("+")[0], "python": platform.python_version(), "machine": processor(), "cores": os.cpu_count(), "seconds": rows}, indent=2))

"""From the raw results of a program's passes to its golden: the comparable fields of report.md and nothing else."""

import re

LOST_PEER = re.compile(r"Connection (closed|reset)|Broken pipe|gloo")


class Refused(Exception):
    """The passes of a program contradict each other: there is no truth to keep."""


def first_error(ranks):
    """The error of the first rank that failed by itself; a rank that only lost its peer did not."""
    errors = [dict(rank["error"], rank=number) for number, rank in enumerate(ranks) if rank["error"]]
    own = [error for error in errors if not LOST_PEER.search(error["message"])]
    error = (own or errors or [None])[0]
    if error is not None and len(ranks) == 1:
        del error["rank"]
    return error


def exit_of(task, ranks, error):
    program = task.program
    if task.timed_out and not program.hangs:
        raise Refused("ran into the time limit\n" + task.stderr())
    if program.hangs:
        if not task.timed_out:
            raise Refused("says `# expect: hang` and ended")
        return "hang"
    if any(rank["dead"] for rank in ranks):
        raise Refused("a process died\n" + task.stderr())
    return "error" if error else "ok"


def operators(task, plain):
    watched = task.ranks()[0]
    if watched["dead"]:
        raise Refused("the ops pass died\n" + task.stderr())
    if (watched["stdout"], watched["error"]) != (plain["stdout"], plain["error"]):
        raise Refused("watching the operators changes what the program does")
    if any(line is None for _, line, _ in watched["ops"]):
        raise Refused("an operator without a line of the program")
    return watched["ops"]


def collectives(task, plain_ranks):
    watched = task.ranks()
    if [rank["stdout"] for rank in watched] != [rank["stdout"] for rank in plain_ranks]:
        raise Refused("counting collectives changes what the program does")
    return watched[0].get("collectives", {})


def make_golden(program, tasks, torch_version):
    """`tasks`: pass name to finished task."""
    main = tasks[program.main_pass]
    ranks = main.ranks()
    error = first_error(ranks)
    status = exit_of(main, ranks, error)
    golden = {
        "name": program.name,
        "torch": torch_version.split("+")[0],
        "worldSize": program.world_size,
        "exit": status,
        "stdout": [rank["stdout"] for rank in ranks] if program.world_size > 1 else ranks[0]["stdout"],
        "error": None if status == "hang" else error,
        "ops": None,
        "frames": None,
        "collectives": None,
    }
    if "ops" in tasks:
        golden["ops"] = operators(tasks["ops"], ranks[0])
    if "frames" in tasks:
        golden["frames"] = ranks[0]["frames"]
        golden["libraryBreaks"] = ranks[0]["libraryBreaks"]
    if "comm" in tasks and status != "hang":
        golden["collectives"] = collectives(tasks["comm"], ranks)
    return golden

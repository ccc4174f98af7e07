"""Runs programs under their passes on this process's PyTorch and writes raw goldens (unpacked) into a directory.

    python collect.py OUT PROGRAM.py …

main.py starts it twice: with reference numerics and with the machine's own vector kernels. These are fixed when PyTorch
is first used, hence a process each.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

from golden import Refused, make_golden
from program import PREFIXES, read_program
from runner import Task, preload, run_tasks


def collect(programs, out):
    import torch

    jobs = max(1, (os.cpu_count() or 2) - 1)
    with tempfile.TemporaryDirectory(prefix="golden-") as scratch:
        for kind in PREFIXES:
            chosen = [program for program in programs if program.kind == kind]
            if not chosen:
                continue
            preload(kind)
            tasks = {program: {name: Task(program, name, scratch) for name in program.passes} for program in chosen}
            run_tasks([task for row in tasks.values() for task in row.values()], 1 if kind == "shard" else jobs)
            for program in chosen:
                try:
                    result = make_golden(program, tasks[program], torch.__version__)
                except Refused as reason:
                    result = {"refused": str(reason)}
                Path(out, program.name + ".json").write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    collect([read_program(path) for path in sys.argv[2:]], sys.argv[1])

"""What a program's own text says about it: kind, number of ranks, expectations.

The kind decides which passes run (report.md compares different fields for each). It is the prefix of the name, else
what the text uses, as in the project's yardstick.
"""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

PREFIXES = ("eager", "lang", "compile", "shard")
PASSES = {"eager": ("plain", "ops"), "lang": ("plain", "ops"), "compile": ("frames",), "shard": ("plain", "comm")}


@dataclass(frozen=True)
class Program:
    name: str
    path: str
    source: str
    kind: str
    world_size: int
    hangs: bool
    needs_device: bool
    rows: bool

    @property
    def passes(self):
        return PASSES[self.kind] if self.rows else PASSES[self.kind][:1]

    @property
    def main_pass(self):
        """The pass whose standard output and error stand in the golden."""
        return self.passes[0]


def kind_of(name, source):
    prefix = name.split("_")[0]
    if prefix in PREFIXES:
        return prefix
    if "init_process_group" in source or "init_device_mesh" in source:
        return "shard"
    return "compile" if "torch.compile" in source else "eager"


def read_program(path):
    path = Path(path).resolve()
    source = path.read_text(encoding="utf-8")
    ranks = re.search(r"^# world-size: (\d+)", source, re.M)
    return Program(
        name=path.stem,
        path=str(path),
        source=source,
        kind=kind_of(path.stem, source),
        world_size=int(ranks.group(1)) if ranks else 1,
        hangs=re.search(r"^# expect: hang", source, re.M) is not None,
        needs_device=re.search(r"^# device: neuron", source, re.M) is not None,
        rows=re.search(r"^# rows: none", source, re.M) is None,
    )


def def_lines(source):
    """First line of each function (decorators included) to the line of its `def`: code objects know only the first."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # told when the program is run
        return {}
    lines = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            decorators = getattr(node, "decorator_list", [])
            lines[min([d.lineno for d in decorators], default=node.lineno)] = node.lineno
    return lines

"""Runs expressions.txt on real PyTorch: operator rows, text of the value, or the exception. Writes expressions.json.

    python test/unit/torch/generate.py         (Python 3.11 with torch 2.13.0)
"""
import os
os.environ.setdefault("ATEN_CPU_CAPABILITY", "default")
os.environ.setdefault("MKL_CBWR", "COMPATIBLE")
import json
import re
import warnings
import torch
from torch.utils._python_dispatch import TorchDispatchMode

HERE = os.path.dirname(os.path.abspath(__file__))
warnings.simplefilter("ignore")
PRELUDE = """
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
x = torch.arange(24.).view(2, 3, 4)
m = x > 5
i = torch.tensor([0, 1])
z = torch.tensor(1)
g = torch.ones(3, requires_grad=True)
s = torch.tensor(2.5)
"""


class Trace(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.rows = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.namespace == "aten":
            self.rows.append(str(func))
        return func(*args, **(kwargs or {}))


def one(code):
    env = {}
    exec(PRELUDE, env)
    trace = Trace()
    row = {"code": code}
    try:
        try:
            compiled = compile(code, "<e>", "eval")
        except SyntaxError:
            compiled = compile(code, "<e>", "exec")
            row["statement"] = True
        with trace:
            value = eval(compiled, env)
        row["out"] = repr(value)
        if re.search(r"0x[0-9a-f]{6,}", row["out"]):
            del row["out"]
    except Exception as e:
        row["error"] = f"{type(e).__name__}: {e}"
    row["rows"] = trace.rows
    return row


codes = [l for l in open(os.path.join(HERE, "expressions.txt")).read().split("\n") if l and not l.startswith("#")]
with open(os.path.join(HERE, "expressions.json"), "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(one(c)) for c in codes) + "\n]\n")
print(len(codes))

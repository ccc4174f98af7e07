"""Checkpoints: whole modules, places to load to, versions; and devices that are not here."""
import importlib
import os
import pickle
import tempfile
from importlib.metadata import PackageNotFoundError, version

import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 1)


os.chdir(tempfile.mkdtemp())
torch.manual_seed(0)
torch.save(Net(), "net.pt")
torch.save({"epoch": 2, "net": torch.nn.Sequential(torch.nn.Linear(1, 1))}, "both.pt")
for name, only in (("net.pt", None), ("both.pt", None), ("both.pt", True)):
    try:
        torch.load(name, weights_only=only)
    except pickle.UnpicklingError as e:
        print(type(e), e)
print(torch.load("net.pt", weights_only=False), torch.load("both.pt", weights_only=False)["epoch"])
torch.save({"w": torch.ones(2)}, "w.pt")
for place in (lambda storage, loc: storage, torch.device("cpu"), {"cuda:0": "cpu"}, "cpu", None):
    print(torch.load("w.pt", map_location=place))
print(importlib.import_module("math").sqrt(4.0), version("torch").split("+")[0])
try:
    version("nothing-of-that-name")
except PackageNotFoundError as e:
    print(e)
x = torch.ones(2)
for move in (lambda: x.cuda(1), lambda: x.cuda(), lambda: x.cuda(0), lambda: x.to("cuda:1"), lambda: torch.nn.Linear(1, 1).cuda(0), lambda: x.cuda("cuda:0")):
    try:
        move()
    except (RuntimeError, AssertionError) as e:
        print(type(e).__name__, e)

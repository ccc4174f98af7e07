# Modules that their package lacks, and packages that are none.
import torch


def said(load):
    try:
        load()
    except ModuleNotFoundError as e:
        print(e, "|", e.name)


def one():
    import torch.nosuch


def two():
    from torch.nosuch.a import x


def three():
    import torch.nn.functional.foo


def four():
    import json.foo


def five():
    import os.foo


for load in (one, two, three, four, five):
    said(load)
print(torch.ones(1))

# Modules of a package that are there, imported from it as names.
from torch.utils import cpp_extension, model_zoo
from torch.utils.data import _utils

print("imported")
try:
    from torch.utils import nosuch
except ImportError as e:
    print(str(e).split(" (")[0])

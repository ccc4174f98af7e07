# copy.deepcopy of a tensor is not traced; clone() is.
import copy
import torch


@torch.compile(dynamic=False)
def twice(x):
    y = x * 2
    z = copy.deepcopy(y)
    return z + 1


print(twice(torch.ones(3)))

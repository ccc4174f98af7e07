# Two torch.compile calls on one function share its compiled code.
import torch


def f(x):
    return x * 2


first = torch.compile(f, dynamic=False)
second = torch.compile(f, dynamic=False)
print(first(torch.ones(2)))
print(second(torch.ones(2)))
print(second(torch.ones(3)))

# After a public report: https://github.com/pytorch/pytorch/issues/198102
# An overlapping view changed in place: eager and compiled differ.
import torch


def f(x):
    v = x.unfold(1, 1, 5)
    v.add_(v)
    return x


def make():
    return torch.arange(1.0, 25.0).reshape(4, 6)


print(f(make()))
print(torch.compile(f, dynamic=False)(make()))

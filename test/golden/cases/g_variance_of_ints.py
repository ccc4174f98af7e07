# The variance of integers: the operator traces and fails when the graph runs; with the mean it fails while tracing.
import torch


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


@torch.compile
def deviation(x):
    return x.std()


@torch.compile
def variance(x):
    return torch.var(x + 1, 0)


@torch.compile
def both(x):
    return torch.var_mean(x, 0)


@torch.compile
def average(x):
    return x.mean()


for f in (deviation, variance, both, average):
    attempt(f, torch.arange(4))
for f in (torch.var, torch.std, torch.var_mean, torch.std_mean):
    attempt(f, torch.arange(4))

import torch


def gen(x):
    for i in range(3):
        yield (x * i)


@torch.compile(dynamic=False)
def f(x):
    t = 0
    for v in gen(x):
        t = t + v
    return (t, [a for a in gen(x)][1], {k: v for k, v in zip('ab', gen(x))})


print(f(torch.ones(2)))

import torch


def make(k):
    @torch.compile(dynamic=False)
    def f(x):
        return x * k

    return f


x = torch.arange(3.0)
f2 = make(2)
f3 = make(3)
print(f2(x), f3(x), f2(x))

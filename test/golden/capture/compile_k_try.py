import torch


@torch.compile(dynamic=False)
def f(x, d):
    try:
        k = d["k"]
    except KeyError:
        k = 3
    return x * k


x = torch.ones(2)
print(f(x, {}))
print(f(x, {"k": 5}))

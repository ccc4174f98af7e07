import torch


@torch.compile(dynamic=False)
def f(x, n, flag, mode):
    y = x * n
    if flag:
        y = y + 1
    if mode == "neg":
        y = -y
    return y


x = torch.arange(3.0)
print(f(x, 2, True, "neg"))
print(f(x, 3, True, "neg"))
print(f(x, 2, False, "neg"))
print(f(x, 2, False, "pos"))
print(f(x, 2.0, False, "pos"))
print(f(x, 2, None, "pos"))

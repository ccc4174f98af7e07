import torch


@torch.compile(dynamic=False)
def f(x, flag):
    if flag:
        return x + 1
    return x - 1


x = torch.ones(2)
print(f(x, torch.tensor(True)))
print(f(x, torch.tensor(False)))

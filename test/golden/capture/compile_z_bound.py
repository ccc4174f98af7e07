import torch


@torch.compile(dynamic=False)
def f(x, log):
    y = x * 2
    log.append(y.sum().item())
    return y + 1


log = []
for i in range(3):
    f(torch.ones(2), log)
print(log)

import torch


@torch.compile(dynamic=False)
def f(x, k):
    try:
        if k > 1:
            raise ValueError('k')
        y = x + k
    except ValueError as e:
        y = x - k
    finally:
        y = y * 2
    return y


print(f(torch.ones(2), 1), f(torch.ones(2), 2))

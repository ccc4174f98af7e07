# What operators ask about sizes that became dynamic: bounds from slices, indices, views, factories.
import torch


@torch.compile(dynamic=True)
def f_a16(x):
    return x.reshape(-1, 2).sum(1) + x.shape[0]
print(f_a16(torch.ones(4)))
print(f_a16(torch.ones(6)))
print(f_a16(torch.ones(2)))


@torch.compile
def f_b27(x):
    if x.shape[0] % 2 == 0:
        return x.view(-1, 2).sum(1)
    return x
print(f_b27(torch.ones(4)))
print(f_b27(torch.ones(6)))
print(f_b27(torch.ones(8)))
print(f_b27(torch.ones(7)))


@torch.compile
def f_b29(x, n):
    return x[:n].sum() + n
print(f_b29(torch.ones(8), 2))
print(f_b29(torch.ones(8), 3))
print(f_b29(torch.ones(8), 5))
print(f_b29(torch.ones(8), 0))
print(f_b29(torch.ones(8), -1))


@torch.compile
def f_c08(x):
    return x[1:] * 2
print(f_c08(torch.ones(4)))
print(f_c08(torch.ones(5)))
print(f_c08(torch.ones(2)))
print(f_c08(torch.ones(3)))


@torch.compile
def f_c09(x):
    return x[:-1] - x[1:]
print(f_c09(torch.ones(2, 4)))
print(f_c09(torch.ones(5, 4)))
print(f_c09(torch.ones(3, 4)))
print(f_c09(torch.ones(2, 4)))


@torch.compile
def f_c10(x, n):
    return x[n:] * 2
print(f_c10(torch.ones(8), 3))
print(f_c10(torch.ones(8), 4))
print(f_c10(torch.ones(8), 7))
print(f_c10(torch.ones(8), 8))


@torch.compile
def f_c11(x, n):
    return torch.arange(n) + x
print(f_c11(torch.ones(1), 3))
print(f_c11(torch.ones(1), 4))
print(f_c11(torch.ones(1), 2))
print(f_c11(torch.ones(1), 1))


@torch.compile
def f_c12(x, n):
    return x[n] * 2
print(f_c12(torch.ones(8), 3))
print(f_c12(torch.ones(8), 4))
print(f_c12(torch.ones(8), 2))
print(f_c12(torch.ones(8), -1))
print(f_c12(torch.ones(8), 0))


@torch.compile
def f_c13(x):
    return x[-1], x[:, -1], x.select(0, 1)
print(f_c13(torch.ones(3, 3)))
print(f_c13(torch.ones(4, 3)))
print(f_c13(torch.ones(2, 3)))


@torch.compile
def f_c14(x, n):
    return torch.zeros(n, 3) + x
print(f_c14(torch.ones(1), 3))
print(f_c14(torch.ones(1), 4))
print(f_c14(torch.ones(1), 2))
print(f_c14(torch.ones(1), 1))


@torch.compile
def f_c16(x):
    return x.view(2, -1).sum(0)
print(f_c16(torch.ones(4)))
print(f_c16(torch.ones(6)))
print(f_c16(torch.ones(2)))


@torch.compile(dynamic=True)
def f_c25(x):
    if x.shape[0] % 2 == 0:
        return x + 1
    return x
print(f_c25(torch.ones(4)))
print(f_c25(torch.ones(3)))


@torch.compile(dynamic=True)
def f_c26(x):
    n = x.shape[0]
    return x
print(f_c26(torch.ones(4)))

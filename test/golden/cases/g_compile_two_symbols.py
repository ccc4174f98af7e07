# Guards that compare two sizes or numbers.
import torch


@torch.compile
def f_a19(x, y):
    if x.shape[0] > y.shape[0]:
        return x.sum() + 1
    return y.sum() - 1
print(f_a19(torch.ones(4), torch.ones(3)))
print(f_a19(torch.ones(5), torch.ones(2)))
print(f_a19(torch.ones(2), torch.ones(6)))
print(f_a19(torch.ones(7), torch.ones(6)))


@torch.compile
def f_c04(x, y):
    if x.shape[0] < y.shape[0]:
        return x.sum() + 1
    return y.sum() - 1
print(f_c04(torch.ones(4), torch.ones(3)))
print(f_c04(torch.ones(5), torch.ones(2)))
print(f_c04(torch.ones(2), torch.ones(6)))
print(f_c04(torch.ones(7), torch.ones(6)))


@torch.compile
def f_c05(a, b):
    if b.shape[0] >= a.shape[0]:
        return a.sum() + 1
    return b.sum() - 1
print(f_c05(torch.ones(4), torch.ones(3)))
print(f_c05(torch.ones(5), torch.ones(2)))
print(f_c05(torch.ones(2), torch.ones(6)))


@torch.compile
def f_c06(a, n):
    if n > a.shape[0]:
        return a.sum() + 1
    return a.sum() - n
print(f_c06(torch.ones(4), 3))
print(f_c06(torch.ones(5), 2))
print(f_c06(torch.ones(2), 6))


@torch.compile
def f_c07(a, b):
    if a.shape[0] == b.shape[0]:
        return a.sum() + b.sum()
    return b.sum() - 1
print(f_c07(torch.ones(4), torch.ones(3)))
print(f_c07(torch.ones(5), torch.ones(2)))
print(f_c07(torch.ones(6), torch.ones(6)))
print(f_c07(torch.ones(7), torch.ones(7)))
print(f_c07(torch.ones(7), torch.ones(2)))


@deco if False else torch.compile
def f_b66(x, flag=True, *, gain=1.0):
    if flag and gain > 0.5:
        return x * gain
    return x
print(f_b66(torch.ones(1)))
print(f_b66(torch.ones(1), gain=2.0))
print(f_b66(torch.ones(1), gain=3.0))
print(f_b66(torch.ones(1), False))


@torch.compile
def f_c17(x, gain=1.0):
    if gain > 0.5:
        return x * gain
    return x - gain
print(f_c17(torch.ones(1)))
print(f_c17(torch.ones(1), 2.0))
print(f_c17(torch.ones(1), 3.0))
print(f_c17(torch.ones(1), 0.25))

# Numbers that became dynamic as text, sorted, as keys of a dictionary.
import torch


@torch.compile
def f_b51(x):
    s = f"{x.shape[0]}-{x.dtype}"
    return x + len(s)
print(f_b51(torch.ones(2)))
print(f_b51(torch.ones(3)))


@torch.compile
def f_b52(x):
    s = str(tuple(x.shape))
    return x + len(s)
print(f_b52(torch.ones(2)))
print(f_b52(torch.ones(3)))


@torch.compile
def f_b64(x, ks):
    for k in sorted(ks):
        x = x * k
    for a, b in zip(ks, reversed(ks)):
        x = x + a * b
    return x, any(k > 2 for k in ks), all(ks), min(ks), max(ks), sum(ks)
print(f_b64(torch.ones(1), [3, 1, 2]))
print(f_b64(torch.ones(1), [3, 1, 4]))


@torch.compile
def f_c31(x, ks):
    return x * sorted(ks)[0] + max(ks)
print(f_c31(torch.ones(1), [3, 1]))
print(f_c31(torch.ones(1), [4, 2]))
print(f_c31(torch.ones(1), [5, 3]))


@torch.compile
def f_c35(x):
    s = f"a{x.shape[0]}b{x.shape[1]}"
    return x + len(s)
print(f_c35(torch.ones(2, 2)))
print(f_c35(torch.ones(3, 2)))
print(f_c35(torch.ones(4, 2)))


@torch.compile
def f_c34(x, n):
    s = f"{n} items"
    return x + len(s)
print(f_c34(torch.ones(2), 2))
print(f_c34(torch.ones(2), 3))


@torch.compile
def f_d01(x, n):
    d = {n: x + 1}
    return d[n] * 2
for n in (2, 3, 4):
    print(f_d01(torch.ones(2), n))


@torch.compile
def f_d02(x):
    d = {x.shape[0]: 3}
    return x * d[x.shape[0]]
for n in (2, 3, 4):
    print(f_d02(torch.ones(n)))


@torch.compile
def f_d04(x):
    n = x.shape[0]
    return x + len(f"n={n}") + len(f"{n + 1}")
for n in (2, 3, 4):
    print(f_d04(torch.ones(n)))

# Attributes found in the class, identity of arguments, closures of generators, the order of guards on a dictionary.
import torch


@torch.compile
def f_a06(xs):
    def gen():
        for x in xs:
            yield x * 2
    return sum(gen())
print(f_a06([torch.ones(2), torch.ones(2) * 3]))
print(f_a06([torch.ones(2), torch.ones(2) * 3, torch.ones(2)]))


class C_b33:
    k = 2
    def __call__(self, x):
        return x * self.k
c_b33 = C_b33()
@torch.compile
def f_b33(x):
    return c_b33(x)
print(f_b33(torch.ones(2)))
C_b33.k = 3
print(f_b33(torch.ones(2)))
c_b33.k = 4
print(f_b33(torch.ones(2)))


class B_c01:
    k = 2
class C_c01(B_c01):
    m = 1.5
c_c01 = C_c01()
@torch.compile
def f_c01(x):
    return x * c_c01.k + c_c01.m
print(f_c01(torch.ones(2)))
B_c01.k = 3
print(f_c01(torch.ones(2)))
C_c01.m = 2.5
print(f_c01(torch.ones(2)))


class N_c02(torch.nn.Module):
    k = 2
    def forward(self, x):
        return x * self.k
m_c02 = N_c02()
c_c02 = torch.compile(m_c02)
print(c_c02(torch.ones(2)))
N_c02.k = 3
print(c_c02(torch.ones(2)))
m_c02.k = 5
print(c_c02(torch.ones(2)))


class C_c03:
    k = 2
@torch.compile
def f_c03(x):
    return x * C_c03.k
print(f_c03(torch.ones(2)))
C_c03.k = 3
print(f_c03(torch.ones(2)))


@torch.compile
def f_b54(x, y):
    if x is y:
        return x * 2
    return x + y
a_b54 = torch.ones(2)
print(f_b54(a_b54, a_b54))
print(f_b54(a_b54, torch.ones(2)))


@torch.compile
def f_c27(x, y):
    z = x + 1
    if x is y:
        z = z * 2
    return z + y
a_c27 = torch.ones(2)
print(f_c27(a_c27, a_c27))
print(f_c27(a_c27, torch.ones(2)))
print(f_c27(a_c27, a_c27))


state_b61 = {"step": 0, "hist": []}
@torch.compile
def f_b61(x):
    state_b61["step"] += 1
    state_b61["hist"].append(state_b61["step"])
    return x + state_b61["step"]
for _ in range(4):
    print(f_b61(torch.ones(1)))
print(state_b61)


d_c29 = {"zeta": 1, "alpha": 2}
@torch.compile
def f_c29(x):
    d_c29["alpha"] += 1
    d_c29["zeta"] += 2
    return x * d_c29["alpha"] + d_c29["zeta"]
print(f_c29(torch.ones(1)))
print(f_c29(torch.ones(1)))
print(f_c29(torch.ones(1)))


@torch.compile
def f_c30(x, d):
    return x * d["bb"] + d["a"] + d["cc"]
print(f_c30(torch.ones(1), {"cc": 1, "bb": 2, "a": 3}))
print(f_c30(torch.ones(1), {"cc": 2, "bb": 3, "a": 4}))

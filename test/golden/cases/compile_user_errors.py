"""Branches on numbers read in whole graphs, and dimensions marked dynamic that have to be constants."""

import torch
@torch.compile(fullgraph=True)
def f(x, lo):
    y = x.relu()
    v = y.sum().item()
    z = y * v + v * 2 + (v + lo) * y
    return z / (v - 1.0)
print(f(torch.ones(4), 0.5))
print(f(torch.ones(4), 1.5))

@torch.compile(fullgraph=True)
def g(x):
    if x.sum().item() > 3:
        return x * 2
    return x
try:
    g(torch.ones(4))
except Exception as e:
    print(type(e), str(e).split("\n")[0])
@torch.compile(fullgraph=True)
def g2(x):
    a = x.mean().item()
    b = x.sum().item()
    if 2 <= b:
        return x * 2
    return x
try:
    g2(torch.ones(4))
except Exception as e:
    print(str(e).split("\n")[0])
@torch.compile(fullgraph=True)
def g3(x):
    if x.sum().item() == 4:
        return x * 2
    return x
try:
    g3(torch.ones(4))
except Exception as e:
    print(str(e).split("\n")[0])

@torch.compile(fullgraph=True)
def f(x):
    y = x.relu()
    if y.sum().item() > 3:
        return y * 2
    return y

try:
    f(torch.ones(4))
except Exception as e:
    print(type(e).__name__, str(e).split("\n")[0])

@torch.compile(fullgraph=True)
def g(x):
    print("hello")
    return x + 1

try:
    g(torch.ones(4))
except torch._dynamo.exc.Unsupported as e:
    print("unsupported:", str(e).splitlines()[0])

@torch.compile(fullgraph=True)
def h(x, mode):
    if mode == "double":
        return x * 2
    raise ValueError(f"bad mode {mode}")

print(h(torch.ones(2), "double"))
try:
    h(torch.ones(2), "triple")
except Exception as e:
    print(type(e).__name__, str(e).splitlines()[0])
@torch.compile
def g(x):
    if x.shape[0] == 5:
        return x + 1
    return x - 1
@torch.compile
def h(x, w):
    return x @ w
@torch.compile
def k(x, y):
    return x[:3] + y
def m(x,d=0):
    torch._dynamo.mark_dynamic(x, d); return x
for f, a in ((g,(m(torch.ones(5,3)),)),(h,(m(torch.ones(5,3),1),torch.ones(3,3))),(k,(m(torch.ones(5)),m(torch.ones(3)))), (h,(m(torch.ones(5,3),1),m(torch.ones(3,3))))):
    try:
        print(f(*a).shape)
    except Exception as e:
        print(type(e).__mro__, str(e).splitlines()[:2])

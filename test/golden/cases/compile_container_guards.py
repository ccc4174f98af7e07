"""What is guarded of containers whose length or truth is asked for, before and after a break; a back end that AOTAutograd refuses."""
import torch
@torch.compile
def f(x, items):
    y = x * 2
    print("n", len(items))
    for v in sorted(items.values()):
        y = y + v
    return y
x = torch.ones(3)
print(f(x, {"a": 3, "b": 1}))
print(f(x, {"a": 3, "b": 2}))
print(f(x, {"a": 3, "c": 2}))
print(f(x, {"a": 3, "c": 2, "d": 4}))
@torch.compile
def f(x, items):
    y = x * 2
    print("n", len(items))
    for v in items.values():
        y = y + v
    return y
x = torch.ones(3)
print(f(x, {"a": 3, "b": 1}))
print(f(x, {"a": 3, "b": 2}))
print(f(x, {"a": 3, "c": 2}))
print(f(x, {"a": 3, "c": 2, "d": 4}))
@torch.compile
def g(x, items):
    y = x * 2
    print("n", len(x))
    for v in items.values():
        y = y + v
    return y
x = torch.ones(3)
print(g(x, {"a": 3, "b": 1}))
print(g(x, {"a": 3, "b": 2}))
print(g(x, {"a": 3, "c": 2}))
print(g(x, {"a": 3, "c": 2, "d": 4}))
@torch.compile
def h(x, items):
    y = x * 2
    print("n", len(x))
    return y + items[-1]
x = torch.ones(3)
print(h(x, [3, 1]))
print(h(x, [4, 1]))
print(h(x, [4, "a", 3]))
@torch.compile
def k(x, items):
    y = x * 2
    print("n", len(items))
    return y + items[-1]
x = torch.ones(3)
print(k(x, [3, 1]))
print(k(x, [4, 1]))
print(k(x, [4.5, 1]))
print(k(x, [4, 2, 3]))
@torch.compile
def m(x, items, d):
    y = x * 2 if items else x
    if d:
        y = y + 1
    return y
for a, b in (([3, 1], {}), ([3, 2], {}), ([torch.ones(3), 2], {}), ([torch.ones(3), 5], {"a": 2}), ([torch.ones(3), 5], {"a": 3}), ([], {"a": 3})):
    print(m(x, a, b))
@torch.compile
def changes(a, b):
    a.add_(1)
    b.mul_(2)
    return a + 1


base = torch.arange(8.0)
with torch.no_grad():
    try:
        changes(base[:4], base[2:6].view(torch.int32))
    except torch._dynamo.exc.BackendCompilerFailed as e:
        print(str(e).splitlines()[:2])


@torch.compile
def sized_first(q, k):
    t = q.size(-2)
    return q @ k.transpose(-1, -2), t


for n in (3, 4):
    x = torch.ones(n, n)
    print(sized_first(x, x)[1])

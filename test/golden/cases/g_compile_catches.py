# The default dtype is guarded, a generator is left to eager, indexing out of bounds passes the program's handler.
import torch

x = torch.ones(1)


@torch.compile
def plus_zeros(x):
    return x + torch.zeros(1)


torch.set_default_dtype(torch.float64)
print(plus_zeros(x.double()).dtype)
torch.set_default_dtype(torch.float32)
print(plus_zeros(x.double()).dtype)


@torch.compile
def pieces(x):
    for i in range(2):
        yield x * i


print(list(pieces(x)))


@torch.compile
def beyond(x):
    try:
        return x[5]
    except IndexError:
        return x


try:
    beyond(x)
except IndexError as e:
    print(type(e).__name__)

@torch.compile
def f(x):
    y = x + 1
    assert x.dim() == 3, "dims"
    return y
try:
    f(torch.ones(2))
except AssertionError as e:
    print(e)
@torch.compile
def g(x):
    y = x + 1
    try:
        assert x.dim() == 3, "dims"
    except AssertionError:
        y = y * 2
    return y
print(g(torch.ones(2)))
def inner(x):
    assert x.dim() == 3
    return x
@torch.compile
def h(x):
    return inner(x + 1)
try:
    h(torch.ones(2))
except AssertionError as e:
    print(e)
@torch.compile
def i(x, n):
    assert n > 0
    return x + n
try:
    i(torch.ones(2), -1)
except AssertionError as e:
    print(e)
@torch.compile(fullgraph=True)
def j(x, n):
    assert n > 0
    return x + n
try:
    j(torch.ones(2), -1)
except Exception as e:
    print(type(e).__name__, str(e).splitlines()[0])


def told(f, *args):
    try:
        torch.compile(f, fullgraph=True)(*args)
    except torch._dynamo.exc.Unsupported as e:
        print("\n".join(line for line in str(e).splitlines() if "File " not in line))


def shows(x):
    y = x + 1
    print("y", 2, y)
    return y


def stops(x):
    torch._dynamo.graph_break()
    return x


def raises(x):
    raise ValueError("bad", 1, None)


def misses(x):
    return {}["k"] + x


def calls(x):
    return shows(x * 2) + 1


for f in (shows, stops, raises, misses, calls):
    told(f, x)

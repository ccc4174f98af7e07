import torch


@torch.compile
def loosely(x):
    y = x.sin()
    with torch._dynamo.error_on_graph_break(True):
        z = y + 1
    print("b")
    return z.cos()


print(loosely(torch.ones(2)))


@torch._dynamo.error_on_graph_break(True)
def strict(x):
    print("x")
    return x + 1


@torch.compile
def calls(x):
    with torch._dynamo.error_on_graph_break(False):
        print("y")
    return strict(x.sin())


try:
    calls(torch.ones(2))
except torch._dynamo.exc.Unsupported as e:
    print(str(e).split("\n")[0])


@torch._dynamo.nonstrict_trace
def opaque(x):
    return x.sin() + 1


@torch.compile(fullgraph=True)
def takes(x):
    return opaque(x) * 2


print(takes(torch.ones(2)))


@torch.compile
def maybe(x):
    if x.shape[0] == 3:
        return x + 1
    return x * x.shape[0]


for n in (3, 4, 5):
    a = torch.ones(n)
    torch._dynamo.maybe_mark_dynamic(a, 0)
    print(maybe(a))


@torch.compile
def once(x):
    return x + 1


with torch._dynamo.config.patch(error_on_recompile=True):
    print(once(torch.ones(2)))
    try:
        once(torch.ones(3))
    except torch._dynamo.exc.RecompileError as e:
        print(type(e).__name__, str(e).startswith("Recompiling function once in"))
print(once(torch.ones(3)))
print([t.__name__ for t in torch._dynamo.exc.FailOnRecompileLimitHit.__mro__])

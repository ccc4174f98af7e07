import torch


def z3():
    class M(torch.nn.Module):
        def __init__(s):
            super().__init__()
            s.w = torch.nn.Parameter(torch.ones(3)); s.register_buffer("b", torch.ones(3)); s.t = torch.ones(3)
        def forward(s, x):
            a = s.w
            b = s.b
            c = s.t
            return x + 1
    m = M()
    c = torch.compile(m)
    x = torch.ones(2)
    c(x); m.t = torch.ones(4); c(x); m.b = torch.ones(4); c(x); m.w = torch.nn.Parameter(torch.ones(4)); c(x)


def z4():
    @torch.compile
    def f(x, y, n):
        return {"a": x + 1, "y": y, "n": n, "t": (y, n)}
    x = torch.ones(2)
    f(x, x, 1); f(x, torch.ones(3), 1); f(x, torch.ones(3), 2); f(x, torch.ones(3), "a"); f(x, None, "a")


def z5():
    @torch.compile
    def f(x, y, n):
        z = x + 1
        print("b")
        return z + 1, y, n
    x = torch.ones(2)
    f(x, x, 1); f(x, torch.ones(3), 1); f(x, torch.ones(3), 2); f(x, torch.ones(3), "a"); f(x, None, "a")


def z7():
    class O: pass
    o = O()
    @torch.compile
    def f(x, y, n):
        o.y = y
        o.n = n
        return x + 1
    x = torch.ones(2)
    f(x, x, 1); f(x, torch.ones(3), 1); f(x, torch.ones(3), 2); f(x, torch.ones(3), "a"); f(x, None, "a")


def z9():
    from dataclasses import dataclass
    @dataclass
    class D:
        x: object
        y: object
    @torch.compile
    def f(x, y, n):
        d = D(y, n)
        return x + 1
    @torch.compile
    def g(x, y, n):
        d = D(y, n)
        return x + 1, d
    x = torch.ones(2)
    for h in (f, g): h(x, x, 1); h(x, torch.ones(3), 1); h(x, torch.ones(3), 2); h(x, torch.ones(3), "a"); h(x, None, "a")


def z10():
    @torch.compile
    def f(x, y, n):
        return y
    @torch.compile
    def g(x, y, n):
        return y, n
    @torch.compile
    def k(x, y, n):
        return n
    @torch.compile
    def l(x, y, n):
        z = x + 1
        return y
    x = torch.ones(2)
    for h in (f, g, k, l): h(x, x, 1); h(x, torch.ones(3), 1); h(x, torch.ones(3), 2); h(x, torch.ones(3), "a"); h(x, None, "a")


def z11():
    @torch.compile
    def f(x, xs):
        return x + 1, xs
    x, b = torch.ones(2), torch.ones(3)
    f(x, [b, 1, "a", [b]]); f(x, [b, 2, "a", [b]]); f(x, [b, 2, "b", [b]]); f(x, [b, 2, "b", [x]]); f(x, [b, 2, "b", [x, x]]); f(x, [b, None, 2.0, []])


def z13():
    @torch.compile
    def f(x, n, m):
        y = n
        if y is None: return x
        return x + len(m) + (1 if m else 2)
    x, b = torch.ones(2), torch.ones(3)
    f(x, 1, [1]); f(x, 2, [2]); f(x, 3, [b]); f(x, 3, [x])


def z14():
    @torch.compile
    def f(x, y, n):
        z = x + 1
        for i in range(2):
            a = y
            b = n
        torch._dynamo.graph_break()
        return z + 1
    x = torch.ones(2)
    f(x, x, 1); f(x, torch.ones(3), 1); f(x, torch.ones(3), 2); f(x, torch.ones(3), "a"); f(x, None, "a")


z3()
z4()
z5()
z7()
z9()
z10()
z11()
z13()
z14()

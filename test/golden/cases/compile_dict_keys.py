import torch


def k1():
    @torch.compile
    def f(x, d):
        for k in sorted(d): x = x * d[k]
        return x
    x = torch.ones(2)
    f(x, {"a": 1, "b": 2}); f(x, {"a": 1}); f(x, {"a": 1, "c": 2}); f(x, {"a": 1, "b": 2, "c": 3}); f(x, {"b": 2, "a": 1})


def k2():
    @torch.compile
    def f(x, d):
        return x + len(list(d)), {**d}
    x = torch.ones(2)
    f(x, {"a": 1, "b": 2}); f(x, {"a": 1}); f(x, {"a": 1, "c": 2}); f(x, {"b": 2, "a": 1})


def k3():
    @torch.compile
    def f(x, **kw):
        return x + len(kw), {"y": x, **kw}
    x = torch.ones(2)
    f(x, a=1, b=2); f(x, a=1); f(x, a=1, c=2); f(x, b=2, a=1)


def k4():
    def g(x, a=1, b=2, c=3): return x * a + b - c
    @torch.compile
    def f(x, **kw):
        return g(x, **kw)
    x = torch.ones(2)
    f(x, a=1, b=2); f(x, a=1); f(x, a=1, c=2); f(x, b=2, a=1)


def k5():
    @torch.compile
    def f(x, **kw):
        for k in sorted(kw): x = x * kw[k]
        return x + max(kw.values())
    x = torch.ones(2)
    f(x, a=1, b=2); f(x, a=1); f(x, a=1, c=2); f(x, b=2, a=1)


def k6():
    @torch.compile
    def f(x, d):
        e = dict(d)
        return x + len(e)
    x = torch.ones(2)
    f(x, {"a": 1, "b": 2}); f(x, {"a": 1}); f(x, {"a": 1, "c": 2}); f(x, {"b": 2, "a": 1})


def kwargs():
    @torch.compile
    def f(x, *args, scale=1, **kw):
        y = x * scale
        for a in args: y = y + a
        for k in sorted(kw): y = y * kw[k]
        return {"y": y, "n": len(kw), **kw}
    print(f(torch.ones(2)))
    print(f(torch.ones(2), 1, 2))
    print(f(torch.ones(2), scale=3, b=2, a=torch.ones(2)))
    print(f(torch.ones(2), scale=3, c=2))
    def g(x, p=[1.0, 2.0], *, q={"a": 1}): return x * p[0] + q["a"]
    cg = torch.compile(g)
    print(cg(torch.ones(2))); g.__defaults__[0][0] = 5.0; print(cg(torch.ones(2)))


k1()
k2()
k3()
k4()
k5()
k6()
kwargs()

import torch


def it2():
    @torch.compile
    def f(x, xs):
        n = 0
        for a in xs:
            if isinstance(a, torch.Tensor): n += 1
        return x * n
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(4)
    f(x, [a, b]); f(x, [b, b]); f(x, [a, None]); f(x, [a, 3])


def it3():
    @torch.compile
    def f(x, xs):
        out = []
        for a in xs:
            out.append(a)
        return x * 2, out
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(4)
    f(x, [a, b]); f(x, [b, b]); f(x, [a, None]); f(x, [a, 3])


def it4():
    @torch.compile
    def f(x, xs):
        for a in xs:
            pass
        return x * 2
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(4)
    f(x, [a, b]); f(x, [b, b]); f(x, [a, None]); f(x, [a, 3]); f(x, [1, 2]); f(x, [1, 3]); f(x, ["a", "c"])


def it5():
    @torch.compile
    def f(x, names):
        for n in names:
            if n == "b":
                x = x + 1
                break
        return x * 2
    x = torch.ones(2)
    f(x, ["a", "b", "c"]); f(x, ["a", "b", "d"]); f(x, ["x", "b", "d"]); f(x, ["b"])


def it6():
    @torch.compile
    def f(x, d):
        for k, v in d.items():
            if k == "use": x = x + v
        return x
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, {"no": a, "use": b}); f(x, {"no": b, "use": b}); f(x, {"no": 3, "use": b}); f(x, {"no": 4, "use": b})


def it7():
    @torch.compile
    def f(x, d):
        for v in d.values():
            last = v
        return x + last
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, {"no": a, "use": b}); f(x, {"no": b, "use": b}); f(x, {"no": 3, "use": b}); f(x, {"no": 4, "use": b})


def it8():
    def g(x, xs):
        for i, a in enumerate(xs):
            if i == 1: x = x + a
        return x
    @torch.compile
    def f(x, xs):
        return g(x, xs)
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, [a, b]); f(x, [b, b]); f(x, [3, b]); f(x, [4, b])


def it9():
    @torch.compile
    def f(x, xs):
        return x + [a for a in xs][1]
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, [a, b]); f(x, [b, b]); f(x, [3, b]); f(x, [4, b])


def it10():
    @torch.compile
    def f(x, ps):
        s = 0
        for a, n in ps:
            s = s + n
        return x + s
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, [(a, 1), (a, 2)]); f(x, [(a, 1), (b, 2)]); f(x, [(None, 1), (b, 2)]); f(x, [(None, 1), (b, 3)])


def it11():
    @torch.compile
    def f(x, xs):
        a, b = xs
        c, *r = xs
        return x + b
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, [a, b]); f(x, [b, b]); f(x, [3, b]); f(x, [4, b])


def it12():
    @torch.compile
    def f(x, xs):
        return x + len(list(xs)) + len(xs[::-1])
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, [a, b]); f(x, [b, b]); f(x, [3, b]); f(x, [4, b])


def it13():
    @torch.compile
    def f(x, xs):
        ys = list(zip(xs, range(3)))
        return x + ys[0][0], len(ys)
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, [b, a]); f(x, [b, b]); f(x, [b, 3]); f(x, [b, 4])


def it14():
    @torch.compile
    def f(x, xs):
        return x + 1, xs
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, [b, a]); f(x, [b, b]); f(x, [b, 3]); f(x, [b, 4])


def it15():
    def g(x, a, n): return x
    @torch.compile
    def f(x, xs):
        for i in range(len(xs)):
            x = g(x, xs[i], 2)
        return x + 1
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, [b, a]); f(x, [b, b]); f(x, [b, 3]); f(x, [b, 4])


def it16():
    @torch.compile
    def f(x, y, n, flag):
        if flag: z = y
        m = n
        return x + 1
    x, a, b = torch.ones(2), torch.ones(3), torch.ones(2)
    f(x, a, 1, True); f(x, b, 1, True); f(x, None, 2, True); f(x, None, 2, False)


it2()
it3()
it4()
it5()
it6()
it7()
it8()
it9()
it10()
it11()
it12()
it13()
it14()
it15()
it16()

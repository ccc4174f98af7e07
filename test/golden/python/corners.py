class A:
    def __init__(self, **kw): self.kw = kw; print('A', kw)
class B(A):
    def __init__(self, b=1, **kw): super().__init__(**kw); self.b = b; print('B')
class C(A):
    def __init__(self, c=2, **kw): super().__init__(**kw); self.c = c; print('C')
class D(B, C):
    def __init__(self, **kw): super().__init__(**kw)
    def __setattr__(self, k, v): print('set', k); super().__setattr__(k, v)
d = D(b=5, c=6, z=7); print(d.__dict__)
class P:
    def __add__(self, o): return 'P.add'
    def __eq__(self, o): return 'weird'
class Q(P):
    def __radd__(self, o): return 'Q.radd'
print(P() + Q(), P() + P(), P() == 1, (P() != 1))
def side(n): print('side', n); return n
print(side(1) < side(2) < side(1) < side(5))
class S:
    n = 3
    xs = [n for _ in range(2)] if False else [i * 2 for i in range(n)]
    def m(self): return __class__.__name__
print(S.xs, S().m())
try:
    class T:
        n = 3
        ys = [n for _ in range(2)]
except NameError as e: print(e)
def loops():
    for i in range(3):
        try:
            if i == 1: continue
            yield i
        finally:
            print('finally', i)
print(list(loops()))
def early():
    for i in range(5):
        try: return i
        finally: print('cleanup')
print(early())
gen = loops(); next(gen); gen.close()
def f(*args, sep=' ', **kw): return args, sep, kw
print(f(1, *[2, 3], 4, sep='-', **{'a': 1}, b=2))
x = [1, 2, 3, 4, 5]
x[1:3] = []; print(x); x[::2] = [9, 9]; print(x); x[len(x):] = [7]; print(x); x *= 2; print(x)
i = (0, slice(None)); 
class Idx:
    def __getitem__(self, k): return k
print(Idx()[*i], Idx()[1, 2:3, ...], Idx()[::2], Idx()[1:2, None], Idx()[-1])
keys = {}.keys(); dd = {}; ks = dd.keys(); dd['a'] = 1; print(ks, list(dd.items()))
def counter():
    n = 0
    class K:
        def inc(self):
            nonlocal n
            n += 1
            return n
    return K()
k = counter(); k.inc(); print(k.inc())
class Cm:
    def __enter__(self): raise RuntimeError('enter failed')
    def __exit__(self, *a): print('never')
try:
    with Cm(): pass
except RuntimeError as e: print(e)
class Ex:
    def __enter__(self): return self
    def __exit__(self, *a): raise KeyError('from exit')
try:
    with Ex(): raise ValueError('body')
except KeyError as e: print(repr(e), repr(e.__context__))
def deco(cls):
    cls.extra = 'added'
    return cls
@deco
class Deco: pass
print(Deco.extra)
a = b = []
a += [1]; print(b); a = a + [2]; print(b, a)
t = (1, [2])
try: t[1] += [3]
except TypeError as e: print(e, t)
print([*range(2), *'ab'], {**{'x': 1}, 'x': 2}, (lambda *a, **k: (a, k))(*(1,), **{'q': 2}))
print('%s' % [1, 2], '%s %s' % ('a', (1, 2)), '{:>{}}'.format('x', 4), f'{"nested " + f"{1 + 1}"}')
print(max('apple', 'fig', key=len), sorted([3, 1, 2], key=lambda v: -v), list(map(str.upper, 'ab')), list(zip(*[[1, 2], [3, 4]])))
print(isinstance(True, int), type(True + 1), True == 1, {True: 'a', 1: 'b'}, [1, True, 1.0].count(1), (1, 2) == [1, 2])
n = 0
def g():
    global n
    n += 1
    yield n
    n += 10
for v in g(): print(v)
print(n)
m = {}
for m['key'] in range(3): pass
print(m)
for (p, q), r in [((1, 2), 3)]: print(p, q, r)
*init, last = 'hello'; print(init, last)
def defaults(a, b=[], *, c={}): b.append(a); c[a] = 1; return b, c
print(defaults(1), defaults(2))
try: raise Exception from ValueError('cause')
except Exception as e: print(repr(e), repr(e.__cause__))
def nest():
    try:
        try: raise ValueError('a')
        except ValueError as e: raise TypeError('b')
    except TypeError as e:
        return e.__context__
print(repr(nest()))
class It:
    def __init__(self): self.i = 0
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        if self.i > 3: raise StopIteration
        return self.i
print(list(It()), sum(It()), max(It()), [*It()], 2 in It(), dict(zip(It(), 'abc')), tuple(It()), sorted(It(), reverse=True), ','.join(map(str, It())))
aa, bb, cc = It(); print(aa, bb, cc)
class Seq:
    def __getitem__(self, i):
        if i >= 3: raise IndexError
        return i * 10
    def __len__(self): return 3
print(list(Seq()), 20 in Seq(), list(reversed(Seq())), [v for v in Seq()])
class Hashy:
    def __init__(self, v): self.v = v
    def __hash__(self): return hash(self.v)
    def __eq__(self, o): return self.v == o.v
    def __repr__(self): return f'H{self.v}'
h = {Hashy(1): 'a'}; h[Hashy(1)] = 'b'; h[Hashy(2)] = 'c'
print(h, Hashy(1) in h, {Hashy(1), Hashy(1)}, h.pop(Hashy(2)), h == {Hashy(1): 'b'}, {Hashy(3)} | {Hashy(3)}, {(Hashy(1), 2): 1}[(Hashy(1), 2)])
print(getattr(5, 'real'), (5).__add__(3), int.__add__(2, 3), str.upper('a'), list.append, [].append.__name__, dict.get({'a': 1}, 'a'))
print(type(lambda: 0).__name__, type(len).__name__, type([].append).__name__, type(A.__init__).__name__, type(d.__init__).__name__, type(int.__add__).__name__ != '')
print(A.__init__.__qualname__, (lambda: 0).__name__, f.__code__.co_name, nest.__module__)
print(0.1 + 0.2 == 0.3, abs(-0.0), 1e-400, 3 .real, 1if True else 2, 0xFF, 0o17, 0b11, 1_0.0_1)
print(eval('1 + 2 * 3'), eval('n + 1'), eval('x[0]', {'x': [5]}))
print(vars(Deco)['extra'], 'extra' in dir(Deco), hasattr(Deco(), '__dict__'), callable(Deco))
exec_ok = [globals()['n'], locals()['n']]; print(exec_ok)


class Hashed:
    def __init__(self, h):
        self.h = h

    def __hash__(self):
        return self.h

    def __eq__(self, other):
        return self.h == other.h


print(hash(Hashed(hash((1, 1)))) == hash((1, 1)), hash(Hashed(-1)), hash(Hashed(2**61)), hash(Hashed(2**63 - 1)), hash(Hashed(2**63)), hash(Hashed(-(2**63))))
print({Hashed(2**62): "found"}[Hashed(2**62)], hash((Hashed(2**62),)) == hash((2**62,)))


def said(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for f in (
    lambda: sum([], bytearray()), lambda: list(enumerate(start=1, iterable='a')), lambda: enumerate(start=3), lambda: enumerate([1], begin=3), lambda: enumerate([1], 1.5),
    lambda: b'abc'.hex(1), lambda: b'abc'.hex(''), lambda: b'abc'.hex(None), lambda: b'abc'.hex([1]), lambda: b'abc'.hex('\xe9'), lambda: b'abcdef'.hex(':', 'a'),
    lambda: bytes.hex(1), lambda: bytes.hex(), lambda: bytearray(b'ab').hex(1), lambda: b'abc'.index(b'a', 'b'), lambda: b'abcde'.hex(b'-', -2),
    lambda: slice(1, 2) < slice(2, 3), lambda: slice(1) <= slice(1), lambda: slice('a') < slice(1), lambda: slice(None) < slice(1), lambda: slice(1) < 3,
    lambda: [1].index(1, 'a'), lambda: [1].index(1, 0, 'a'), lambda: [1].index(1, None), lambda: (1,).index(1, 'a'), lambda: (1, 2, 1).index(1, -1),
    lambda: [1, 2, 1].index(1, True), lambda: [1, 2].index(2, -9, 9), lambda: range(3).index(10**20), lambda: range(3).index('a'), lambda: __import__('math').sumprod,
):
    said(f)
raise SystemExit

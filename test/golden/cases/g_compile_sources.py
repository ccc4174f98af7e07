# How guards name what they read: named tuples, classes over dict, list and tuple, slots, sets, partials, bound methods, ranges.
import functools
from collections import Counter, OrderedDict, defaultdict, namedtuple
from enum import Enum

import torch

x = torch.ones(1)
torch._dynamo.reset()
P = namedtuple("P", ["a", "b"])
class D(dict):
    pass
class OD(OrderedDict):
    pass
class L(list):
    pass
class T(tuple):
    pass
@torch.compile(dynamic=False)
def getk(x, d):
    return x * d["k"]
for mk in (dict, OrderedDict, D, OD):
    torch._dynamo.reset()
    getk(x, mk(j=1, k=2)); getk(x, mk(j=1, k=3))
torch._dynamo.reset()
getk(x, defaultdict(int, j=1, k=2)); getk(x, defaultdict(int, j=1, k=3))
torch._dynamo.reset()
getk(x, Counter(j=1, k=2)); getk(x, Counter(j=1, k=3))
torch._dynamo.reset()
getk(x, D(j=1, k=2)); getk(x, D(i=1, j=1, k=2)); getk(x, D(k=2, j=1)); getk(x, {"k": 1})
@torch.compile(dynamic=False)
def fitem(x, d):
    for k, v in d.items():
        x = x * v
    return x
for mk in (dict, OrderedDict, D, OD):
    torch._dynamo.reset()
    fitem(x, mk(j=1, k=2)); fitem(x, mk(j=1, k=3)); fitem(x, mk(j=1, l=2)); fitem(x, mk(j=1))
@torch.compile(dynamic=False)
def has(x, d):
    return x + 1 if "q" in d else x * len(d)
for mk in (dict, OrderedDict, D):
    torch._dynamo.reset()
    has(x, mk(j=1, k=2)); has(x, mk(j=1, k=3)); has(x, mk(j=1)); has(x, mk(q=1))
@torch.compile(dynamic=False)
def nt(x, p):
    return x * p.b
torch._dynamo.reset()
nt(x, P(1, 2)); nt(x, P(1, 3)); nt(x, P(x, 3))
@torch.compile(dynamic=False)
def nt2(x, p):
    return x * p[1]
nt2(x, P(1, 2)); nt2(x, P(2, 2)); nt2(x, P(1, 3))
@torch.compile(dynamic=False)
def nt3(x, p):
    for v in p:
        x = x * v
    return x
nt3(x, P(1, 2)); nt3(x, P(1, 3)); nt3(x, P(2, 3)); nt3(x, (2, 3)); nt3(x, [2, 3]); nt3(x, L([2, 3])); nt3(x, L([2, 4])); nt3(x, T([2, 3])); nt3(x, T([2, 4]))
torch._dynamo.reset()
class O:
    pass
class S:
    __slots__ = ("v", "k")
    def __init__(self, v, k):
        self.v, self.k = v, k
class B:
    scale = 2
    @property
    def twice(self):
        return self.scale * 2
    @classmethod
    def cm(cls):
        return cls.scale
    @staticmethod
    def sm(v):
        return v * B.scale
class C(B):
    pass
@torch.compile(dynamic=False)
def slots(s):
    return s.v * s.k
slots(S(x, 2)); slots(S(x, 3)); slots(S(x, 2))
@torch.compile(dynamic=False)
def setin(x, s):
    return x + 1 if 3 in s else x * 2
setin(x, {3}); setin(x, {4}); setin(x, {3, 5}); setin(x, frozenset([3]))
@torch.compile(dynamic=False)
def setiter(x, s):
    for v in s:
        x = x + v
    return x
setiter(x, {3}); setiter(x, {4}); setiter(x, {3, 5})
@torch.compile(dynamic=False)
def setlen(x, s):
    return x * len(s)
setlen(x, {3}); setlen(x, {4}); setlen(x, {3, 5})
setlen(x, {"a"}); setlen(x, {"b", "a"})
@torch.compile(dynamic=False)
def prop(x, b):
    return x * b.twice
prop(x, B()); prop(x, C()); B.scale = 3; prop(x, C()); b = C(); b.scale = 9; prop(x, b)
@torch.compile(dynamic=False)
def cmeth(x, b):
    return x * b.cm() + b.sm(2)
cmeth(x, B()); B.scale = 4; cmeth(x, B()); cmeth(x, C())
@torch.compile(dynamic=False)
def klass(x):
    return x * B.scale
klass(x); B.scale = 5; klass(x)
@torch.compile(dynamic=False)
def kcon(x, t):
    return t(x) if isinstance(t, type) else x * t
kcon(x, 2); kcon(x, 3)
@torch.compile(dynamic=False)
def has(x, o):
    if hasattr(o, "bias"):
        x = x + o.bias
    return x * getattr(o, "scale", 2)
o = O(); has(x, o); o.bias = 1; has(x, o); o.scale = 3; has(x, o); del o.bias; has(x, o)
@torch.compile(dynamic=False)
def part(x, fn):
    return fn(x, b=2)
def g(x, k, b): return x * k + b
def g2(x, k, b): return x - k + b
part(x, functools.partial(g, k=3)); part(x, functools.partial(g, k=4)); part(x, functools.partial(g2, k=4)); part(x, functools.partial(g, 4))
@torch.compile(dynamic=False)
def part2(x, fn):
    return fn(x)
part2(x, functools.partial(g, b=1, k=3)); part2(x, functools.partial(g, b=2, k=3)); part2(x, lambda t: t * 2); part2(x, lambda t: t * 3)
def mk(n):
    def inner(t):
        return t * n
    return inner
h = mk(4); part2(x, h); part2(x, mk(5))
class Callable_:
    def __init__(self, n): self.n = n
    def __call__(self, t): return t + self.n
part2(x, Callable_(1)); part2(x, Callable_(2)); part2(x, torch.sin)
class M:
    def __init__(self, n): self.n = n
    def go(self, t): return t * self.n
torch._dynamo.reset()
part2(x, M(2).go); part2(x, M(3).go); part2(x, torch.cos); part2(x, torch.sin); part2(x, torch.nn.functional.relu); part2(x, torch.nn.functional.gelu)
x = torch.ones(2)
torch._dynamo.reset()
class Mode(Enum):
    A = 1
    B = 2
@torch.compile(dynamic=False)
def en(x, m):
    return x + m.value
en(x, Mode.A); en(x, Mode.B)
@torch.compile(dynamic=False)
def anyis(x, ys):
    if any(x is y for y in ys):
        return x * 2
    return x + 1
anyis(x, [torch.zeros(2), x]); anyis(x, [torch.zeros(2), torch.zeros(2)]); anyis(x, [x, torch.zeros(2)])
@torch.compile(dynamic=False)
def loopis(x, ys):
    for y in ys:
        if x is y:
            return x * 2
        if y is x: return x
    return x + 1
loopis(x, [torch.zeros(2), x]); loopis(x, [torch.zeros(2), torch.zeros(2)])
@torch.compile(dynamic=False)
def dev(x, d, t):
    return x.to(d).to(t)
dev(x, torch.device("cpu"), torch.float64); dev(x, torch.device("cpu"), torch.float16); dev(x, "cpu", torch.float16)
@torch.compile(dynamic=False)
def tup(x, t):
    a, (b, c) = t
    return x * a + b - c
tup(x, (1, (2, 3))); tup(x, (1, (2, 4))); tup(x, (1, [2, 4])); tup(x, (2, (2, 3)))
@torch.compile(dynamic=False)
def nest(x, d):
    return x * d["a"]["b"][0]
nest(x, {"a": {"b": [1]}}); nest(x, {"a": {"b": [2]}}); nest(x, {"a": {"b": [2, 3]}}); nest(x, {"a": {"b": (2,)}})
@torch.compile(dynamic=False)
def none(x, y=None):
    return x if y is None else x + y
none(x); none(x, 1); none(x, x)
@torch.compile(dynamic=False)
def bo(x, flag: bool, s: str, n: int, f: float, by: bytes, c: complex, r: range, sl: slice):
    if flag: x = x + 1
    if s == "a": x = x * 2
    for i in r: x = x + i
    return x[sl] * n * f + len(by)
A = (True, "a", 2, 0.5, b"x", 1j, range(2), slice(0, 2))
bo(x, *A)
for i, v in enumerate((False, "b", 3, 1.5, b"yy", 2j, range(3), slice(0, 1))):
    bo(x, *(v if j == i else a for j, a in enumerate(A)))

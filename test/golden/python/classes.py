class Base:
    registry = []
    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        Base.registry.append((cls.__name__, tag))
    def __init__(self, x):
        self.x = x
    def hello(self):
        return f'base {self.x}'
    @classmethod
    def make(cls, v):
        return cls(v)
    @staticmethod
    def twice(v):
        return v * 2
    @property
    def square(self):
        return self.x ** 2
    @square.setter
    def square(self, v):
        self.x = v ** 0.5
    @square.deleter
    def square(self):
        print('deleting')

class Left(Base, tag='L'):
    def hello(self):
        return 'left ' + super().hello()

class Right(Base, tag='R'):
    def hello(self):
        return 'right ' + super().hello()

class Both(Left, Right):
    def hello(self):
        return 'both ' + super().hello()

b = Both.make(3)
print(b.hello(), Both.twice(4), b.square, Base.registry)
b.square = 16
print(b.x)
del b.square
print([c.__name__ for c in Both.__mro__])
print(isinstance(b, Right), issubclass(Both, Left), type(b) is Both, Both.__bases__)

class Vec:
    def __init__(self, *xs): self.xs = list(xs)
    def __add__(self, o): return Vec(*[a + b for a, b in zip(self.xs, o.xs)]) if isinstance(o, Vec) else NotImplemented
    def __radd__(self, o): return ('radd', o)
    def __mul__(self, k): return Vec(*[a * k for a in self.xs])
    __rmul__ = __mul__
    def __matmul__(self, o): return sum(a * b for a, b in zip(self.xs, o.xs))
    def __neg__(self): return Vec(*[-a for a in self.xs])
    def __abs__(self): return sum(a * a for a in self.xs) ** 0.5
    def __eq__(self, o): return isinstance(o, Vec) and self.xs == o.xs
    def __hash__(self): return hash(tuple(self.xs))
    def __lt__(self, o): return abs(self) < abs(o)
    def __len__(self): return len(self.xs)
    def __getitem__(self, i): return self.xs[i]
    def __setitem__(self, i, v): self.xs[i] = v
    def __delitem__(self, i): del self.xs[i]
    def __contains__(self, v): return v in self.xs
    def __iter__(self): return iter(self.xs)
    def __repr__(self): return f'Vec({", ".join(map(repr, self.xs))})'
    def __str__(self): return 'v' + str(self.xs)
    def __format__(self, spec): return f'<{spec}:{self.xs}>'
    def __bool__(self): return any(self.xs)
    def __call__(self, *a, **k): return a, k
    def __iadd__(self, o):
        self.xs = [a + b for a, b in zip(self.xs, o.xs)]
        return self
    def __index__(self): return int(self.xs[0])
    def __round__(self, n=None): return ('round', n)
    def __divmod__(self, o): return ('divmod', o)
    def __float__(self): return 1.5
    def __int__(self): return 7

v, w = Vec(1, 2), Vec(3, 4)
print(v + w, 5 + v, v * 2, 3 * v, v @ w, -v, abs(w), v == Vec(1, 2), v != w, v < w, sorted([w, v]))
print(len(v), v[0], v[-1], 2 in v, 9 in v, list(v), str(v), f'{v:abc}', f'{v!r:>12}', bool(Vec(0, 0)), v(1, a=2))
print({v: 1}[Vec(1, 2)], [10, 20, 30][v], round(v), round(v, 2), divmod(v, 3), float(v), int(v), max(v, w))
v += w
print(v, v is not w)
v[0] = 100
del v[1]
print(v)
try:
    v - w
except TypeError as e:
    print(e)
try:
    v < 'a'
except TypeError as e:
    print('TypeError', e)

class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        ns['made'] = sorted(k for k in ns if not k.startswith('__'))
        return super().__new__(m, name, bases, ns)
    def __call__(cls, *a):
        print('meta call', a)
        return super().__call__(*a)
    def __getitem__(cls, k): return (cls.__name__, k)
    def __len__(cls): return 42
    @property
    def prop(cls): return 'metaprop'

class WithMeta(metaclass=Meta):
    a = 1
    def f(self): pass
    def __init__(self, q): self.q = q

print(WithMeta.made, WithMeta(5).q, WithMeta['k'], len(WithMeta), WithMeta.prop, type(WithMeta))

class Desc:
    def __set_name__(self, owner, name): self.name = '_' + name
    def __get__(self, obj, cls=None):
        return self if obj is None else getattr(obj, self.name, 'unset')
    def __set__(self, obj, v): setattr(obj, self.name, v * 10)
class UsesDesc:
    d = Desc()
u = UsesDesc()
print(u.d)
u.d = 4
print(u.d, u.__dict__, type(UsesDesc.d).__name__)

class Dyn:
    def __getattr__(self, n):
        if n.startswith('no'): raise AttributeError(n)
        return 'dyn ' + n
    def __setattr__(self, n, v):
        print('set', n); object.__setattr__(self, n, v)
    def __delattr__(self, n):
        print('del', n); super().__delattr__(n)
d = Dyn()
print(d.foo, hasattr(d, 'nope'), getattr(d, 'nope', 'default'))
d.z = 1
del d.z

class Full:
    def __getattribute__(self, n):
        if n == 'magic': return 'abracadabra'
        return super().__getattribute__(n)
    other = 5
print(Full().magic, Full().other)

class Slots:
    __slots__ = ('a', 'b')
s = Slots()
s.a = 1
print(s.a, hasattr(s, 'b'), hasattr(s, '__dict__'))
try:
    s.c = 1
except AttributeError as e:
    print(e)

class L(list):
    def total(self): return sum(self)
    def append(self, v):
        super().append(v * 2)
l = L([1, 2])
l.append(5)
print(l, l.total(), len(l), isinstance(l, list), l + [1], type(l[:1]).__name__)
class D(dict):
    def __missing__(self, k): return k * 2
    def __getattr__(self, k):
        try: return self[k]
        except KeyError: raise AttributeError(k)
dd = D(a=1)
print(dd['a'], dd['zz'], dd.a, dd)
class I(int):
    def __add__(self, o): return I(int(self) + o + 1)
    def __repr__(self): return f'I({int(self)})'
print(I(3) + 4, I(3) * 2, I(5) == 5, {I(5): 'x'}[5], I(7) // 2, [I(2)])
class S(str):
    def shout(self): return self.upper() + '!'
print(S('abc').shout(), S('abc') + 'd', len(S('abc')), S('a') == 'a', f'{S("q"):>3}')
class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
print(T(1, 2), T(1, 2)[0], T(1) == (1,))
class E(Exception):
    def __init__(self, code, msg):
        super().__init__(msg)
        self.code = code
try:
    raise E(5, 'bad')
except E as e:
    print(e, e.code, e.args, repr(e))

class A:
    __private = 3
    def get(self): return self.__private
print(A().get(), A._A__private)
class Outer:
    class Inner:
        def f(self): return Outer.Inner.__qualname__
    x = [i for i in range(3)]
print(Outer.Inner().f(), Outer.x, Outer.Inner.f.__qualname__)
def factory():
    class Local:
        def __repr__(self): return 'local'
    return Local
print(factory()(), factory().__qualname__)
print(vars(b), b.__class__.__name__, Both.__doc__, Both.__module__)
X = type('X', (Base,), {'y': 3, 'm': lambda self: self.y})
print(X(1).m(), X.__name__)
b.__class__ = Left
print(b.hello())
print(super(Both, Both(9)).hello())
class Ctx:
    def __enter__(self): print('enter'); return self
    def __exit__(self, *a): print('exit', a[0]); return True
with Ctx() as c, Ctx():
    raise ValueError('x')
print('done')
class NoHash:
    def __eq__(self, o): return True
try: {NoHash(): 1}
except TypeError as e: print(e)
try: Both()
except TypeError as e: print(e)
try: object().foo
except AttributeError as e: print(e)
try: Both.nothing
except AttributeError as e: print(e)
try: b.square()
except TypeError as e: print(e)
class P2:
    @property
    def ro(self): return 1
try: P2().ro = 2
except AttributeError as e: print(e)
try:
    class Bad(int, str): pass
except TypeError as e: print(e)
class Cmp:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __repr__(self): return f'C{self.v}'
print([Cmp(1), Cmp(2)] == [Cmp(1), Cmp(2)], Cmp(1) in [Cmp(2), Cmp(1)], [Cmp(3), Cmp(1)].index(Cmp(1)), Cmp(1) != Cmp(2))

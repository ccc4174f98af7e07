def f(a, b=2, /, c=3, *args, d, e=5, **kw):
    return a, b, c, args, d, e, kw
print(f(1, d=4), f(1, 2, 3, 4, 5, d=6, z=7), f(*[1, 2], **{'d': 9}))
def g(a, b): return a - b
for call in (lambda: g(1), lambda: g(1, 2, 3), lambda: g(1, c=2), lambda: g(1, 2, b=3), lambda: g(), lambda: f(1), lambda: f(),
             lambda: f(1, d=1, **{'d': 2}), lambda: g(**{1: 2}), lambda: g(*5), lambda: f(a=1, d=2), lambda: (lambda: 1)(2), lambda: (lambda x=1: x)(1, 2),
             lambda: (lambda *, a, b: 1)(), lambda: (lambda a, *, k: 1)(1, 2, k=3), lambda: g(1, 2, 3, 4, q=3), lambda: 5(), lambda: None.x, lambda: len(), lambda: len(1, 2),
             lambda: int('x'), lambda: [].append(), lambda: ''.join([1]), lambda: {}['q'], lambda: [1][5], lambda: (1,)[5], lambda: 'a'[5], lambda: [1]['a'], lambda: {}[[]]):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
def outer():
    n = 0
    def inc(k=1):
        nonlocal n
        n += k
        return n
    def get(): return n
    return inc, get
inc, get = outer()
inc(); inc(5)
print(get())
total = 0
def add():
    global total, newglobal
    total += 1
    newglobal = 'hi'
add()
print(total, newglobal)
fs = [lambda i=i: i for i in range(3)]
print([h() for h in fs], [h() for h in [lambda: i for i in range(3)]])
def deco(arg):
    def wrap(fn):
        def inner(*a, **k):
            print('before', arg)
            r = fn(*a, **k)
            print('after')
            return r
        return inner
    return wrap
@deco('x')
@deco('y')
def decorated(v): return v * 2
print(decorated(4))
def rec(n): return 1 if n == 0 else n * rec(n - 1)
print(rec(20), rec(30))
print(f.__name__, f.__defaults__, f.__kwdefaults__, f.__code__.co_varnames[:3])
def ann(x: int, y: 'str' = 'a') -> float: "doc"; return 1.0
print(ann.__annotations__, ann.__doc__)
def mut(x, acc=[]):
    acc.append(x)
    return acc
print(mut(1), mut(2))
def unbound():
    try:
        print(q)
    except UnboundLocalError as e:
        print(e)
    q = 1
unbound()
try:
    undefined_name
except NameError as e:
    print(e)
def freevar():
    def inner(): return later
    try:
        inner()
    except NameError as e:
        print(e)
    later = 1
    return inner()
print(freevar())
first, *mid, last = range(6)
print(first, mid, last)
(a, b), [c, *d] = (1, 2), 'xyz'
print(a, b, c, d)
for bad in (lambda: exec_unpack([1, 2, 3]), lambda: exec_unpack([1]), lambda: exec_unpack(5), lambda: star([1])):
    def exec_unpack(v):
        x, y = v
    def star(v):
        x, y, *z = v
    try: bad()
    except Exception as e: print(type(e).__name__, e)
x = y = [1]
x.append(2)
print(y, x is y)
if (n := len(y)) > 1: print('walrus', n)
print([m for k in range(5) if (m := k * k) > 3], m)
print((lambda *a, k=1, **kw: (a, k, kw))(1, 2, k=3, z=4))
print(1 < 2 < 3, 1 < 3 < 2, 1 == 1.0 == True, 'a' if 0 else 'b', not [], 1 and 0 or 5, None or 'x', [] and 1)
def gen():
    try:
        x = yield 1
        print('got', x)
        yield from [10, 20]
        r = yield from sub()
        print('sub returned', r)
    except ValueError as e:
        print('caught', e)
        yield 'recovered'
    finally:
        print('cleanup')
def sub():
    y = yield 'a'
    print('sub got', y)
    return 'R'
it = gen()
print(next(it), it.send('hello'), next(it), next(it))
try:
    print(it.send('to sub'))
except StopIteration as e:
    print('stop', e.value)
it = gen(); next(it)
print(it.throw(ValueError('boom')))
it.close()
it = gen(); next(it); it.close()
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
import itertools
print(list(itertools.islice(fib(), 10)), sum(x for x in range(5)), dict((k, v) for k, v in zip('ab', [1, 2])))
print({k: v for k, v in zip('abc', range(3))}, {x % 3 for x in range(10)}, [[y for y in range(x)] for x in range(3)], [(x, y) for x in range(3) for y in range(x) if x + y > 1])
def g2():
    yield 1
    return 5
def g3():
    r = yield from g2()
    yield r
print(list(g3()), *g3(), [*g3(), 7], {**{'a': 1}, 'b': 2}, (*'ab',))
def raising():
    yield 1
    raise StopIteration('inner')
try:
    list(raising())
except RuntimeError as e:
    print(e, type(e.__cause__).__name__)
print(list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(None, [0, 1, '', 'a'])), list(zip([1, 2, 3], 'ab')), list(enumerate('ab', 1)))
print(all([]), any([0, 1]), sorted('hello', reverse=True), sorted([(2, 'a'), (1, 'b'), (1, 'a')]), list(reversed([1, 2, 3])), min('hello'), max([3, 1], key=lambda v: -v), max([], default=0))
print(callable(f), callable(5), isinstance(f, type(lambda: 0)))
del total
try: total
except NameError as e: print(e)
def deep(n): return deep(n + 1)
try: deep(0)
except RecursionError as e: print('RecursionError', str(e)[:32])
print(list(iter(lambda c=[0]: c.append(1) or len(c), 4)))

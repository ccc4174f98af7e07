"""Keys of a program's classes beside native ones; what exceptions say was missing; replacement texts; what JSON's hooks are given."""
import collections.abc
import copy
import json
import re
import sys
import weakref


class K:
    def __init__(self, v):
        self.v = v

    def __hash__(self):
        return hash(self.v)

    def __eq__(self, other):
        return self.v == (other.v if isinstance(other, K) else other)

    def __repr__(self):
        return f'K({self.v!r})'


d = {K(1): 'a'}
print(d[1], 1 in d, d.get(1), 2 in d)
d[1] = 'b'
print(d, len({K(2), 2}), len({2, K(2), 3}))
d = {1: 'a', 'x': 'y', (1, 2): 't', 2.5: 'f', None: 0}
print(d[K(1)], K('x') in d, K((1, 2)) in d, K(3) in d, d[K(2.5)], d[K(None)])
d[K(1)] = 5
print(d, type(list(d)[0]))
del d[K(1)]
print(d, d.pop(K('x')), d.setdefault(K(2.5), 9), d.setdefault(K(7), 8), d)
print({1, 2, 3} & {K(1)}, {K(1)} & {1, 2, 3}, len({1, 2} | {K(1)}), {K(1)} - {1}, {1} - {K(1)}, {1} ^ {K(1)}, {1} <= {K(1), 2}, {1} == {K(1)})
print({1: 'a'} | {K(1): 'b'}, {**{1: 'a'}, **{K(1): 'b'}}, {1: 'a'} == {K(1): 'a'})
d = {1: 'a'}
d.update({K(1): 'c', K(9): 'd'})
print(d, 9 in d)
s = {K(1), K(2), 3}
n = 0
while s:
    s.pop()
    n += 1
print(n, s)
print(len({i << 64 for i in range(3000)}), {2**64: 1}[float(2**64)], {-2**64: 2}.get(2**64), (2**64,) in {(2**64,)}, {2**63: 1}.get(-2**63))
s = {5, 1, 9}
print(s.pop(), s.pop(), s)

for f in (lambda: foo, lambda: (3).foo, lambda: K.zz, lambda: __import__('nosuch.thing'), lambda: exec('from re import nosuch'), lambda: exec('del qq')):
    try:
        f()
    except (NameError, AttributeError, ImportError) as e:
        print(type(e).__name__, repr(e.name), e.args[0].partition(' (')[0], getattr(e, 'obj', '-'), getattr(e, 'msg', '-') == e.args[0])
for e in (NameError('a', name='q'), AttributeError('a', name='q', obj=3), ImportError('a', name='q', path='p'), ImportError('a', 'b'), NameError(), AttributeError()):
    print(repr(e), e.name, getattr(e, 'obj', '-'), getattr(e, 'msg', '-'), getattr(e, 'path', '-'))

sys.modules['foo'] = None
sys.modules['bisect'] = None
for line in ('import foo', 'from foo import bar', 'import bisect'):
    try:
        exec(line)
    except ImportError as e:
        print(type(e).__name__, e, e.name)


class C:
    pass


class D(C):
    pass


x = D()
p = weakref.proxy(x)
print(isinstance(p, C), isinstance(p, D), type(p) is D, isinstance(p, int), isinstance(p, (int, C)), p.__class__)


class Pretends:
    @property
    def __class__(self):
        return dict


print(isinstance(Pretends(), dict), isinstance(Pretends(), Pretends), isinstance(Pretends(), list), type(Pretends()) is Pretends)
match [1, 2]:
    case collections.abc.Sized():
        print('sized')
match Pretends():
    case dict():
        print('dict')

print(json.loads('{"a": 1, "b": [{"c": 2.5, "c": {}}], "a": 3}', object_pairs_hook=lambda p: p))
print(json.loads('{"a": 1, "a": {"b": 2}}', object_hook=lambda o: sorted(o.items(), key=str)))
print(json.loads('[{"a": 1, "a": 2}, {}]', object_pairs_hook=dict, parse_int=str))
print(json.loads('[{"a": 1, "a": 2}]', parse_int=float))

for template in (r'\g<9>', r'\9', r'\g<x>', r'\g<', r'\g', r'\g<>', r'\g<1', r'\g<a b>', r'\q', '\\', r'\8', r'\777', r'\477', 'a\n\\q'):
    try:
        print(repr(re.sub(r'(a)', template, 'a')))
    except re.error as e:
        print(e, e.pos, e.lineno, e.colno, repr(e.pattern), e.msg)
    except IndexError as e:
        print(type(e).__name__, e)
print(repr(re.sub(r'(?P<n>a)(b)?', r'[\g<n>\g<1>\g<0>\2\n\101\0\\\.\-]', 'abca')))
try:
    re.sub('x', r'\1', 'nothing here')
except re.error as e:
    print(e)

for n in (10**30, -10**30, -1, 0x110000, 2**31, -2**31 - 1, 1.5, 'a'):
    try:
        print(chr(n))
    except (OverflowError, ValueError, TypeError) as e:
        print(type(e).__name__, e)

print(dir(object))
print(type.__module__, int.__module__, type(int).__module__, (lambda: 0).__module__, C.__module__)


class A:
    one = 1

    def f(self):
        pass


class S:
    __slots__ = ('a', 'b')


a = A()
a.own = 1
s = S()
s.a = 1
public = [n for n in dir(a) if n not in dir(object)]
print(public, [n for n in dir(A) if n not in dir(object)], [n for n in dir(S()) if n not in dir(object)])
print(a.__getstate__(), A().__getstate__(), s.__getstate__(), S().__getstate__(), (3).__getstate__(), copy.copy(s).a, copy.deepcopy(a).own)
for text in ('x = 1\\', 'x = 1\n\\\n', 'x = (1 + \\', 'x = 1 \\ 2'):
    try:
        compile(text, 'f', 'exec')
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset)
print(eval('1 + \\\n2'))

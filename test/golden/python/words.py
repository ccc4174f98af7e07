"""Own powers and complex numbers, format specifiers refused, descriptors printed, structs of sys, texts of collections."""
import functools
import sys
from collections import *


def said(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Own:
    def __pow__(self, other, modulus=None):
        return 'pow', other, modulus

    def __rpow__(self, other, modulus=None):
        return 'rpow', other, modulus

    def __complex__(self):
        return 3 + 4j


class Wrong:
    def __complex__(self):
        return 3


class Real:
    def __float__(self):
        return 2.5


class Index:
    def __index__(self):
        return 7


print(pow(Own(), 2, 3), pow(Own(), 2), Own() ** 2, 2 ** Own())
for args in ((2, Own(), 3), (2.0, 2, 3), ('a', 2, 3), (2, 2, 1j), (7, -1, 5), (2, 5, -3)):
    said(pow, *args)
for v in (Own(), Wrong(), Real(), Index(), object(), [], '1+2j', ' (3j) ', '-j', 'j', '1-j', '1e3+.5j', 'nan-infj', '1 + 2j', '', '(1', '1_0j', '+2'):
    said(complex, v)
said(complex, 1, [])

said(type, 'A', (1,), {})
said(type, 'A', (object(),), {})
said(functools.partial)
said(functools.partial, 3)
said(functools.partial(int, base=2), '101')

for spec, v in (
    (':,s', 1.5), (':s', 1.5), (':d', 1.5), (':,s', 'a'), (':=5', 'a'), (':_x', 1.5), (':,x', 15), (':.3d', 4), (':q', 4), (':q', 's'),
    (':10q', 1.5), (':zz', 1), (':,_', 1), (':_,', 1), (':+', 'a'), (':#', 'a'), (': ', 'a'), (':z', 1.0), (':c', -1), (':c', 1.5), (':+c', 65),
    (':,c', 65), (':.3c', 65), (':,n', 5), (':_b', 255), (':#c', 65), (':,.2f', 12345.678), (':_d', 1234567), (':,', True), (':,', 'a'),
):
    said(f'{{{spec}}}'.format, v)


class Slots:
    __slots__ = ('a', 'b')

    @staticmethod
    def s():
        pass


print(Slots.a, Slots.b, int.real, str.join, int.__add__, list.__getitem__, object.__init__, list.__len__, property.fget, object.__reduce_ex__)
print(repr(float.__round__), str.__format__, dict.__contains__, tuple.__contains__)
said(getattr, Slots(), 'a')
said(setattr, Slots(), 'c', 1)

print(sys.version_info)
print(sys.version_info[:2], sys.version_info >= (3, 8), sys.version_info.releaselevel, tuple(sys.version_info))
print(sys.float_info)
print(sys.int_info)
print(sys.hash_info)
print(sys.implementation.name, sys.implementation.cache_tag, sys.getfilesystemencoding(), sys.flags.optimize)

print(sorted(k for k in globals() if k[:1].isupper() and k not in ('Own', 'Wrong', 'Real', 'Index', 'Slots')))
u = UserString('abc')
print(u, repr(u), u.upper(), type(u.upper()).__name__, u + 'd', 'x' + u, u * 2, 'b' in u, u[1:], u == 'abc', len(u), hash(u) == hash('abc'))
print(u.join(['1', '2']), u.replace('a', UserString('z')), u.split('b'), u.find(UserString('c')), '%s' % u, f'{u:>5}', u.encode(), isinstance(u, str))
print(UserList([1, 2]) + [3], UserDict(a=1))

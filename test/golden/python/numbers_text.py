print(7 // 2, -7 // 2, 7 // -2, -7 % 3, 7 % -3, -7.5 // 2, -7.5 % 2, 7.5 % -2, divmod(-7, 2), divmod(7.5, -2))
print(2 ** 10, 2 ** -1, 2 ** 0.5, (-8) ** (1 / 3), 2 ** 100, -2 ** 2, 10 ** 20 // 3, (10 ** 20) % 7, -(10 ** 20) // 7)
print(1 / 3, 2 / 3, 10 / 2, 1e16, 1e15, 123456789012345678, 1e-5, 0.0001, 1.5e300 * 1e10, -0.0, 0.1 + 0.2, 1e22, 1e21, 100.0, 5e-324, 1.7976931348623157e308)
print(float('inf'), float('-inf'), float('nan'), float('1e5'), float('  -3.5 '), float('1_000.5'))
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234.5678, -2), round(1234, -2), round(0.5), round(1e16 + 1), round(5.015, 2), round(-0.4))
print(int(3.9), int(-3.9), int('0x1f', 16), int('1010', 2), int('-12'), int('z', 36), int(1e20), int('0b11', 0), bool(0.0), int(True))
print(1 == 1.0, 2 ** 53 == 2.0 ** 53, 2 ** 53 + 1 == 2.0 ** 53, 10 ** 30 > 1e29, True + True, 3 & 5, 3 | 5, 3 ^ 5, ~5, 1 << 70, (1 << 70) >> 68, -5 >> 1, -1 & 0xff, True & False, True | 2)
print(hex(255), oct(8), bin(-5), hex(-(2 ** 70)), (255).bit_length(), (3.0).is_integer(), (0.75).as_integer_ratio(), (10).to_bytes(2, 'big'), (2.5).hex())
print(abs(-5), abs(-2.5), pow(2, 10, 1000), pow(3, -1, 7), sum([0.1] * 10), min(1, 2.0), max(1, True))
print(9007199254740993, 9007199254740992 + 1, 9007199254740991 + 2, 3037000500 * 3037000500, -9007199254740993 + 1, 2 ** 64 - 2 ** 64, (2 ** 60) * 0)
print(3 + 4j, (1 + 2j) * (3 - 1j), abs(3 + 4j), (1 + 2j).conjugate(), 1j ** 2, complex(1, -0.0), (1+0j) == 1)
for v in (0, 1, -1, 3.14159, 1234567.891, 1e-10, 1e20, float('inf'), 123456789, -42, 0.5):
    print(f'{v:.2f}|{v:10.3f}|{v:<10.1f}|{v:+.1e}|{v:g}|{v:.3g}|{v:010.2f}|{v:,.2f}|{v:.0f}|{v:%}|{v:.1%}|{v:>12}|{v:^12}|{v!s:*^12}|{float(v):.4}')
for v in (0, 255, -255, 12345678901234567890):
    print(f'{v:d}|{v:x}|{v:X}|{v:#x}|{v:o}|{v:b}|{v:#b}|{v:08d}|{v:+d}|{v: d}|{v:,}|{v:_}|{v:>20}|{v:<20}|{v:^20}|{v:=+20}|{v:e}|{v:.2f}|{v:020,}')
print(f'{"abc":>6}|{"abc":<6}|{"abc":^7}|{"abc":*^7}|{"abcdef":.3}|{"abc"!r}|{"é"!a}|{True}|{True:d}|{None}|{[1, 2]}|{3:c}|{65:c}')
w, p = 10, 3
print(f'{3.14159:{w}.{p}f}|{"x":{"*"}^{w}}|{w=}|{w + p = }|{3.5=:.2f}|{"a" "b"}|{{}}|{ {"k": 1}["k"] }|{(lambda x: x * 2)(3)}')
print('%d %5d %-5d| %05d %+d %x %o %e %.2f %g %s %r %c %% %10.3s|' % (1, 2, 3, 4, 5, 255, 8, 1234.5, 3.14159, 0.0001, 'abc', 'q', 'z', 'abcdef'))
print('%(a)s %(b)05.1f' % {'a': 1, 'b': 2.25}, '%s' % ((1, 2),), '%5s|%-5s|' % ('a', 'b'), '%i' % 3.9, '%#x' % 255, '%.3d' % 5, '%*d' % (5, 42))
print('{} {} {0}'.format(1, 2) if False else '{0} {1} {0}'.format(1, 2), '{a} {b!r:>5}'.format(a=1, b='x'), '{:>{w}}'.format('r', w=5), '{0[0]} {0[1]} {1.real}'.format([1, 2], 5), '{:,} {:.1%}'.format(1234567, 0.256), '{{}}'.format())
for bad in (lambda: f'{5:s}', lambda: f'{"a":d}', lambda: '%d' % 'a', lambda: '%s %s' % 1, lambda: '%s' % (1, 2), lambda: '{}'.format(), lambda: '{a}'.format(), lambda: f'{3.5:d}', lambda: f'{[]:>5}', lambda: format(5, '.2d')):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
s = 'Hello, World'
print(s.upper(), s.lower(), s.swapcase(), s.title(), 'hello world'.capitalize(), s.center(20, '*'), s.ljust(15) + '|', s.rjust(15), s.zfill(15), '-5'.zfill(4))
print(s.find('o'), s.rfind('o'), s.find('zz'), s.count('l'), s.replace('l', 'L'), s.replace('l', 'L', 1), s.split(', '), s.partition(', '), s.rpartition('o'), s.startswith('He'), s.endswith(('x', 'ld')))
print('  a b  c '.split(), 'a,b,,c'.split(','), 'a b c d'.split(None, 2), 'a b c d'.rsplit(' ', 1), 'a\nb\r\nc'.splitlines(), ''.split(), ''.split(','), 'x'.join(['a', 'b']), ' x '.strip(), 'xxaxx'.strip('x'), 'abc'.lstrip('a'), 'abc'.rstrip('c'))
print('abc'.isalpha(), '123'.isdigit(), 'a1'.isalnum(), ' '.isspace(), 'Abc'.istitle(), 'ABC'.isupper(), 'x_1'.isidentifier(), 'abc' < 'abd', 'a' < 'B', 'abc'[::-1], 'abcdef'[1:5:2], 'abc'[-2:], 'abc'[5:], 'ab' * 3, 'b' in 'abc')
print(repr('it\'s'), repr("a\"b'c"), repr('tab\tnl\n\\ \x00 \x7f é 日本 \u200b \U0001f600'), len('日本😀'), '日本😀'[2], '😀a'[1], [c for c in 'a😀b'], '日本😀'[::-1], 'é'.encode(), 'abc'.encode('ascii'), b'ab\x00\xff', b'abc'.decode(), b'a' + b'b', bytes([1, 2]), b'abc'[0], list(b'ab'))
print('abc'.translate(str.maketrans('ab', 'xy')), 'a\tb'.expandtabs(4), 'Straße'.casefold(), 'prefix_x'.removeprefix('prefix_'), 'x.py'.removesuffix('.py'), ord('a'), chr(8364), ascii('é😀'))
print(str(1.0), repr(1.5), str(None), str(True), str([1, 'a', None, 2.0, (1,), {'a': {1}}]), str(b'x'), repr(...), str(NotImplemented), str(int), str(len))
import math
print(math.sqrt(16), math.floor(-2.5), math.ceil(2.1), math.trunc(-2.7), math.factorial(20), math.gcd(12, 18), math.isclose(0.1 + 0.2, 0.3), math.hypot(3, 4), math.log(8, 2), math.log10(1000), math.log2(8), math.exp(1), math.fsum([0.1] * 10), math.prod([1, 2, 3]), math.comb(5, 2), math.isqrt(17), math.copysign(1, -0.0), math.inf, math.nan, math.modf(2.5), math.frexp(8.0), math.fmod(-7, 3), math.degrees(math.pi), math.atan2(1, 1), math.tau)
for bad in (lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.exp(1000), lambda: math.factorial(-1), lambda: math.sqrt('a')):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
for text in ['', '  a b  c ', 'a\u00a0b\x1cc\x85d\ufeffe\u3000', ' a  b   c  d ']:
    print(*(ascii(text.split(None, k)) for k in range(-1, 4)), *(ascii(text.rsplit(None, k)) for k in range(4)))

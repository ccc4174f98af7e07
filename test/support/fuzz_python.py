"""Random Python programs with what CPython prints for them, one JSON object a line: the differential fuzzer's first half.

    python3 test/support/fuzz_python.py [SEED [COUNT]] | node test/support/fuzz-python.ts
"""
import contextlib
import io
import json
import random
import sys
import warnings

warnings.simplefilter('ignore')
ATOMS = ['0', '1', '-1', '2', '3', '7', '-5', '10**20', '-10**19', '2**53', '0.0', '-0.0', '1.5', '-2.5', '0.1', '1e16', '1e-7', '3.0', '1e308', "float('inf')", "float('nan')",
         'True', 'False', 'None', "''", "'a'", "'abc'", "'Hello World'", "' x y '", "'é😀z'", "'10'", "'-3.5'", "b'ab'", '[]', '[1]', '[1, 2, 3]', "['b', 'a']", '[[1], [2, 3]]', '()', '(1,)',
         "(1, 'a', 2.5)", '{}', "{'a': 1}", '{1: 2, 3: 4}', 'set()', '{1, 2}', '{3, 4, 5}', 'frozenset({1})', 'range(3)', 'range(10, 0, -3)', '1j', '(2+3j)', 'int', 'str', 'len', '...', 'slice(1, 3)']
BINARY = ['+', '-', '*', '/', '//', '%', '**', '<<', '>>', '&', '|', '^', '@', '==', '!=', '<', '<=', '>', '>=', 'in', 'not in', 'is', 'and', 'or']
UNARY = ['-', '+', '~', 'not ']
CALLS = ['len', 'abs', 'str', 'repr', 'int', 'float', 'bool', 'list', 'tuple', 'set', 'sorted', 'sum', 'min', 'max', 'any', 'all', 'round', 'hex', 'bin', 'oct', 'ord', 'chr', 'hash', 'type', 'reversed',
         'enumerate', 'dict', 'iter', 'complex', 'divmod', 'pow', 'isinstance', 'range', 'zip', 'ascii', 'callable', 'frozenset', 'bytes', 'slice', 'next', 'format', 'map', 'filter']
METHODS = ['upper()', 'lower()', 'title()', 'strip()', 'split()', "split('a')", "split(' ', 1)", "join(['x', 'y'])", "replace('a', 'bb')", "find('l')", "count('l')", 'isdigit()', 'isalpha()', "startswith('a')",
           'zfill(6)', "center(9, '*')", 'ljust(5)', 'rjust(7)', 'swapcase()', 'capitalize()', 'splitlines()', "partition('b')", 'encode()', 'append(5)', 'pop()', 'pop(0)', 'index(1)', 'sort()', 'reverse()', 'copy()',
           'extend([9])', 'insert(0, 8)', 'remove(1)', 'keys()', 'values()', 'items()', "get('a')", 'get(1, 0)', "setdefault('z', 3)", 'update({5: 6})', 'popitem()', 'add(9)', 'discard(1)', 'union([7])', 'intersection([1, 2])',
           'difference([1])', 'issubset({1, 2, 3})', 'isdisjoint({9})', 'symmetric_difference({1, 9})', 'bit_length()', 'is_integer()', 'as_integer_ratio()', 'conjugate()', 'hex()', 'real', 'imag', 'numerator', 'start', 'nope', '__class__',
           "format(1, 2)", "rsplit('l', 1)", "rfind('l')", 'casefold()', "removeprefix('a')", "translate({97: 'Q'})", 'expandtabs()', 'isupper()', 'istitle()', "rpartition('l')", "endswith(('c', 'd'))", 'decode()', 'clear()', 'count(1)']
SPECS = ['', '5', '>8', '<8', '^8', '*^9', '08', '+', ' ', ',', '_', '.2f', '.3', '8.2f', 'e', '.1e', 'g', '.3g', '%', '.1%', 'd', 'x', '#x', 'b', 'o', 'c', 's', '.2s', 'n', '+.1f', '010.3f', ',.2f', '=+9', 'X', 'E', 'G', '#o', '-', 'r', '0', '.0f', '#.3g', 'z']
FORMATS = ['%s', '%r', '%d', '%5d', '%-5d|', '%05.1f', '%x', '%e', '%g', '%c', '%5s', '%.2s', '%i', '%o', '%+d', '%%', '%f', '%.3f', '%X', '%#x', '%a', '% d']
SLICES = ['[0]', '[-1]', '[1:]', '[:2]', '[::-1]', '[1:3]', '[::2]', "['a']", '[5]', '[-3:-1]', '[3:1:-1]', '[:-5]', '[1.0]', '[None]', '[True]', '[:, 0]']


class Gen:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def expr(self, depth):
        r = self.r
        if depth <= 0 or r.random() < 0.18:
            return r.choice(ATOMS + ['x', 'y', 'z'])
        k = r.randrange(15)
        e = lambda: self.expr(depth - 1)
        if k < 4:
            return f'({e()} {r.choice(BINARY)} {e()})'
        if k == 4:
            return f'({r.choice(UNARY)}{e()})'
        if k < 7:
            f = r.choice(CALLS)
            return f'{f}({", ".join(e() for _ in range(r.choice([1, 1, 1, 2, 2, 3, 0])))})'
        if k < 9:
            return f'({e()}).{r.choice(METHODS)}'
        if k == 9:
            return f'({e()}){r.choice(SLICES)}'
        if k == 10:
            return f'format({e()}, {r.choice(SPECS)!r})'
        if k == 11:
            return f'({r.choice(FORMATS)!r} % ({e()},))' if r.random() < 0.7 else f'({r.choice(FORMATS)!r} % {e()})'
        if k == 12:
            return f'[{e()} for i in {e()} if {e()}]'
        if k == 13:
            return f'({e()} if {e()} else {e()})'
        return r.choice([f'[{e()}, {e()}]', f'({e()}, {e()})', f'{{{e()}: {e()}}}', f'{{{e()}, {e()}}}', f'(lambda a: {e()})({e()})', f'[*{e()}, {e()}]', f'{{**{e()}}}', f'dict(a={e()})'])

    def statement(self, i):
        r = self.r
        e = lambda d=2: self.expr(d)
        k = r.randrange(10)
        if k < 5:
            body = f'print({e(3)})'
        elif k == 5:
            body = f'{r.choice("xyz")} = {e()}'
        elif k == 6:
            body = f'{r.choice("xyz")} {r.choice(["+", "-", "*", "//", "%", "|", "&", "**", "/", "<<"])}= {e(1)}'
        elif k == 7:
            body = f'a, *b = {e()}\n    print(a, b)' if r.random() < 0.5 else f'a, b = {e()}\n    print(b, a)'
        elif k == 8:
            body = f'for i in {e(1)}:\n        if {e(1)}: continue\n        print(i, {e(1)})\n        break\n    else: print("else")'
        else:
            body = f'{r.choice("xyz")}[{e(1)}] = {e(1)}'
        return f'try:\n    {body}\nexcept Exception as e:\n    print(type(e).__name__, e)'

    def program(self):
        return 'x, y, z = [1, 2, 3], {"a": 1, "b": [2]}, "text"\n' + '\n'.join(self.statement(i) for i in range(12)) + '\nprint(repr(x)[:300], repr(y)[:300], repr(z)[:300])\n'


def steady(source):
    """What the program prints, or None when it depends on addresses, hashes or takes too long."""
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(source, 'fuzz.py', 'exec'), {'__name__': '__main__'})
    except BaseException as e:
        return None
    text = out.getvalue()
    return None if ' at 0x' in text or len(text) > 20000 else text


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    for i in range(count):
        source = Gen(seed * 1000003 + i).program()
        if 'hash(' in source or '<< 10**' in source or '** 10**' in source:
            continue
        text = steady(source)
        if text is not None:
            print(json.dumps({'seed': seed, 'i': i, 'source': source, 'stdout': text}))


if __name__ == '__main__':
    main()

# Patterns: where a match was looked for, what an error in a pattern says, flags in what is printed. Formatter.
import re
print(re.match(r'(?P<a>\d+)-(?P<b>\w+)?', '12-').groupdict(), re.search('b', 'abc').span(), re.findall(r'(\w)(\d)', 'a1 b2'), re.split(r'([,;])', 'a,b;c'), re.sub(r'(\w+) (\w+)', r'\2 \1', 'hello world'), re.subn('a', 'b', 'aaa', 2))
m = re.match(r'(a)(b)?', 'ac'); print(m, m.group(0, 1, 2), m.groups('x'), m.start(2), m.end(1), m[1], m.lastindex, m.lastgroup, m.re, m.string, m.pos, m.endpos, m.expand(r'<\1>'), bool(m))
p = re.compile(r'''
  (\d+)  # num
  \s* ([a-z])''', re.X | re.I); print(p, p.flags, p.groups, p.groupindex, p.pattern, p.findall('12 A 3b'), p.search('zz 5c', 3), p.fullmatch('1a'), p.match('x'))
print([m.start() for m in re.finditer('(?=aa)', 'aaaa')], re.sub('x*', '-', 'abc'), re.split('x*', 'axbc'), re.sub(r'\d', lambda m: str(int(m[0]) * 2), 'a1b5'), re.escape('a.b*c'), re.fullmatch('a+', 'aab'))
for bad in ('(', 'a**', '[', '(?P<a>x)(?P<a>y)', '\\', '(?<=a+)b', '(?P=zz)', 'a{3,2}', '*a', '(?z)', r'\8'):
    try: re.compile(bad); print('ok', bad)
    except re.error as e: print(e, e.pos, e.msg, e.lineno, e.colno)
print(re.sub('(?i)A', 'z', 'aA'), re.findall(r'\bfoo\b', 'foo foobar foo'), re.findall(r'^\w', 'a\nb', re.M), re.findall('.', 'a\nb', re.S), re.match(r'(?:a|b)+?', 'ab'), re.match(r'(a)|b', 'b').groups(), re.findall(r'(?<!a)b', 'ab bb'), re.match(r'(.)\1', 'aa'), re.match(r'(?P<q>.)(?P=q)', 'bb'), re.match(r'(?>a+)b', 'aab'), re.match('a++b', 'aab'))
print(re.sub('(a)(b)?', r'[\1\2]', 'ab a'), re.sub('a', r'\g<0>\n', 'a'), '', re.purge(), re.compile('a', re.A).flags)
try: re.sub('a', r'\2', 'a')
except re.error as e: print(e)
print(re.findall(r'[^\W\d_]+', 'héllo wörld_1'), re.findall(r'\d', '١2'), re.findall(r'\d', '١2', re.A), re.search(r'[\u4e00-\u9fff]', 'x中'))
try: re.match('a', b'a')
except TypeError as e: print(e)
print(re.compile('a') == re.compile('a'), hash(re.compile('a')) == hash(re.compile('a')), re.match('a', 'abc', ) .__class__, re.compile(r'(?s:.)b').match('\nb'), re.match('(?x) a b', 'ab'), re.split(r'\s+', ' a b ', maxsplit=1), re.match(r'(a(b)?)+', 'aba').groups(), re.search('$', 'ab\n').start(), re.findall(r'\Z', 'ab'), re.match('(?(1)a|b)', 'b') if False else '')
print(re.match(r'(<)?a(?(1)>|!)', '<a>'), re.match(r'(<)?a(?(1)>|!)', 'a!'))
print(re.findall('a|b|', 'abc'), re.sub('', '-', 'ab'), re.scanner if False else 1)

import string, json, functools, warnings
print(string.Formatter().format('{0} {a!r:>5}', 1, a='x'), list(string.Formatter().parse('a{b!r:>{c}}d{{e}}')))
class FF(string.Formatter):
    def get_value(self, k, a, kw): return kw.get(k, '?') if isinstance(k, str) else a[k]
    def format_field(self, v, s): return f'<{v}>'
print(FF().format('{a} {0}', 5), string.Formatter().format('{} {} {0.real}', 1, 2) if False else '', string.Formatter().format('{} {x[a]} {y[0].real:>{w}}', 1, x={'a': 2}, y=[3], w=4), string.Formatter().vformat('{0}', ('v',), {}))
for bad in ('{', '}', '{0', '{} {0}', '{0} {}', '{a!x}', '{a!}', '{a.}', '{a[}', '{a[0]b}', '{0!rx}'):
    try: print(string.Formatter().format(bad, 1, a=[2]))
    except Exception as e: print(bad, type(e).__name__, e)
for bad in (lambda: json.dumps(float('nan'), allow_nan=False), lambda: functools.lru_cache('x')):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always'); warnings.warn('far', DeprecationWarning, stacklevel=2)
    print([(str(x.message), x.filename, x.lineno) for x in w])

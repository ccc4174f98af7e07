"""Standard modules that few programs import: ast.literal_eval, urllib.parse, shlex, html, configparser, contextvars, calendar, signal,
platform, importlib.util."""
import ast
import calendar
import configparser
import contextvars
import html
import importlib.util
import io
import platform
import shlex
import signal
from urllib.parse import (parse_qs, parse_qsl, quote, quote_plus, unquote, unquote_plus, urldefrag, urlencode, urljoin, urlparse, urlsplit, urlunparse)


def tried(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return f'{type(e).__name__}: {e}'.split(' object at 0x')[0]


for t in ('1', '-1', '+1.5', '1+2j', '-3-1j', "'a' 'b'", "b'x'", '(1, 2)', '[1, [2], {}]', "{'a': 1, 'b': (None, True)}", '{1, 2}', 'set()', '  3', 'None',
          '1 + 2', 'x', 'f(1)', '[x]', '-"a"', 'lambda: 1', '1 if 2 else 3', "f'a'", '[i for i in a]', 'a.b', 'a[0]', '{**a}', '1 < 2', '...', '{1: 2, 1: 3}',
          '2**3', '(1)', '{[]: 1}', '~1', '--1', 'not 1', '10**30', '123456789012345678901234567890', '[1, 2', '1 2'):
    print(repr(t), tried(ast.literal_eval, t))

for u in ('http://user:pw@Host.com:80/a/b;p?q=1&r=2#frag', 'https://x.org', '//h/p', 'a/b?c', 'mailto:a@b.c', 'file:///etc/x', 'HTTP://[::1]:8080/', 'x:y', '', '?q', '#f',
          's3://bucket/key/name.pt', 'C:\\x'):
    p = urlparse(u)
    print(p, p.hostname, tried(lambda: p.port), p.username, p.password, p.geturl())
print(urlsplit('http://h/p;a?b#c'), urlunparse(('s', 'n', '/p', 'a', 'q', 'f')), tried(lambda: urlparse('http://h:99999/').port), tried(lambda: urlparse('http://h:a/').port))
base = 'http://a/b/c/d;p?q'
print([urljoin(base, u) for u in ('g', './g', 'g/', '/g', '//g', '?y', 'g?y', '#s', 'g#s', ';x', '', '.', './', '..', '../', '../g', '../..', '../../g', '../../../g', 'http://z/y', 'g:h')])
print(quote('a b/c?é&~'), quote('a/b', safe=''), quote_plus('a b+c'), unquote('a%20b%C3%A9%zz+'), unquote_plus('a+b%2B'), quote(b'\xff'), unquote('%ff'))
print(urlencode({'a': 1, 'b': 'x y', 'c': [1, 2]}), urlencode([('k', (1, 2)), ('z', 'é')], doseq=True))
print(parse_qs('a=1&a=2&b=&c'), parse_qs('a=&b', keep_blank_values=True), parse_qsl('a=1+2&b=%41'), urldefrag('http://x/y#z'))

for s in ('a b c', "a 'b c' d", 'a "b \\" c" d\\ e', '', ' x  y ', "''", 'a#b c', 'a\\\nb', '"', "'x", 'a\\', 'python t.py --lr 1e-3 --name="x y"', '"a\\b"'):
    print(repr(s), tried(shlex.split, s))
print(shlex.split('a # b\nc', comments=True), shlex.quote("it's"), shlex.quote('a b'), shlex.quote(''), shlex.quote('ok-1.2/x'), shlex.join(['a', 'b c']))

print(html.escape('<a href="x">\'&</a>'), html.escape('"\'', quote=False))
print(html.unescape('&lt;p&gt; &amp; &quot;x&quot; &#39;y&#39; &#x41;&#65 &eacute;&nbsp;| &copy2020 AT&T &#0; &#x110000; &#128; &hellip; &lt x &; & a'))

text = """
[DEFAULT]
base = /data
lr = 0.1
[train]
; comment
epochs = 10
path = %(base)s/train
debug = yes
multi = a
    b

    c
empty =
UPPER : Value = x
[eval]
lr = 0.5
percent = 5%%
"""
c = configparser.ConfigParser()
c.read_string(text)
print(c.sections(), c.options('train'), dict(c['train']), c['train']['path'], c.get('train', 'path', raw=True))
print(c.getint('train', 'epochs'), c.getfloat('eval', 'lr'), c['train'].getboolean('debug'), c['train'].get('nope', 'dflt'), c.get('x', 'y', fallback=3), c['train'].getint('nope', 7))
print('train' in c, c.has_option('train', 'LR'), c.has_section('DEFAULT'), c.items('eval'), list(c), len(c), c['train'], c.defaults())
for f in (lambda: c['nope'], lambda: c['train']['nope'], lambda: c.get('train', 'nope'), lambda: c.get('nope', 'x'), lambda: c.getint('train', 'path'), lambda: c.add_section('train'),
          lambda: c.getboolean('train', 'epochs'), lambda: c.set('train', 'a', 5), lambda: c.set('train', 'a', '5%'), lambda: c.read_string('x = 1'), lambda: c.read_string('[a]\n[a]\n'),
          lambda: c.read_string('[a]\nx=1\nx=2\n'), lambda: c.read_string('[b]\njunk\n'), lambda: c.read_dict({'q': {'v': '%(zz)s'}}), lambda: c['q']['v'], lambda: c.add_section('DEFAULT')):
    print(tried(f))
c['new'] = {'k': '1', 'J': 'two'}
c.set('eval', 'extra', 'e')
c.remove_option('train', 'multi')
c.remove_section('q')
c.remove_section('b')
c.remove_section('a')
out = io.StringIO()
c.write(out)
print(out.getvalue())
r = configparser.RawConfigParser(allow_no_value=True)
r.optionxform = str
r.read_string('[s]\nKey\nB = %(x)s\n')
print(dict(r['s']), r.read(['/nonexistent.ini']))


v = contextvars.ContextVar('v', default=5)
w = contextvars.ContextVar('w')
t = v.set(6)
print(v.get(), t.old_value is contextvars.Token.MISSING, t.var is v, v.name, w.get(1), tried(w.get).split(' name')[0])
ctx = contextvars.copy_context()
print(ctx.run(lambda: (v.set(9), v.get())[1]), v.get(), ctx[v], v in ctx, len(ctx))
v.reset(t)
print(v.get(), tried(v.reset, t).split(':')[0])

print(calendar.isleap(2000), calendar.isleap(1900), calendar.monthrange(2024, 2), calendar.month_name[3], calendar.day_abbr[0], calendar.leapdays(2000, 2025), calendar.weekday(2026, 12, 3),
      calendar.timegm((2024, 2, 29, 1, 2, 3)), tried(calendar.monthrange, 2024, 13), calendar.SUNDAY, list(calendar.month_abbr)[:3])
print(signal.SIGINT, repr(signal.SIGTERM), signal.signal(signal.SIGTERM, lambda *a: None), signal.getsignal(signal.SIGINT) is signal.default_int_handler, repr(signal.SIG_DFL),
      tried(signal.signal, signal.SIGINT, 'x'), signal.Signals(15).name)
print(platform.system(), platform.machine(), platform.python_implementation(), platform.python_version().startswith('3.11'), len(platform.python_version_tuple()))
print(importlib.util.find_spec('json').name, importlib.util.find_spec('no_such_package_here'), importlib.util.find_spec('os.path') is not None, tried(importlib.util.find_spec, 'nope_a.b'))

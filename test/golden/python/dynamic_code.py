"""exec, eval and compile: texts run in given namespaces."""
exec('x = 1\nprint(x)')
print(x)

ns = {}
exec('def f(a):\n    return a + k\nk = 5', ns)
print(ns['f'](2), sorted(k for k in ns)); ns['k'] = 7; print(ns['f'](2), ns['f'].__globals__ is ns, ns['f'].__module__, ns['f'].__qualname__)
exec('class C:\n  def m(self): return k', ns); print(ns['C']().m(), ns['C'].__module__, ns['C'])

print(eval('1+2'), eval('a*b', {'a': 2, 'b': 3}), eval('a+c', {'a': 1}, {'c': 5}))
c = compile('1+2', '<s>', 'eval')
print(eval(c))
c = compile('y = 4', 'f', 'exec')
exec(c)
print(y)
print(eval(compile('z=1','f','exec')), z)

src = '''
class M:
    def g(self): return 5
import math
from math import pi as p
for i in range(3): q = i
del i
'''
loc = {}
exec(src, globals(), loc)
print(loc['M']().g(), list(loc), loc['q'])

def f():
    x = 1
    exec('x = 2')
    print(x)
    return eval('x+1')
print(f())
def g():
    d = {}
    exec('a = 1\nb = [a for _ in range(2)] if False else 3', {}, d); print(d)
g()
try: exec('a=1\nprint([a for _ in range(2)])', {}, {})
except NameError as e: print(e)

import traceback
try: exec('def f():\n    raise ValueError("a")\nf()')
except ValueError: print(traceback.format_exc())
import inspect
ns={}
exec(compile('def f(): pass','<gen>','exec'),ns)
print(ns['f'].__code__.co_filename)
try: print(inspect.getsource(ns['f']))
except OSError as e: print(e)

exec('print(__name__)')
exec('print(__name__)', {'__name__': 'zz'})
exec('print(__name__)', {})
exec(b'print(3)')
c=compile('print(a)\n','x','exec')
for a in range(2): exec(c)
exec(c, {'a': 'q'})
print(type(c).__name__, eval('[x for x in range(3)]'), eval(' 1 +1'), eval('lambda x: x+1')(2))
class K:
    exec('attr = 9')
print(K.attr)
def h(n):
    return eval('n * 2') + eval('n', {'n': 1})
print(h(3))
exec('global gg\ngg = 3'); print(gg)
print('builtins:', eval('len([1])', {'__builtins__': {}}) if False else 'skip')
try:
    exec('x = (')
except SyntaxError as e: print(e.msg, e.lineno, e.filename)
try: eval('x = 1')
except SyntaxError as e: print(e.msg, e.lineno)

try: exec(3)
except TypeError as e: print(e)
try: exec('1', 3)
except TypeError as e: print(e)
try: eval('1', 3)
except TypeError as e: print(e)
try: compile('1', 'f', 'x')
except ValueError as e: print(e)
try: eval('undefined_name')
except NameError as e: print(e)
template = 'def add_{n}(x):\n    return x + {n}\n'
funcs = {}
for n in range(3):
    exec(template.format(n=n), funcs)
print([funcs[f'add_{n}'](10) for n in range(3)])
def fn(a, b): return a + b
code = compile("r = fn(1, 2)", "<t>", "exec")
ns = {'fn': fn}
exec(code, ns); print(ns['r'])
exec("import math; v = math.sqrt(16)", ns); print(ns['v'], 'math' in ns)
exec('raise KeyError("k")')

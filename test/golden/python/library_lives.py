"""weakref, gc, atexit, timeit; the functions of atexit run after an error too."""
import weakref, gc
class A:
    def __init__(self): self.me = None
    def __repr__(self): return 'A'
a = A(); r = weakref.ref(a); d = weakref.WeakValueDictionary(x=a); k = weakref.WeakKeyDictionary(); k[a] = 1; s = weakref.WeakSet([a])
print(r() is a, len(d), len(k), len(s), list(d.items()))
b = a
del a
print(r() is b, len(d))
del b
print(r(), len(d), len(k), len(s), d.get('x', 'none'), 'x' in d)
def f():
    t = A()
    return weakref.ref(t), t
q, t = f()
print(q() is t)
t = None
print(q())
def g():
    t = A()
    return weakref.ref(t)
print(g()())
p = A(); x = weakref.proxy(p); x.z = 3; print(p.z, x.z, bool(x))
del p
try: x.z
except ReferenceError as e: print(e)
c = A(); c.me = c; rc = weakref.ref(c); del c
gc.collect()
print(rc())
class Node:
    def __init__(self, n, parent=None):
        self.n = n; self.parent = weakref.ref(parent) if parent else None; self.kids = []
root = Node('r'); root.kids.append(Node('k', root)); print(root.kids[0].parent().n)
kid = root.kids[0]; del root; print(kid.parent())
cache = weakref.WeakValueDictionary()
def get(n):
    v = cache.get(n)
    if v is None: v = cache[n] = Node(n); print('made', n)
    return v
a1 = get('a'); a2 = get('a'); print(a1 is a2); get('b'); get('b'); print(sorted(cache.keys()))
class S:
    __slots__ = ('v', '__weakref__')
print(weakref.ref(S())())
def fn(): pass
print(weakref.ref(fn)() is fn)
m = weakref.WeakMethod(a1.__init__); print(m() == a1.__init__)
class S:
    __slots__ = ('v',)
import weakref
try: weakref.ref(S())
except TypeError as e: print(e)
class L(list): pass
l = L(); print(weakref.ref(l)() is l)
class T(tuple): pass
t = T(); 
try: print(weakref.ref(t)() is t)
except TypeError as e: print(e)
s={1}; print(weakref.ref(s)() is s)
class I(int): pass
i=I(3)
try: print(weakref.ref(i)() is i)
except TypeError as e: print(e)
class D(dict): pass
d=D(); print(weakref.ref(d)() is d, weakref.ref(len)() is len, weakref.ref(A:=type('A',(),{}))() is A)
import atexit, weakref
atexit.register(print, 'one'); atexit.register(lambda: print('two'))
@atexit.register
def bye(): print('bye')
class A: pass
a = A(); f = weakref.finalize(a, print, 'fin', 3); g = weakref.finalize(a, print, 'never'); g.atexit=False; h = weakref.finalize(a, print, 'called'); h(); print(h.alive, f.alive)
print(f.peek()[1:])
print('end')

import timeit
x = 3
print(timeit.timeit('x * 2', globals=globals(), number=10) >= 0, timeit.timeit('y.append(1)', 'y = []', number=3) >= 0)
def f(): pass
print(len(timeit.repeat(f, repeat=3, number=2)), min(timeit.repeat('f()', 'from __main__ import f', number=3, repeat=2)) >= 0)
try: timeit.timeit('x = (')
except SyntaxError as e: print(e.msg)
try: timeit.Timer(3)
except ValueError as e: print(e)
gc.collect(); gc.disable(); print(gc.isenabled(), gc.get_threshold()); gc.enable()
undefined_at_the_end()

# Containers that hold themselves, lists changed while they are sorted, lengths and counts beyond C.
import collections, types
class D(collections.deque): pass
d = D([1], 3); d.append(d); print(d)
d = collections.deque(); d.append(d); print(d)
d = collections.OrderedDict(); d[1] = d; print(d)
class O(collections.OrderedDict): pass
d = O(a=1); d['b'] = [d]; print(d)
n = types.SimpleNamespace(); n.a = n; n.b = [n]; print(n)
class A:
    def __lt__(self, o): x.append(1); return True
x = [A() for _ in range(5)]
try: x.sort()
except ValueError as e: print(e, len(x))
class B:
    def __lt__(self, o): raise KeyError(len(x))
x = [B() for _ in range(5)]
try: x.sort()
except KeyError as e: print(e, len(x))
def k(v):
    x.clear(); x.extend([1, 2]); return v
x = [3, 1, 2]
try: x.sort(key=k)
except ValueError as e: print(e, x)
x = [3, 1, 2]
x.sort(key=lambda v: len(x) or v); print(x)
class L:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
for n in (10**30, -1, -10**30, 2.5, True, None, 'a'):
    for f in (len, bool):
        try: print(f(L(n)))
        except Exception as e: print(type(e).__name__, e)
for f in (lambda: bytes(10**20), lambda: bytearray(10**20), lambda: [0] * -10**100, lambda: [0] * 10**100, lambda: 'a' * 2**63, lambda: (1,) * -2**63, lambda: b'a' * -2**64):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
x = [0, 1, 2]
x[1:2] = range(10**6)
print(len(x), x[0], x[1], x[-1])
x[1:-1] = []
print(x, len(repr(b'a' * 10**6)), b'ab' in b'a' * 10**6, int(b'1' * 3000) % 97)
e = None
for i in range(1200):
    n = ValueError(i)
    n.__cause__ = e
    e = n
print(e.__cause__.__cause__)

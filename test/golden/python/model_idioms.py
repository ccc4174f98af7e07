# assorted model-code idioms
from __future__ import annotations
import math, typing as t
from dataclasses import dataclass
class Config:
    def __init__(self, **kw):
        for k, v in kw.items(): setattr(self, k, v)
    def __repr__(self): return str(self.__dict__)
c = Config(a=1, b=[1,2]); print(c)
class Module:
    def __init__(self):
        self.__dict__['_m'] = {}
    def __setattr__(self, k, v):
        if isinstance(v, Module): self._m[k] = v
        else: object.__setattr__(self, k, v)
    def __getattr__(self, k):
        m = self.__dict__.get('_m')
        if m is not None and k in m: return m[k]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{k}'")
    def __call__(self, *a, **k): return self.forward(*a, **k)
class Lin(Module):
    def __init__(self, n): super().__init__(); self.n = n
    def forward(self, x): return x * self.n
class Net(Module):
    def __init__(self):
        super().__init__()
        self.a = Lin(2); self.b = Lin(3)
    def forward(self, x): return self.b(self.a(x))
n = Net(); print(n(5), list(n._m))
try: n.zzz
except AttributeError as e: print(e)
print(f"{'name':<10}|{'val':>8}"); print(f"{3.14159:>10.3f}", f"{1e-5:.3e}", f"{1234567:,}")
d = {}
for i, ch in enumerate("hello"): d.setdefault(ch, []).append(i)
print(d, sorted(d.items(), key=lambda kv: (-len(kv[1]), kv[0])))
stoi = {ch: i for i, ch in enumerate(sorted(set("hello world")))}; itos = {i: c for c, i in stoi.items()}
print([stoi[c] for c in "hello"], ''.join(itos[i] for i in [3, 2, 4, 4, 5]))
assert all(isinstance(v, int) for v in stoi.values()), "bad"
def cosine(it, warm=10, total=100, lr=1e-3, mn=1e-4):
    if it < warm: return lr * it / warm
    if it > total: return mn
    r = (it - warm) / (total - warm)
    return mn + 0.5 * (1.0 + math.cos(math.pi * r)) * (lr - mn)
print([round(cosine(i), 6) for i in range(0, 120, 20)])
print("%.4f %s %d%%" % (0.123456, [1], 50), "a" "b", r"\n", """x
y""")
x = 5; print(f"{x=} {x!r} {x:05d} {x + 1 = }")
def outer(*args, key: t.Optional[int] = None, **kw) -> dict[str, int]: return {'n': len(args), **kw}
print(outer(1, 2, z=3), outer.__annotations__)
print(*[1, 2], sep=', ', end='!\n')
while True:
    x -= 1
    if x < 0: break
    if x % 2: continue
    print(x, end=' ')
else: print('no')
print()
import sys; print('to stderr', file=sys.stderr); sys.stdout.flush()
class Meta(type):
    def __new__(cls, name, bases, ns): return super().__new__(cls, name, bases, dict(ns, tag=name.lower()))
class Z(metaclass=Meta): pass
print(Z.tag, type(Z)); print([type(v).__name__ for v in (1, 1.0, 'a', None, [], {}, (), set(), len, int, print, lambda: 0)])
lst = [[0] * 3 for _ in range(2)]; lst[0][1] = 5; print(lst); del lst[0][0]; print(lst, lst[-1][::-1])
try: raise ValueError("x") from KeyError("y")
except ValueError as e: print(repr(e.__cause__))
print(int.from_bytes(b'\x01\x02', 'big')) if hasattr(int, 'from_bytes') else None
g = (i ** 2 for i in range(4)); print(next(g), list(g), next(g, 'end'))
print(bool([]) or 'empty', 3 if [] else 4, 1 if x else 0, x and y if False else 'n')
@dataclass
class GPTConfig:
    block_size: int = 1024
    vocab_size: int = 50304
    bias: bool = True
cfg = GPTConfig(block_size=8); print(cfg, GPTConfig.__annotations__)
print(sum(p for p in [1, 2]) / 1e6, 10 ** -3, 2 ** 0.5, 7 // 2, -7 // 2, 1e3, 1_000)

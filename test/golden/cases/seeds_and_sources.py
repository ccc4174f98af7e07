# Seeds made of seeds, what stands in a file asked of its classes, modules looked for before they are imported.
import inspect, sys
import dataclasses, importlib, importlib.util, shutil, types
class A:
    """Doc."""
    x = 1

    def f(self):
        return 1
    # a comment inside

    # another
# outside

@dataclasses.dataclass
class B(A):
    y: int = 2
    class C:
        z = 3
def make():
    class L:
        def g(self): pass
    return L
if True:
    class D: pass
print(inspect.getsource(A)); print(inspect.getsource(B)); print(inspect.getsource(B.C)); print(inspect.getsource(make())); print(inspect.getsource(D), inspect.getsourcelines(D))
print(inspect.getsource(A.f), len(inspect.getsource(sys.modules['__main__'])), inspect.getsourcelines(sys.modules['__main__'])[1])
exec('class E: pass')
for o in (int, E, 3, type('F', (), {})):
    try: print(inspect.getsource(o))
    except Exception as e: print(type(e).__name__, e)
import numpy as np
import torch
s = np.random.SeedSequence(7); print(s, s.entropy, s.spawn_key)
a, b = s.spawn(2); print(a, s, s.spawn(1), s.state)
t = np.random.SeedSequence([1, 2**40, 3], pool_size=8, spawn_key=(1, 2)); print(t)
print(np.random.default_rng(a).random(3), np.random.default_rng([1, 2, 3]).standard_normal(2), np.random.default_rng(np.array([5, 6])).integers(0, 100, 4))
print([np.random.default_rng(c).integers(1000) for c in np.random.SeedSequence(12345).spawn(3)])
for bad in (lambda: np.random.SeedSequence(1, pool_size=2), lambda: np.random.SeedSequence(-1), lambda: np.random.SeedSequence(1.5), lambda: np.random.SeedSequence('12'), lambda: np.random.default_rng(1.5), lambda: np.random.default_rng('x'), lambda: np.random.default_rng([1.5]), lambda: np.random.default_rng(-1)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
m = torch.tensor([[4., 3.], [6., 3.]]); print(m.lu(), m.lu(get_infos=True), torch.lu_unpack(*m.lu()))
from importlib.util import find_spec
from importlib import util
def is_available(n): return importlib.util.find_spec(n) is not None
print([is_available(n) for n in ('torch', 'numpy', 'xformers', 'flash_attn', 'apex', 'triton', 'torchvision', 'json', 'os', 'sqlite3', 'zoneinfo', 'nothing_here', 'einops', 'collections.abc', 'torch.masked', 'torch.nosuch', 'torch.nn.functional', 'torch.distributed.tensor', 'os.path', 'xml.etree', 'xml.nosuch')])
s = find_spec('json'); print(s.name, s.parent == 'json' or s.parent == '', find_spec('torch.nn').name, util.find_spec('cv2'))
for f in (lambda: find_spec('nothing.here'), lambda: find_spec('.x'), lambda: find_spec('math.x'), lambda: find_spec('__main__'), lambda: importlib.import_module('.nn'), lambda: importlib.import_module('..x', 'torch'), lambda: util.resolve_name('.a', None)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(importlib.import_module('.functional', 'torch.nn').relu.__name__, importlib.import_module('torch.nn').Linear.__name__, util.resolve_name('..a', 'b.c'))

m = types.ModuleType('mine'); sys.modules['mine'] = m
try: find_spec('mine')
except ValueError as e: print(e)
sys.modules['none'] = None
print(find_spec('none'))

print(shutil.which('no-such-program-here'))
z = torch.zeros(2,2); b = torch.stack([torch.eye(2), z, torch.tensor([[1., 2.], [2., 4.]])])
print(torch.linalg.cholesky_ex(torch.eye(2), check_errors=True).info, torch.linalg.solve_ex(torch.eye(2), torch.ones(2), check_errors=True))
for x in (z, b):
    for f in (lambda: torch.lu(x), lambda: torch.linalg.lu_factor(x), lambda: torch.linalg.lu_factor_ex(x, check_errors=True), lambda: x.lu(), lambda: torch.linalg.cholesky_ex(x, check_errors=True), lambda: torch.linalg.inv_ex(x, check_errors=True), lambda: torch.linalg.solve_ex(x, torch.ones(2, 1), check_errors=True), lambda: torch.linalg.solve(x, torch.ones(2, 1)), lambda: torch.linalg.inv(x), lambda: torch.linalg.inv_ex(x).info, lambda: torch.linalg.lu_factor_ex(x).info, lambda: torch.linalg.cholesky(x)):
        try: print(f())
        except Exception as e: print(type(e).__name__, e)

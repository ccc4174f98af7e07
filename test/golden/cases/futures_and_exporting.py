# Futures are written with what they hold, in annotations that run; whether a model is being exported is asked inside and outside a graph.
import concurrent.futures
import torch
from torch.futures import Future
print(torch.compiler.is_exporting(), torch.compiler.is_compiling())
@torch.compile(backend='eager')
def f(x):
    return x + 1 if not torch.compiler.is_exporting() else x
print(f(torch.ones(2)))
def g() -> Future[torch.Tensor]: ...
def h() -> concurrent.futures.Future[int]: ...
print(h.__annotations__, Future[int], isinstance(Future(), Future))
print(Future, concurrent.futures.Future, g.__annotations__)
fut = torch.futures.Future(); fut.set_result(torch.tensor(2.)); print(fut.done(), fut.then(lambda f: f.wait() * 3).wait())
with concurrent.futures.ThreadPoolExecutor(2) as pool: print(list(pool.map(abs, [-1, 2])), type(pool.submit(abs, -3)))

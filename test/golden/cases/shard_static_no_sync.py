# world-size: 2
# A static graph that is first run without synchronising, and when buckets are laid again.
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
dist.init_process_group("gloo")
torch.manual_seed(0)
x = torch.ones(2, 4)
def attempt(name, f):
    try:
        f()
        print(name, "through")
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0][:300])
d = DDP(torch.nn.Linear(4, 1), static_graph=True)
attempt("first", lambda: d(x).sum().backward())
def quiet():
    with d.no_sync():
        d(x).sum().backward()
attempt("second, no_sync", quiet)
attempt("third", lambda: d(x).sum().backward())
attempt("fourth, no_sync", quiet)
print(d.module.weight.grad)
e = DDP(torch.nn.Linear(4, 1), static_graph=True)
def forward_only():
    with e.no_sync():
        y = e(x)
attempt("forward alone", forward_only)
attempt("after", lambda: e(x).sum().backward())
g = DDP(torch.nn.Linear(4, 1), static_graph=True)
def nograd():
    with g.no_sync(), torch.no_grad():
        y = g(x)
attempt("no grad", nograd)
attempt("after", lambda: g(x).sum().backward())
print(g.module.weight.grad)
h = DDP(torch.nn.Linear(4, 1), static_graph=True)
def mixed():
    with h.no_sync():
        y = h(x)
    y.sum().backward()
attempt("mixed", mixed)
k = DDP(torch.nn.Linear(4, 1))
for i in range(3):
    if i == 1:
        with k.no_sync():
            k(x).sum().backward()
    else:
        k(x).sum().backward()
print(k.module.weight.grad)

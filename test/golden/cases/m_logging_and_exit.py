import logging, warnings, time, os, sys, copy, torch, torch.nn as nn
from contextlib import nullcontext
log = logging.getLogger("train"); h = logging.StreamHandler(sys.stdout); h.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s")); log.addHandler(h); log.setLevel(logging.INFO)
log.info("lr=%g", 1e-3); log.debug("hidden"); log.warning("%d items", 3)
class Meter:
    def __init__(self, name, fmt=":f"): self.name, self.fmt = name, fmt; self.reset()
    def reset(self): self.val = self.avg = self.sum = self.count = 0
    def update(self, v, n=1): self.val = v; self.sum += v * n; self.count += n; self.avg = self.sum / self.count
    def __str__(self): return ("{name} {val" + self.fmt + "} ({avg" + self.fmt + "})").format(**self.__dict__)
m = Meter("Loss", ":.4e"); m.update(0.5, 3); m.update(0.25); print(m); print(os.environ.get("WORLD_SIZE", "1"), int(os.getenv("RANK", 0)))
t0 = time.time(); dt = time.perf_counter() - t0; print(isinstance(dt, float))
torch.manual_seed(0); net = nn.Linear(2, 1); ema = copy.deepcopy(net).requires_grad_(False)
for p, q in zip(ema.parameters(), net.parameters()): p.mul_(0.9).add_(q.detach(), alpha=0.1)
print(all(torch.equal(a, b) for a, b in zip(ema.state_dict().values(), net.state_dict().values())) or "moved")
ctx = nullcontext() if True else torch.autocast("cpu")
with ctx: print(net(torch.ones(1, 2)).shape)
with warnings.catch_warnings(record=True) as w: warnings.simplefilter("always"); warnings.warn("careful", UserWarning); print(len(w), w[0].message, w[0].category.__name__)
best, bad = float("inf"), 0
for ep, v in enumerate([3, 2, 2.5, 2.6, 1]):
    if v < best: best, bad, snap = v, 0, {k: t.clone() for k, t in net.state_dict().items()}
    else:
        bad += 1
        if bad >= 2: print(f"early stop at {ep=} {best=:.1f}"); break
else: print("never")
print(net.weight.data_ptr() == net.weight.detach().data_ptr(), id(net) == id(net), net.training, isinstance(net, nn.Module), callable(net), hasattr(net, "bias"), getattr(net, "nope", None))
print(f"{'epoch':>6} | {'loss':^10} | {'acc':<6}"); print("-" * 30); print("\t".join(map(str, [1, 2.5, None])), end="\n\n"); print(*[1, 2], sep=", ", file=sys.stdout); sys.exit(3)

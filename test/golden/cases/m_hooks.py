import torch, torch.nn as nn
torch.manual_seed(0)
acts = {}
def save(name):
    def hook(mod, inp, out): acts[name] = out.detach()
    return hook
m = nn.ModuleDict({"a": nn.Linear(3, 4), "b": nn.Sequential(nn.ReLU(), nn.Linear(4, 2))})
hs = [mod.register_forward_hook(save(n)) for n, mod in m.named_modules() if not list(mod.children())]
pre = m["a"].register_forward_pre_hook(lambda mod, args: (args[0] * 2,))
fb = m["b"].register_full_backward_hook(lambda mod, gi, go: print("bw", [None if g is None else tuple(g.shape) for g in gi], [tuple(g.shape) for g in go]))
x = torch.randn(5, 3, requires_grad=True)
h = m["a"](x); h.retain_grad(); h.register_hook(lambda g: g.clamp(-0.1, 0.1))
y = m["b"](h).pow(2).mean(); y.backward()
print({k: tuple(v.shape) for k, v in acts.items()}); print(h.grad.abs().max() <= 0.1, x.grad.shape)
for h_ in hs: h_.remove()
p = nn.Parameter(torch.ones(2)); p.register_post_accumulate_grad_hook(lambda q: print("acc", q.grad)); (p * 3).sum().backward()
print(m, sum(p.numel() for p in m.parameters()))
class Wrapped(nn.Module):
    def __init__(s, inner):
        super().__init__(); s.inner = inner; s.register_buffer("steps", torch.zeros((), dtype=torch.long)); s.register_buffer("tmp", torch.ones(2), persistent=False)
        s.scale = nn.Parameter(torch.tensor(1.5))
    def forward(s, x):
        s.steps += 1
        return s.inner(x) * s.scale
    def extra_repr(s): return f"scale={s.scale.item()}"
w = Wrapped(nn.Linear(2, 2, bias=False)); w(torch.ones(1, 2)); print(w, w.state_dict().keys(), w.steps)
missing = w.load_state_dict({"scale": torch.tensor(2.0)}, strict=False); print(missing)
w.load_state_dict({"scale": torch.tensor(2.0), "bogus": torch.ones(1)})

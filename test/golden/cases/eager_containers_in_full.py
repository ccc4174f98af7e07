"""Containers multiplied, dictionaries of parameters by all their methods, and a few errors that name what was wrong."""
import torch
import torch.nn as nn


def tell(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


torch.manual_seed(0)
s = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
print(s * 2, 2 * s)
print((s * 3)(torch.ones(1, 2)))
s *= 2
print(s, len(s), s[0] is s[2])
tell(lambda: s * 1.5)
tell(lambda: s * 0)

p = nn.ParameterDict({"b": torch.ones(2), "a": nn.Parameter(torch.zeros(1, 2))})
print(list(p), list(reversed(p)), "a" in p, len(p))
print(p.setdefault("c", torch.ones(1)), p.setdefault("a", torch.ones(9)).shape, p.setdefault("n"))
print(p.popitem(), p.pop("c"), list(p.keys()))
q = p.copy()
q["d"] = 3
print(q, (p | q).keys(), q is p)
p |= nn.ParameterDict({"z": torch.ones(1)})
print(p, p.fromkeys(["k", "l"], torch.ones(1)), p.get("none", 7))
tell(lambda: p.update(3))
tell(lambda: p.update([(1, 2, 3)]))
tell(lambda: p.update([4]))
tell(lambda: p(torch.ones(1)))
tell(lambda: p[1])
p.clear()
print(p, type(p).__module__, type(nn.ParameterList()).__module__)

print(nn.TripletMarginWithDistanceLoss(), nn.TripletMarginWithDistanceLoss(distance_function=nn.CosineSimilarity()))

w, unused = torch.ones(1, requires_grad=True), torch.ones(2, requires_grad=True)
print(torch.autograd.grad(w.sum(), [w, unused], materialize_grads=True))
print(torch.autograd.grad((w * w).sum(), [w, unused], create_graph=True, materialize_grads=True))

x = torch.arange(24.0).view(2, 3, 4)
tell(lambda: x.movedim((0, 0), (0, 1)))
tell(lambda: x.movedim((0, 1), (0, -3)))
tell(lambda: x.H)
tell(lambda: torch.ones(2).H)

F = nn.functional
eye = torch.eye(2, 3)[None]
print(F.affine_grid(eye, (1, 1, 1, 2), align_corners=True), F.affine_grid(torch.eye(3, 4)[None], [1, 1, 1, 1, 2], align_corners=False))
tell(lambda: F.affine_grid(eye.long(), (1, 1, 2, 2)))
tell(lambda: F.affine_grid(eye[0], (1, 1, 2, 2)))
tell(lambda: F.affine_grid(eye, (1, 1, 2, 2, 2)))
tell(lambda: F.affine_grid(eye, (1, 1, 2)))
tell(lambda: F.affine_grid(eye, torch.Size([1, 1, 0, 2]), align_corners=False))
for name in ("cumsum", "cumprod"):
    for b in (torch.tensor([1, 1]), torch.tensor([True, False]), torch.ones(2), torch.ones(0), torch.tensor(True)):
        tell(lambda: getattr(torch, name)(b, 0, dtype=torch.bool))
    tell(lambda: getattr(torch.tensor([True, False]), name + "_")(0))

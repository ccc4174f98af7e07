import torch
t = torch.tensor([3., 1., 2.])
for i, v in enumerate(t): print(i, v, float(v), int(v), f'{v:.2f}', v.item())
print(sum(t), max(t), min(t), sorted(t.tolist()), list(map(float, t)), [*t], t in [t], 3. in t, reversed(t), abs(-t), round(t[0].item(), 1), t.__len__(), bool(t[0]), hash(t) == hash(t), {t[0].item(): 1}, repr(t), str(t[0]), f'{t}', '%s' % t, t.sum() == 6, t > 1, not t.sum(), divmod(7, 2), -t, +t, t ** 2, 2 ** t, 1 / t, 1 - t, 2 // t, 5 % t, t @ t, t.__class__, isinstance(t, torch.Tensor), t.dtype == torch.float32)

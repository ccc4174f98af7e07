# What a sweep over a tensor's methods found: comparisons in place, tensors reversed, made from tensors, equal across types.
import torch


def attempt(f, *a, **k):
    try:
        print(f(*a, **k))
    except (RuntimeError, NotImplementedError) as e:
        print(type(e).__name__, e)


m = torch.ones(2, 2)
for name in ("eq_", "ne_", "lt_", "ge_", "logical_and_", "logical_xor_"):
    attempt(getattr(m.clone(), name), torch.ones(3))
    attempt(getattr(torch.ones(2), name), torch.ones(3, 2))
    attempt(getattr(m.clone(), name), torch.tensor([0.0, 2.0]))
grid = torch.arange(6).reshape(2, 3)
print(reversed(grid), list(reversed(grid)), reversed(torch.tensor(3)))
v = torch.ones(2)
print(v.new_tensor(torch.tensor([1, 2, 3])), v.new_tensor(m, dtype=torch.int64), v.new_tensor([1, 2]))
print(v.equal(torch.ones(3, dtype=torch.int64)), v.equal(torch.tensor([1, 1])), torch.equal(v, torch.tensor([1, 0])), v.equal(v.double()))
attempt(v.bernoulli, 2.5)
attempt(torch.tensor([[True]]).trace)

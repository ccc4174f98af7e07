# No kernel divides booleans; what put asks of its source; the order in which a mask's size is compared.
import torch

a, b = torch.tensor([True, False]), torch.tensor([True, True])
p = torch.zeros(3, 3)
calls = [
    lambda: torch.fmod(a, True),
    lambda: True % a,
    lambda: torch.div(a, b, rounding_mode="floor"),
    lambda: torch.div(a, b, rounding_mode="trunc"),
    lambda: torch.true_divide(a, b),
    lambda: torch.maximum(a, b),
]
for y in [b, True, False, torch.tensor(True)]:
    calls += [lambda y=y: a // y, lambda y=y: a % y]
for index, n in [([0], 6), ([0, 1], 1), ([0, 1], 2), ([9], 1), ([0.0], 1)]:
    calls += [lambda index=index, n=n: p.put(torch.tensor(index), torch.ones(n)), lambda index=index, n=n: p.put_(torch.tensor(index), torch.ones(n))]
calls += [lambda: p.put(torch.tensor([0]), torch.ones(1).double()), lambda: torch.ones(3, 4).masked_select(torch.ones(2).bool())]
for f in calls:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)

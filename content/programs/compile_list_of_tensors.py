# Lists and dictionaries of tensors are taken apart; their length is guarded.
import torch


@torch.compile(dynamic=False)
def f(parts, options):
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total * options["scale"]


print(f([torch.ones(2), torch.ones(2)], {"scale": 2.0}))
print(f([torch.ones(2), torch.ones(2), torch.ones(2)], {"scale": 2.0}))

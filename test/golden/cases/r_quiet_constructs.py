# Constructs that look dangerous and do not break a graph.
import torch


@torch.compile(dynamic=False)
def f(x):
    text = f"shape {x.shape}"
    total = sum(v * 2 for v in x)
    try:
        x.missing
    except AttributeError:
        total = total + len(text)
    first, second = x
    return total + max(first, second)


print(f(torch.tensor([1.0, 2.0])))

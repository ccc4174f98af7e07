import torch


@torch.compile(dynamic=False)
def f(x):
    y = torch.where(x > 0, x, torch.zeros_like(x))
    m = y.max(dim=-1, keepdim=True).values
    i = y.argmax(-1)
    s, ix = y.sort(-1)
    t = y.topk(2, -1)
    return (y - m, i, s.cumsum(-1), t.values, t.indices)


print(f(torch.tensor([[1.0, -2, 3], [4, 5, -6]])))

# Guards on expressions of several sizes, in PyTorch's order and words; sorting what became dynamic breaks.
import torch


def make(cond):
    def f(x, y):
        if cond(x.shape[0], y.shape[0]):
            return x.sum() + y.sum()
        return x.sum() - y.sum()

    return torch.compile(f, dynamic=True)


for name, cond, first, second in [
    ("sum above", lambda a, b: a + b > 20, (3, 5), (15, 16)),
    ("sum not above", lambda a, b: a + b > 20, (15, 16), (3, 5)),
    ("product below", lambda a, b: a * b < 20, (3, 5), (15, 16)),
    ("product not below", lambda a, b: a * b >= 20, (15, 16), (3, 5)),
    ("product divides", lambda a, b: (a * b) % 3 == 0, (3, 5), (4, 5)),
    ("sum divides", lambda a, b: (a + b + 1) % 3 == 0, (3, 5), (4, 6)),
    ("half", lambda a, b: (a + b) // 2 == 4, (3, 5), (15, 16)),
    ("sum differs", lambda a, b: a + b != 8, (15, 16), (3, 5)),
    ("product is", lambda a, b: a * b == 15, (3, 5), (15, 16)),
    ("product is not", lambda a, b: a * b == 16, (3, 5), (2, 8)),
    ("less", lambda a, b: a < b, (3, 5), (17, 16)),
    ("remainder", lambda a, b: a % b == 0, (3, 5), (12, 6)),
]:
    torch._dynamo.reset()
    f = make(cond)
    print(name, f(torch.ones(first[0]), torch.ones(first[1])), f(torch.ones(second[0]), torch.ones(second[1])))


@torch.compile
def ordered(x, items):
    out = []
    for k, v in sorted(items.items()):
        out.append(x * v)
    return torch.stack(out)


print(ordered(torch.ones(2), {"a": 1, "b": 2}))
print(ordered(torch.ones(2), {"a": 1, "b": 3}))
print(ordered(torch.ones(2), {"a": 1, "b": 4}))

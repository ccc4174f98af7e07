# torch.equal gives a Python bool: the graph cannot know it.
import torch


@torch.compile(dynamic=False)
def same(x):
    y = x * 2
    if torch.equal(x, y):
        return y
    return y - x


print(same(torch.ones(3)))

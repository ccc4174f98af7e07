# Writing in place to an expanded tensor: eager refuses, a graph adds up what comes to each place.
import torch


@torch.compile
def all_of_it(x):
    v = x.expand(3)
    v += 2
    return v


@torch.compile
def along_one(x):
    v = x.expand(-1, 4)
    v *= 3
    return v


@torch.compile
def along_two(x):
    v = x.expand(2, 3, 4)
    v.mul_(2)
    return x + 1


@torch.compile
def row_by_row(x, y):
    v = x.expand(2, 3)
    v.mul_(y)
    return x + 1


@torch.compile
def own(x):
    v = (x * 1).expand(2, -1)
    v -= 1
    v.relu_()
    v.div_(2)
    return v


x = torch.ones(3)
print(all_of_it(x), x)
x = torch.ones(3, 1)
print(along_one(x), x)
print(along_two(x), x)
x = torch.ones(3)
print(row_by_row(x, torch.tensor([[2.0], [3.0]])), x)
print(own(x), x)

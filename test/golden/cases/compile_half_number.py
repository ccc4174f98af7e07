# A Python float that changes becomes a number in the graph: what half types make of it, forward and backward.
import torch


@torch.compile
def chain(x, k):
    y = x * k
    return (y + k).float() - k


@torch.compile
def written(x, k):
    y = (x + 1) * 2
    y.mul_(k)
    z = (y / k).sigmoid() * k
    return z


@torch.compile
def around(x, k):
    return x.add(k), k / x, x - k, x / k


for f in (chain, written):
    for dtype in (torch.float32, torch.float16):
        x = torch.full((3,), 1.7).to(dtype).requires_grad_()
        for k in (1.5, 2.3, 3.701):
            y = f(x, k)
            y.sum().backward()
            print(y, x.grad)

for k in (1.501, 2.3, 3.701):
    print(around(torch.tensor([1.7, 2.3, 0.9]).bfloat16(), k))

k = torch.tensor(3.7012345)
for dtype in (torch.bfloat16, torch.float16):
    x = torch.tensor([1.7, 2.3, 0.9]).to(dtype)
    print((x * k).tolist(), (k * x).tolist(), (x / k).tolist(), (k / x).tolist(), (x / k.to(dtype)).tolist())
    print((x + k).tolist(), (x / k.double()).tolist(), x.clone().div_(k).tolist(), x.clone().mul_(k).tolist())

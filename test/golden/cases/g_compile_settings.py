# Settings of torch._dynamo.config under two names and for a while; numbers that become text.
import torch
import torch._dynamo

torch._dynamo.config.cache_size_limit = 2
print(torch._dynamo.config.recompile_limit)
torch._dynamo.config.recompile_limit = 3
print(torch._dynamo.config.cache_size_limit)


@torch.compile(dynamic=False)
def double(x):
    return x * 2


for n in range(2, 8):
    double(torch.ones(n))
torch._dynamo.config.recompile_limit = 8


@torch.compile
def halves(x):
    y = x + 1
    torch._dynamo.graph_break()
    return y * 2


halves(torch.ones(2))
with torch._dynamo.config.patch(recompile_limit=1):
    halves(torch.ones(3))
    print(torch._dynamo.config.cache_size_limit)


@torch._dynamo.config.patch("cache_size_limit", 2)
def more():
    halves(torch.ones(5, 1))
    return torch._dynamo.config.recompile_limit


print(more(), torch._dynamo.config.recompile_limit)


@torch.compile
def step(x, w):
    loss = (x @ w).pow(2).mean()
    print(f"loss {loss.item():.3f}")
    return loss * 2


for i in range(3):
    step(torch.full((2, 3), float(i)), torch.ones(3, 2))


@torch.compile
def named(x, s):
    y = x * 2
    msg = f"{s} is"
    return y, msg


for i in range(3):
    print(named(torch.ones(2), i * 0.5))

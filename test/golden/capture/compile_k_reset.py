import torch


@torch.compile(dynamic=False)
def f(x):
    return x + 1


print(f(torch.ones(2)))
print(f(torch.ones(3)))
torch._dynamo.reset()
print(f(torch.ones(3)))
print(torch.compiler.is_compiling())

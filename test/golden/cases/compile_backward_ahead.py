# A backward graph whose sizes are symbols is compiled together with its forward, before anything asks for gradients.
import torch


@torch.compile(backend="aot_eager")
def rows(x):
    return x.floor()[torch.tensor([1, 1])]


rows(torch.ones(4))
rows(torch.ones(2, 3, requires_grad=True))


@torch.compile(backend="aot_eager", dynamic=True)
def total(x):
    return x.floor().sum(0)


total(torch.ones(2, 3, requires_grad=True))


@torch.compile(backend="aot_eager")
def fixed(x):
    return x.floor().sum(0)


fixed(torch.ones(2, 3, requires_grad=True))

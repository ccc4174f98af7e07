# functorch is the older name of torch.func; it says so where one listens to warnings.
import warnings
import torch
import functorch
from functorch import vmap

warnings.simplefilter("ignore")
print(vmap(torch.sin)(torch.arange(3.0)))
print(functorch.grad(torch.sin)(torch.tensor(0.5)), functorch.jacrev(torch.cos)(torch.arange(2.0)))
with warnings.catch_warnings(record=True) as heard:
    warnings.simplefilter("always")
    functorch.grad_and_value(lambda x: (x * x).sum())(torch.ones(2))
    print(heard[0].category.__name__, str(heard[0].message)[:66])
try:
    functorch.nosuch
except AttributeError as e:
    print(e)

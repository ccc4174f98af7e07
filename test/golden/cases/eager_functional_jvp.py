import torch
from torch.autograd.functional import jvp

x = torch.tensor([1., 2., 3.])
v = torch.tensor([1., 0., -1.])
print(jvp(lambda a: a.sin() * a, x, v))
print(jvp(lambda a, b: (a * b, a.sum()), (x, x * 2), (v, v)))
print(jvp(lambda a: a.exp(), torch.tensor(2.)))
print(jvp(lambda a: a ** 3, x, v, create_graph=True)[1].requires_grad)
for args in [(x, None), (x, (v, v)), (x, torch.ones(2)), ((x, x), (v,)), ((x, x), (v, torch.ones(4)))]:
    try:
        jvp(lambda *a: a[0] * 2, *args)
    except RuntimeError as e:
        print(e)

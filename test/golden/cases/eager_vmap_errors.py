import torch
from torch.func import vmap, stack_module_state

x = torch.arange(6.).reshape(3, 2)


def tell(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


tell(lambda: vmap(lambda a: a.sum().item())(x))
tell(lambda: vmap(lambda a: a if a.sum() > 0 else -a)(x))
tell(lambda: vmap(lambda a: a + torch.randn(2))(x))
tell(lambda: vmap(lambda a: torch.zeros(2).add_(a))(x.clone()))
tell(lambda: vmap(lambda a: a)(3))
tell(lambda: vmap(lambda a, b: a)(x, torch.ones(4)))
tell(lambda: vmap(lambda a: 3)(x))
tell(lambda: vmap(lambda a: a, in_dims=2)(x))
tell(lambda: vmap(lambda a: a, in_dims=(0, 0))(x))
tell(lambda: vmap(lambda a: a, in_dims=None)(x))
tell(lambda: vmap(lambda: x)())
tell(lambda: vmap(lambda a: a, in_dims=(None,))(x))
tell(lambda: vmap(lambda a: a, out_dims=2)(x))
tell(lambda: vmap(lambda a: (a, a), out_dims=(0, 0, 1))(x))
tell(lambda: vmap(lambda a: {"u": a, "v": [a, a]}, out_dims=(0, 0))(x))
tell(lambda: vmap(lambda a: a, in_dims="x")(x))
tell(lambda: vmap(lambda a: a, randomness="some")(x))
tell(lambda: vmap(lambda a: a, chunk_size=0)(x))
tell(lambda: vmap(lambda a: a @ torch.ones(3))(x))
tell(lambda: stack_module_state([]))
tell(lambda: stack_module_state([torch.nn.Linear(1, 1), torch.nn.ReLU()]))
torch.manual_seed(0)
print(vmap(lambda a: a + torch.randn(2), randomness="different")(x).shape)
print(vmap(lambda a: a + torch.randn(2), randomness="same")(x))
print(torch.vmap(lambda a: a * 2)(x))


def show(a):
    print(a)
    return a


vmap(show)(x)
vmap(vmap(show))(x[:1])

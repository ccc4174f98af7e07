# world-size: 2
import torch, torch.distributed as dist, torch.nn as nn
import torch.distributed._functional_collectives as funcol
from torch.distributed.device_mesh import init_device_mesh
mesh = init_device_mesh("cpu", (2,), mesh_dim_names=("tp",))
r = dist.get_rank()
torch.manual_seed(0)
x = torch.randn(4, 4, requires_grad=True)
y = funcol.all_gather_tensor_autograd(x * (r + 1), gather_dim=0, group=mesh)
print(r, type(y).__name__, y.shape, y.requires_grad)
(y.pow(2).sum() * (r + 1)).backward()
print(r, f"{x.grad.sum().item():.3f}")
x.grad = None
z = funcol.reduce_scatter_tensor_autograd(x * 2, "sum", 1, (mesh, 0))
print(r, z.shape, type(z).__name__)
z.sum().backward()
print(r, x.grad.tolist()[0])
w = funcol.all_to_all_single_autograd(x * (r + 1), [2, 2], [2, 2], dist.group.WORLD)
(w * w).sum().backward()
print(r, f"{x.grad.sum().item():.3f}")
class Copy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x
    @staticmethod
    def backward(ctx, g):
        dist.all_reduce(g); return g
class Reduce(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        dist.all_reduce(x); return x
    @staticmethod
    def backward(ctx, g): return g
torch.manual_seed(0)
w1, w2 = torch.randn(8, 4), torch.randn(4, 8)
a = w1.chunk(2, 0)[r].clone().requires_grad_(); b = w2.chunk(2, 1)[r].clone().requires_grad_()
h = torch.randn(3, 4, requires_grad=True)
out = Reduce.apply(torch.relu(Copy.apply(h) @ a.t()) @ b.t())
out.pow(2).sum().backward()
print(r, f"{out.sum().item():.3f}", f"{h.grad.sum().item():.3f}", f"{a.grad.sum().item():.3f}")
print(funcol.all_reduce(torch.ones(2), "max", [0, 1]).tolist())
t = funcol.all_reduce(torch.ones(3), "sum", mesh)
v = t.view(3, 1)
print(r, type(t.wait()).__name__, isinstance(t, torch.Tensor), t.shape, t[0].item(), (t + t).tolist(), type(t.sum()).__name__)
dist.destroy_process_group()

# world-size: 4
# fully_shard to fewer ranks, kept whole after backward, divided by a factor; what its module shows on the way.
import torch, torch.nn as nn, torch.nn.functional as F
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard, MixedPrecisionPolicy, FSDPModule
mesh = init_device_mesh("cpu", (4,))
r = dist.get_rank()
def see(tag, m): print(tag, [(n, type(p).__name__, tuple(p.shape), getattr(p, "placements", None), tuple(p.to_local().shape) if hasattr(p, "to_local") else "") for n, p in m.named_parameters()])
for raf in (2, 4, 1):
    torch.manual_seed(0)
    m = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2))
    fully_shard(m[0], mesh=mesh, reshard_after_forward=raf)
    fully_shard(m[2], mesh=mesh, reshard_after_forward=raf, mp_policy=MixedPrecisionPolicy(param_dtype=torch.bfloat16))
    fully_shard(m, mesh=mesh)
    opt = torch.optim.SGD(m.parameters(), 0.1)
    for s in range(2):
        y = m(torch.full((2, 3), 0.5 * (r + s)))
        see("after forward", m)
        y.float().pow(2).sum().backward()
        opt.step(); opt.zero_grad()
    see("after", m)
    print([round(p.full_tensor().sum().item(), 4) for p in m.parameters()])
    with torch.no_grad():
        m(torch.ones(1, 3)); see("eval", m)
        print(m(torch.ones(1, 3)))
for bad in (3, 0, 5, "x", 2.0):
    try: fully_shard(nn.Linear(2, 2), mesh=mesh, reshard_after_forward=bad); print("ok", bad)
    except Exception as e: print(type(e).__name__, e)
m = fully_shard(nn.Linear(2, 2), mesh=mesh)
try: m.set_reshard_after_forward(2)
except Exception as e: print(type(e).__name__, e)
m.set_gradient_divide_factor(4.0); m(torch.ones(1, 2) * r).sum().backward(); print(m.weight.grad.full_tensor())
m.zero_grad(); m.set_force_sum_reduction_for_comms(True); m.set_gradient_divide_factor(2.0); m(torch.ones(1, 2) * r).sum().backward(); print(m.weight.grad.full_tensor())
m.zero_grad(); m.set_reshard_after_backward(False); m(torch.ones(1, 2) * r).sum().backward(); print(type(m.weight).__name__, m.weight.grad, m._parameters["weight"].shape)
m(torch.ones(1, 2) * r).sum().backward(); m.reshard(); print(m.weight.grad.full_tensor())
h = m.unshard(async_op=True); h.wait(); print(tuple(m.weight.shape), type(h).__name__)
m2 = init_device_mesh("cpu", (2, 2), mesh_dim_names=("rep", "sh"))
m = fully_shard(nn.Linear(2, 2, bias=False), mesh=m2)
m.set_requires_all_reduce(False)
m(torch.ones(1, 2) * r).sum().backward(); print(m.weight.grad)
m.set_requires_all_reduce(True)
m(torch.ones(1, 2) * r).sum().backward(); print(m.weight.grad.full_tensor())
class M(nn.Module):
    def __init__(s):
        super().__init__(); s.a = nn.Linear(5, 7); s.b = nn.Linear(7, 5, bias=False); s.register_buffer("buf", torch.ones(5))
    def forward(s, x):
        h = s.a(x)
        print("in forward", x.dtype, s.a.weight.dtype, h.dtype, s.buf.dtype, type(s.a.weight).__name__, tuple(s.a.weight.shape))
        return s.b(h) * s.buf
m = M()
fully_shard(m, mesh=mesh, mp_policy=MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32, output_dtype=torch.float32))
y = m(torch.ones(2, 5))
print(y.dtype)
y.sum().backward()
print([(n, p.grad.dtype, p.dtype, tuple(p.grad.to_local().shape), p.grad.placements) for n, p in m.named_parameters()])
print(m.b.weight.grad.full_tensor())
m.unshard(); print(tuple(m.a.weight.shape), type(m.a.weight).__name__)
m.reshard(); print(tuple(m.a.weight.shape), type(m.a.weight).__name__)
m.set_requires_gradient_sync(False)
m(torch.ones(2, 5)).sum().backward()
m.set_requires_gradient_sync(True)
m(torch.ones(2, 5)).sum().backward()
print(m.b.weight.grad.full_tensor())
m.zero_grad()
m.set_is_last_backward(True); m.set_reshard_after_backward(False)
m(torch.ones(2, 5)).sum().backward()
print(type(m.a.weight).__name__)
print(m)
sd = m.state_dict(); print({k: (type(v).__name__, tuple(v.shape)) for k, v in sd.items()})
print(MixedPrecisionPolicy())
h = m.unshard(async_op=True); print(h is None); h.wait(); print(type(m.a.weight).__name__)
try:
    fully_shard(m, mesh=mesh)
except Exception as e: print(type(e).__name__, e)
try:
    fully_shard(nn.ModuleList([nn.Linear(2, 2)]), mesh=mesh)
except Exception as e: print(type(e).__name__, e)

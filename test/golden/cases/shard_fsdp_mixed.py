# world-size: 2
import torch, torch.nn as nn
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard, MixedPrecisionPolicy, FSDPModule, CPUOffloadPolicy
from torch.distributed.tensor import DTensor, Shard
dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (2,), mesh_dim_names=("fsdp",))
class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.fc1 = nn.Linear(d, 4 * d)
        self.fc2 = nn.Linear(4 * d, d)
        self.norm = nn.LayerNorm(d)
    def forward(self, x):
        return x + self.fc2(torch.relu(self.fc1(self.norm(x))))
class Net(nn.Module):
    def __init__(self, d=8, n=3):
        super().__init__()
        self.blocks = nn.ModuleList(Block(d) for _ in range(n))
        self.head = nn.Linear(d, 2)
    def forward(self, x):
        for b in self.blocks:
            x = b(x)
        return self.head(x)
torch.manual_seed(0)
net = Net()
mp = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
for b in net.blocks:
    fully_shard(b, mesh=mesh, mp_policy=mp, reshard_after_forward=True)
fully_shard(net, mesh=mesh, mp_policy=mp)
print(type(net).__name__, isinstance(net, FSDPModule), type(net.blocks[0]).__mro__[1].__name__)
opt = torch.optim.AdamW(net.parameters(), lr=1e-2, foreach=True)
for s in range(2):
    torch.manual_seed(s * 2 + dist.get_rank())
    x = torch.randn(4, 8)
    for micro in range(2):
        net.set_requires_gradient_sync(micro == 1)
        net.set_is_last_backward(micro == 1)
        out = net(x[micro * 2:(micro + 1) * 2])
        loss = out.float().pow(2).mean() / 2
        loss.backward()
    n = torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step()
    opt.zero_grad()
    print(s, out.dtype, round(loss.item(), 4), round(n.full_tensor().item(), 3))
p = net.blocks[0].fc1.weight
print(type(p).__name__, p.dtype, p.placements, p.to_local().shape, p.device_mesh)
sd = net.state_dict()
print({k: (type(v).__name__, tuple(v.shape)) for k, v in list(sd.items())[:3]})
full = {k: v.full_tensor() for k, v in sd.items()}
print(round(sum(v.abs().sum().item() for v in full.values()), 2))
net.unshard()
print(net.head.weight.shape, type(net.head.weight).__name__)
net.reshard()
print(type(net.head.weight).__name__)

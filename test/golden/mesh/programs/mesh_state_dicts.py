# world-size: 2
import torch, torch.distributed as dist, torch.nn as nn
from torch.distributed.checkpoint.state_dict import (
    StateDictOptions, get_model_state_dict, get_optimizer_state_dict, get_state_dict, set_model_state_dict,
)
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
mesh = init_device_mesh("cpu", (2,), mesh_dim_names=("dp",))
rank = dist.get_rank()
torch.manual_seed(0)
def make():
    return nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
model = make()
fully_shard(model[0], mesh=mesh)
fully_shard(model, mesh=mesh)
opt = torch.optim.Adam(model.parameters(), lr=0.1)
model(torch.ones(2, 4) * (rank + 1)).pow(2).mean().backward()
opt.step()
sd = get_model_state_dict(model)
print(rank, [(k, type(v).__name__, tuple(v.shape)) for k, v in sd.items()])
full = get_model_state_dict(model, options=StateDictOptions(full_state_dict=True, cpu_offload=True))
print(rank, [(k, type(v).__name__, tuple(v.shape)) for k, v in full.items()])
if rank == 0:
    print(f"{full['0.weight'].sum().item():.4f}")
torch.manual_seed(5)
other = make()
fully_shard(other, mesh=mesh)
set_model_state_dict(other, full, options=StateDictOptions(full_state_dict=True, broadcast_from_rank0=True))
print(rank, f"{other[2].weight.full_tensor().sum().item():.4f}", f"{model[2].weight.full_tensor().sum().item():.4f}")
dist.destroy_process_group()

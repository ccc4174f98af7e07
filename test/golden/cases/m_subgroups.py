# world-size: 4
# Groups within the world, objects scattered, and a gather that gloo refuses.
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()

mine, groups = dist.new_subgroups(2)
t = torch.tensor([rank + 1.0])
dist.all_reduce(t, group=mine)
print(dist.get_process_group_ranks(mine), len(groups), t.item())

crossed, _ = dist.new_subgroups_by_enumeration([[0, 3], [1, 2]])
dist.all_reduce(t, op=dist.ReduceOp.MAX, group=crossed)
print(dist.get_rank(crossed), t.item())

task = [None]
dist.scatter_object_list(task, [{"lr": 0.1}, "eval", None, (3, 4)] if rank == 0 else None, src=0)
print(task)

block = torch.full((2, 3), float(rank))
joined = torch.empty(8, 3)
dist.all_gather_into_tensor(joined, block)
print(joined.sum(dim=1).tolist())
stacked = torch.empty(4, 2, 3)
dist.all_gather_into_tensor(stacked, block)
print("not reached")

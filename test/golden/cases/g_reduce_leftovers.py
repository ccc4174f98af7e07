# world-size: 3
# What a reduce leaves on the ranks that do not get the result: the sums on their way along the ring.
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
for root in range(3):
    for count in (1, 4, 7, 13):
        t = torch.arange(float(count)) * 10 ** rank + rank
        dist.reduce(t, root)
        print(root, t)
t = torch.tensor([3, 1, 2, 5]) * (rank + 1) % 7
dist.reduce(t, 1, op=dist.ReduceOp.MAX)
print(t)
dist.monitored_barrier()
dist.destroy_process_group()

# world-size: 2
# After a public report: https://github.com/meta-pytorch/torchrec/pull/4149
# expect: hang
# Two groups in two orders, with a read of the data in between.
import torch
import torch.distributed as dist

dist.init_process_group()
rank = dist.get_rank()
one, two = dist.new_group([0, 1]), dist.new_group([0, 1])
x = torch.ones(2)
if rank == 0:
    dist.all_reduce(x, group=one)
    print(x.tolist())
    dist.all_reduce(x, group=two)
else:
    dist.all_reduce(x, group=two)
    print(x.tolist())
    dist.all_reduce(x, group=one)
print("end", rank)

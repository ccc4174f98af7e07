# world-size: 4
# Communication hooks of DDP, static graphs, the first bucket.
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo")
r = dist.get_rank()


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(8, 8)
        self.b = torch.nn.Linear(8, 8)
        self.unused = torch.nn.Linear(8, 8)

    def forward(self, x):
        return self.b(self.a(x))


def train(m, steps):
    for p in m.parameters():
        p.data = (p.data * 8).round() / 2
    for _ in range(steps):
        m.zero_grad()
        m(torch.ones(1, 8) * r).sum().backward()
        print([None if p.grad is None else p.grad.sum() for p in m.parameters()])


seen = []


def hook(state, bucket):
    seen.append((bucket.index(), bucket.is_last(), bucket.buffer().shape, [p.shape for p in bucket.parameters()], len(bucket.gradients())))
    t = bucket.buffer() * state["by"]
    return dist.all_reduce(t, async_op=True).get_future().then(lambda fut: fut.value()[0])


def alone(state, bucket):
    fut = torch.futures.Future()
    fut.set_result(bucket.buffer())
    return fut


torch.manual_seed(0)
train(DDP(Net(), static_graph=True), 4)
plain = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 8))
m = DDP(plain, bucket_cap_mb=0.0001)
m.register_comm_hook({"by": 2}, hook)
train(m, 3)
print(seen)
try:
    m.register_comm_hook(None, hook)
except RuntimeError as e:
    print(e)
m = DDP(torch.nn.Linear(8, 8))
m.register_comm_hook(None, default_hooks.allreduce_hook)
train(m, 2)
m = DDP(torch.nn.Linear(8, 8))
m.register_comm_hook(None, alone)
train(m, 1)
try:
    DDP(torch.nn.Linear(2, 2)).register_comm_hook(None, default_hooks.bf16_compress_hook)
except TypeError as e:
    print(e)
m = DDP(Net())
try:
    train(m, 2)
except RuntimeError as e:
    print(e)
dist.destroy_process_group()

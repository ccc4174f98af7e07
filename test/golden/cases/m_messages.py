# world-size: 4
# Messages between ranks: rings, batches, tags, and work handles that are waited for later.
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
right, left = (rank + 1) % world, (rank - 1) % world

out = torch.tensor([rank, rank * rank])
got = torch.empty_like(out)
sent = dist.isend(out, right)
received = dist.irecv(got, left)
sent.wait()
received.wait()
print("ring", got.tolist())

from_left, from_right = torch.zeros(2), torch.zeros(2)
batch = [
    dist.P2POp(dist.irecv, from_left, left),
    dist.P2POp(dist.irecv, from_right, right),
    dist.P2POp(dist.isend, torch.full((2,), rank + 0.5), right),
    dist.P2POp(dist.isend, torch.full((2,), rank - 0.5), left),
]
for work in dist.batch_isend_irecv(batch):
    work.wait()
print("both sides", from_left.tolist(), from_right.tolist())

# The reduction is under way while two ranks talk; whoever waits first does not stop the others.
total = torch.tensor([2.0**rank])
work = dist.all_reduce(total, async_op=True)
note = torch.tensor([float(rank)])
if rank == 0:
    dist.send(note, 1)
elif rank == 1:
    dist.recv(note, 0)
work.wait()
print("total", total.item(), "note", note.item())

if rank == 2:
    first = dist.isend(torch.tensor([10]), 3, tag=1)
    last = dist.isend(torch.tensor([20]), 3, tag=2)
    first.wait()
    last.wait()
elif rank == 3:
    first, second = torch.zeros(1, dtype=torch.int64), torch.zeros(1, dtype=torch.int64)
    dist.recv(second, 2, tag=2)
    dist.recv(first, 2, tag=1)
    print("tags", first.item(), second.item())

for op in (dist.ReduceOp.BAND, dist.ReduceOp.BOR, dist.ReduceOp.BXOR):
    bits = torch.tensor([0b1100 + rank, 1 << rank])
    dist.all_reduce(bits, op)
    print(op, bits.tolist())

try:
    dist.send(note, rank)
except ValueError as e:
    print(e)
dist.barrier()

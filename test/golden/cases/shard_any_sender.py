# world-size: 4
"""Messages from whoever sends, and complex numbers in collectives."""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
r = dist.get_rank()
if r == 0:
    got = []
    for _ in range(3):
        t = torch.zeros(2)
        source = dist.recv(t)
        got.append((source, t.tolist()))
    print(sorted(got))
    t = torch.zeros(2)
    print(dist.recv(t, tag=7), t)
    work = dist.irecv(t)
    work.wait()
    print(t, work.is_completed())
else:
    dist.send(torch.full((2,), float(r)), 0)
    if r == 1:
        dist.send(torch.ones(2), 0, tag=7)
        dist.send(torch.ones(2) * 3, 0)
dist.barrier()

t = torch.tensor([1 + 2j, 3 - 1j]) * (r + 1)
dist.all_reduce(t)
print(t)
b = torch.tensor([1j * r, 2.0])
dist.broadcast(b, 1)
print(b)
outs = [torch.zeros(2, dtype=torch.complex64) for _ in range(4)]
dist.all_gather(outs, t * (r + 1))
print(outs)
o = torch.zeros(8, dtype=torch.complex64)
dist.all_gather_into_tensor(o, t)
print(o)
q = torch.zeros(4, dtype=torch.complex64)
dist.all_to_all_single(q, torch.cat([t, t]) * (r + 1))
print(q)
try:
    dist.all_reduce(t, op=dist.ReduceOp.MAX)
except Exception as e:
    print(type(e).__name__, e)

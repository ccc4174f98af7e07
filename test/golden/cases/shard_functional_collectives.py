# world-size: 2
import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as funcol
import torch.distributed.nn.functional as dnn
dist.init_process_group("gloo")
r = dist.get_rank()
x = (torch.arange(4.) + r).requires_grad_()
y = funcol.all_reduce(x, "sum", dist.group.WORLD)
print(y, type(y).__name__)
y.sum().backward() if y.requires_grad else None
print(x.grad)
z = funcol.all_gather_tensor(x.detach(), 0, dist.group.WORLD)
print(z + 0)
s = funcol.reduce_scatter_tensor(x.detach(), "avg", 0, dist.group.WORLD)
print(s + 0)
a = dnn.all_gather(x)
(sum(t.pow(2).sum() for t in a)).backward()
print(x.grad)
w = x.detach().clone().requires_grad_()
q = dnn.all_reduce(w * (r + 1))
q.pow(2).sum().backward()
print(q, w.grad)
v = x.detach().clone().requires_grad_()
out = dnn.all_to_all_single(torch.empty(4), v * (r + 1))
(out * torch.arange(4.)).sum().backward()
print(out, v.grad)
b = dnn.broadcast(v * 2, 0)
b.sum().backward()
print(v.grad)
rs = dnn.reduce_scatter(torch.empty(2), [v[:2] * 1, v[2:] * 1])
print(rs)

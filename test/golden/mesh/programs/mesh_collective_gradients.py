# world-size: 3
import torch
import torch.distributed as dist
import torch.distributed.nn as dnn
from torch.distributed.nn.functional import all_to_all_single
dist.init_process_group("gloo")
r, n = dist.get_rank(), dist.get_world_size()
torch.manual_seed(r)
def grads(name, f):
    x = (torch.arange(6.).reshape(3, 2) + r).requires_grad_()
    y = f(x)
    ys = y if isinstance(y, tuple) else (y,)
    sum((t * (r + 1) * (i + 1)).sum() for i, t in enumerate(ys)).backward()
    print(name, [t.detach().tolist() for t in ys], x.grad.tolist(), type(ys[0].grad_fn).__name__)
grads("all_reduce", lambda x: dnn.all_reduce(x.t()))
grads("max", lambda x: dnn.all_reduce(x, op=dist.ReduceOp.MAX))
grads("all_gather", dnn.all_gather)
grads("broadcast", lambda x: dnn.broadcast(x, 1))
grads("gather", lambda x: dnn.gather(x, dst=1))
grads("scatter", lambda x: dnn.scatter(list(x), src=0))
grads("reduce_scatter", lambda x: dnn.reduce_scatter(torch.empty(2), list(x)))
grads("all_to_all", lambda x: dnn.all_to_all([torch.empty(2) for _ in range(n)], list(x)))
grads("single", lambda x: all_to_all_single(torch.empty(3, 2), x))
grads("uneven", lambda x: all_to_all_single(torch.empty(n * (r + 1), 2), torch.cat([x, x]), [r + 1] * n, [1, 2, 3]))
z = torch.nn.functional.normalize(torch.randn(2, 4), dim=1).requires_grad_()
all_z = torch.cat(dnn.all_gather(z))
loss = torch.nn.functional.cross_entropy(z @ all_z.t(), torch.arange(2) + 2 * r)
loss.backward()
print(loss, z.grad)

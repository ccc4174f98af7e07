# world-size: 4
# Every optimizer on cut parameters; gradients of a partial prediction stay partial.
import torch, torch.nn as nn, torch.nn.functional as F
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard, Partial, distribute_tensor
mesh = init_device_mesh("cpu", (4,))
torch.manual_seed(0)
W = torch.randn(8, 6); X = torch.randn(4, 6); T = torch.randn(4, 8)
for opt_name, kw in (("SGD", dict(lr=.1, momentum=.9)), ("Adam", dict(lr=.01)), ("AdamW", dict(lr=.01, amsgrad=True)), ("RMSprop", dict(lr=.01)), ("Adagrad", dict(lr=.1)), ("Adadelta", dict(lr=1.)), ("Adamax", dict(lr=.01)), ("NAdam", dict(lr=.01)), ("RAdam", dict(lr=.01)), ("ASGD", dict(lr=.01)), ("Rprop", dict(lr=.01)), ("Adafactor", dict(lr=.01))):
    for p in (Shard(0), Shard(1)):
        w = nn.Parameter(distribute_tensor(W, mesh, [p]))
        try:
            o = getattr(torch.optim, opt_name)([w], **kw)
            for s in range(2):
                def closure():
                    o.zero_grad()
                    l = F.mse_loss(F.linear(distribute_tensor(X, mesh, [Replicate()]), w), distribute_tensor(T, mesh, [Replicate()]))
                    l.backward()
                    return l
                l = o.step(closure)
            print(opt_name, p, round(l.full_tensor().item(), 5), round(w.full_tensor().sum().item(), 4), w.grad.placements, {k: (type(v).__name__, getattr(v, "placements", None)) for k, v in o.state[w].items()} if opt_name != "LBFGS" else "")
        except Exception as e:
            print(opt_name, p, type(e).__name__, str(e)[:200])
w = nn.Parameter(distribute_tensor(W, mesh, [Replicate()]))
with torch.no_grad(): w.add_(1)
print(W.sum(), (w.to_local() - W).abs().max())
own = torch.full((2,), float(dist.get_rank()))
distribute_tensor(own, mesh, [Replicate()], src_data_rank=2); print(own)
turned = torch.arange(6.).view(2, 3).t() + 0
d = distribute_tensor(turned, mesh, [Replicate()]); d.zero_(); print(turned)

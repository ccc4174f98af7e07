# world-size: 2
import torch, torch.distributed as dist, torch.nn as nn
dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
full = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 4))
stage = full[:2] if rank == 0 else full[2:]
opt = torch.optim.SGD(stage.parameters(), lr=0.1)
loss_fn = nn.MSELoss()
torch.manual_seed(1)
xs = torch.randn(4, 3, 8)
ys = torch.randn(4, 3, 4)
for step in range(2):
    opt.zero_grad()
    saved = []
    total = 0.0
    for i in range(4):
        if rank == 0:
            out = stage(xs[i])
            dist.send(out.detach(), dst=1)
            saved.append(out)
        else:
            inp = torch.empty(3, 16)
            dist.recv(inp, src=0)
            inp.requires_grad_()
            loss = loss_fn(stage(inp), ys[i]) / 4
            loss.backward()
            total += loss.item()
            saved.append(inp.grad)
    for i in reversed(range(4)):
        if rank == 1:
            dist.send(saved[i], dst=0)
        else:
            g = torch.empty(3, 16)
            dist.recv(g, src=1)
            saved[i].backward(g)
    opt.step()
    norm = sum(p.grad.pow(2).sum() for p in stage.parameters()).sqrt()
    print(rank, step, f"{total:.4f}", f"{norm.item():.4f}")
dist.destroy_process_group()

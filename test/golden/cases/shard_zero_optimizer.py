# world-size: 2
"""ZeroRedundancyOptimizer, and what collectives say of wrong arguments."""
import torch
import torch.nn as nn
import torch.distributed as dist
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo")
r = dist.get_rank()


def train(bucket_view):
    torch.manual_seed(0)
    model = DDP(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)))
    opt = ZeroRedundancyOptimizer(
        model.parameters(), optimizer_class=torch.optim.SGD, parameters_as_bucket_view=bucket_view, lr=0.1, momentum=0.9
    )
    sched = torch.optim.lr_scheduler.StepLR(opt, 1, gamma=0.5)
    for step in range(3):
        torch.manual_seed(step * 10 + r)
        loss = model(torch.randn(4, 4)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        print(step, round(loss.item(), 5), sched.get_last_lr())
    print([round(p.sum().item(), 4) for p in model.parameters()], [len(g["params"]) for g in opt.optim.param_groups])
    try:
        opt.state_dict()
    except RuntimeError as e:
        print(e)
    opt.consolidate_state_dict(to=0)
    if r == 0:
        state = opt.state_dict()
        print(sorted(state["state"]), list(state["state"][0]), state["param_groups"][0]["params"])
        opt.load_state_dict(state)


train(False)
train(True)
for bad in (torch.ones(2), [], [torch.ones(1), 3], 5):
    try:
        ZeroRedundancyOptimizer(bad, torch.optim.SGD, lr=1)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)

for out, inp, a, b in ((3, 4, [1, 2], [1, 2]), (4, 4, [1, 1, 2], [1, 3]), (4, 4, [2, 2], [4]), (5, 4, [2, 2], [2, 2])):
    try:
        dist.all_to_all_single(torch.zeros(out), torch.arange(float(inp)), a, b)
    except RuntimeError as e:
        print(e)
one = torch.ones(1)
for f in (
    lambda: dist.reduce_scatter(one, [one.double()] * 2),
    lambda: dist.all_to_all([one] * 2, [one.long()] * 2),
    lambda: dist.all_to_all_single(torch.ones(2), torch.ones(2).int()),
    lambda: dist.all_gather([one.double()] * 2, one),
    lambda: dist.reduce_scatter(one, [one] * 3),
    lambda: dist.all_to_all([one] * 3, [one] * 3),
    lambda: dist.scatter(one, [torch.ones(3)] * 2, src=r),
    lambda: dist.all_reduce(one, group=5),
    lambda: dist.batch_isend_irecv([]),
):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)

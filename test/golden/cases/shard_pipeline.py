# world-size: 2
import torch, torch.nn as nn
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe, Schedule1F1B
dist.init_process_group("gloo")
r = dist.get_rank()
class Part(nn.Module):
    def __init__(self, i):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.i = i
        self.calls = 0
    def forward(self, x):
        self.calls += 1
        print("fwd", self.i, self.calls, x.device, tuple(x.shape), x.requires_grad)
        return torch.tanh(self.lin(x))
for cls in (ScheduleGPipe, Schedule1F1B):
    torch.manual_seed(r)
    part = Part(r)
    opt = torch.optim.SGD(part.parameters(), lr=0.5)
    stage = PipelineStage(part, r, 2, torch.device("cpu"))
    sched = cls(stage, n_microbatches=3, loss_fn=nn.functional.mse_loss)
    torch.manual_seed(9)
    x, y = torch.randn(6, 4), torch.randn(6, 4)
    for s in range(2):
        opt.zero_grad()
        losses = []
        if r == 0:
            out = sched.step(x)
        else:
            out = sched.step(target=y, losses=losses)
        print(s, None if out is None else out.shape, [round(l.item(), 3) for l in losses], round(part.lin.weight.grad.abs().sum().item(), 3))
        opt.step()
    print(stage.is_first, stage.is_last, stage.stage_index, stage.num_stages)
torch.manual_seed(0)
plain = ScheduleGPipe(PipelineStage(nn.Linear(4, 4), r, 2, torch.device("cpu")), n_microbatches=2)
out = plain.step(torch.ones(4, 4)) if r == 0 else plain.step()
print(None if out is None else (out.shape, out.requires_grad))
try:
    Schedule1F1B(PipelineStage(nn.Linear(4, 4), r, 2, torch.device("cpu")), n_microbatches=1)
except ValueError as e:
    print(e)

# A step that a scheduler watches; each new rate is a new graph.
import torch

w = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
opt = torch.optim.SGD([w], lr=0.5, momentum=0.5, nesterov=True, maximize=True)
sched = torch.optim.lr_scheduler.StepLR(opt, 2, 0.5)


@torch.compile
def update():
    opt.step()
    opt.zero_grad(set_to_none=False)


for i in range(5):
    (w * w).sum().backward()
    update()
    sched.step()
    print(w)

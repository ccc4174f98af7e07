"""An optimizer's step that is compiled and takes its numbers as tensors, so that a new rate is no reason to compile again."""
import torch

@torch.compile(dynamic=False, fullgraph=True, backend='aot_eager')
def step(p, grad, mean, square, count, rate, first, second, eps, decay):
    wide, g = p.float(), grad.float()
    wide.mul_(1 - rate * decay)
    mean.lerp_(g, 1 - first)
    square.lerp_(g.square(), 1 - second)
    root = (square / (1 - second ** count)).sqrt() + eps
    wide.add_(mean / root, alpha=-(rate / (1 - first ** count)))
    p.copy_(wide)

@torch.compile(fullgraph=True)
def sums(p, a, b, by):
    p.addcmul_(a, b, value=by)
    p.addcdiv_(a, b, value=-by)
    p.addcdiv_(a, b, value=-0.5)
    p.add_(a, alpha=3)
    p.add_(b, alpha=by)
    return p * 2

for kind in (torch.float32, torch.bfloat16):
    p = torch.linspace(-1, 1, 6).view(2, 3).to(kind)
    mean, square = torch.zeros(2, 3), torch.zeros(2, 3)
    numbers = {name: torch.tensor(v) for name, v in dict(count=0.0, rate=0.25, first=0.5, second=0.75, eps=1e-6, decay=0.5).items()}
    for i in range(1, 4):
        numbers['count'].fill_(i)
        numbers['rate'].mul_(0.5)
        step(p, (p * i).to(kind), mean, square, **numbers)
    print([f'{v:.3f}' for v in p.flatten().tolist()])

p = torch.ones(4)
print(sums(p, torch.arange(4.0), torch.tensor([1.0, 2.0, 4.0, 8.0]), torch.tensor(0.5)))
print(p)

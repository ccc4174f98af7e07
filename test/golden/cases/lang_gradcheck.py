# Derivatives against differences, scripted and traced functions, schedules of a profiler: results alone.
# rows: none
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import gradcheck, gradgradcheck


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3 * x * g


torch.manual_seed(0)
double = lambda *size: torch.randn(*size, dtype=torch.double, requires_grad=True)
print(gradcheck(torch.sin, (double(3),)), gradgradcheck(torch.tanh, (double(3),)))
print(gradcheck(lambda x, y: (x * y, x + 1), (double(2, 3).mT, double(3, 2))))
print(gradcheck(F.conv2d, [double(1, 1, 3, 3), double(1, 1, 2, 2), torch.randn(1).double()]))
print(gradcheck(nn.Linear(3, 2).double(), (double(4, 3),), eps=1e-6, atol=1e-4))
print(gradcheck(Wrong.apply, (double(2),), raise_exception=False))
try:
    gradcheck(Wrong.apply, (torch.tensor([1.0, 2.0], dtype=torch.double, requires_grad=True),))
except Exception as e:
    print(type(e).__name__, e)
try:
    torch.autograd.gradcheck(torch.sin, torch.ones(2))
except ValueError as e:
    print(e)


@torch.jit.script
def gated(a, b, n: int):
    s = a + b
    if torch.jit.is_scripting():
        return torch.tanh(s[:, :n]) * torch.sigmoid(s[:, n:])
    return s


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(4, 6)
        self.norm = nn.LayerNorm(3)

    def forward(self, x):
        return self.norm(gated(self.line(x), self.line(x), 3))


block = Block()
x = torch.randn(2, 4)
print(block(x), torch.jit.is_scripting())
scripted = torch.jit.script(block)
traced = torch.jit.trace(block, x)
print(scripted(x).sum().item() == block(x).sum().item(), traced(x).detach())
print(scripted)
print(traced)
print(isinstance(scripted, torch.jit.ScriptModule), isinstance(scripted, nn.Module), type(scripted).__name__, type(traced).__name__, type(gated).__name__)
optimizer = torch.optim.SGD(scripted.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = F.mse_loss(scripted(x), torch.zeros(2, 3))
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}")
print([n for n, _ in traced.named_parameters()], scripted.eval().training, scripted.line.training)

ready = lambda p: print("ready", p.step_num)
schedule = torch.profiler.schedule(wait=1, warmup=1, active=2, repeat=2)
with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], schedule=schedule, on_trace_ready=ready) as p:
    for _ in range(9):
        p.step()
print([str(schedule(i)) for i in range(9)], torch.profiler.ProfilerActivity.CPU)
torch._C._jit_set_profiling_executor(True)
for dtype in (torch.float32, torch.bfloat16, torch.int64, torch.uint8, torch.bool):
    print(torch.testing.make_tensor(2, 3, dtype=dtype, device="cpu"), torch.testing.make_tensor((3,), dtype=dtype, device="cpu", noncontiguous=True).stride())


class Unscaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, g):
        return torch.ones_like(g)


x, w = double(3, 2), double(2, 4)
print(gradcheck(lambda a, b: (a @ b).sin(), (x, w), fast_mode=True), gradgradcheck(lambda a, b: (a @ b).sin(), (x, w), fast_mode=True))
print(gradcheck(F.linear, (x, double(4, 2), torch.ones(4, dtype=torch.double)), fast_mode=True))
print(gradcheck(Wrong.apply, (x,), fast_mode=True, raise_exception=False))
for f in (Wrong, Unscaled):
    for fast in (True, False):
        try:
            gradcheck(f.apply, (torch.tensor([1.0], dtype=torch.double, requires_grad=True),), fast_mode=fast)
        except Exception as e:
            print(type(e).__name__, e)

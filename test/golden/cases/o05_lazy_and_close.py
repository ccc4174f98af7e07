# Layers that learn their input's size, and comparing with a tolerance.
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.LazyConv2d(4, 3), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(5), nn.Linear(5, 2))
print(net)
print(net[0].weight, net[4].bias, type(net[0].weight), isinstance(net[4].weight, nn.Parameter), nn.parameter.is_lazy(net[4].weight))
print([type(p).__name__ for p in net.parameters()], list(net.state_dict()))
print(net[4].weight.requires_grad, net[4].has_uninitialized_params(), net[1].running_mean, net[1].num_batches_tracked)
for f in (lambda: net[4].weight.shape, lambda: net[4].weight.numel(), lambda: sum(p.numel() for p in net.parameters())):
    try:
        print(f())
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
out = net(torch.randn(2, 3, 6, 6))
print(net)
print(out, type(net[4]), type(net[4].weight), net[4].weight.shape, net[1].running_mean)
out.sum().backward()
optimizer.step()
print(net[4].bias, net[4].bias.grad, sum(p.numel() for p in net.parameters()))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.LazyLinear(3, bias=False)
        self.b = nn.LazyConvTranspose1d(2, 3, stride=2)
        self.c = nn.LazyConv1d(2, 2, groups=2)

    def forward(self, x):
        return self.c(self.b(self.a(x)))


n = Net()
print(n, n(torch.ones(1, 4, 5)).shape, n)
other = Net()
print(other.load_state_dict(n.state_dict()))
print(other, torch.equal(other.a.weight, n.a.weight), other(torch.ones(1, 4, 5)).shape)
print(other)
print(Net().state_dict())
for make, shape in ((lambda: nn.LazyLinear(2), (3, 4)), (lambda: nn.LazyConv2d(2, 2), (3, 4)), (lambda: nn.LazyConv3d(4, 2, groups=2), (3, 4, 4, 4)), (lambda: nn.LazyInstanceNorm1d(), (2, 3, 4)), (lambda: nn.LazyBatchNorm1d(affine=False), (4, 3)), (lambda: nn.LazyConvTranspose2d(2, 2, bias=False), (1, 3, 4, 4))):
    m = make()
    try:
        print(m, m(torch.ones(shape)).shape, m, [tuple(p.shape) for p in m.parameters()])
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
m = nn.LazyLinear(2)
m(torch.ones(1, 3))
try:
    m(torch.ones(1, 4))
except RuntimeError as e:
    print(e)

close = torch.testing.assert_close
a = torch.tensor([1.0, 2.0, 3.0])
CASES = (
    lambda: close(a, a + 1e-7),
    lambda: close(a, torch.tensor([1.0, 2.5, 3.5])),
    lambda: close(a, torch.tensor([1.0, 2.5, 3.5]), rtol=0.1, atol=0.1),
    lambda: close(a, torch.tensor([1.0, 2.5, 3.5]), rtol=0, atol=0),
    lambda: close(a, a, rtol=0.1),
    lambda: close(a, a.double()),
    lambda: close(a, a.double(), check_dtype=False),
    lambda: close(a, a[:2]),
    lambda: close(torch.zeros(2, 3), torch.zeros(3, 2).t(), check_stride=True),
    lambda: close(torch.zeros(2, 3), torch.ones(2, 3)),
    lambda: close(torch.tensor(float("nan")), torch.tensor(float("nan"))),
    lambda: close(torch.tensor(float("nan")), torch.tensor(float("nan")), equal_nan=True),
    lambda: close(torch.tensor(1.0), torch.tensor(2.0)),
    lambda: close(torch.tensor([1, 2]), torch.tensor([1, 5])),
    lambda: close(torch.tensor([True, False]), torch.tensor([True, True])),
    lambda: close(1.0, 1.0 + 1e-9),
    lambda: close(1.0, 2.0),
    lambda: close(1, 1.0),
    lambda: close(3, 4),
    lambda: close(0.5, 0),
    lambda: close(1, 1.0, check_dtype=False),
    lambda: close(True, False),
    lambda: close(None, 1),
    lambda: close(None, None),
    lambda: close("a", "a"),
    lambda: close(a, 1.0),
    lambda: close([a, 2.0], (a, 2.0)),
    lambda: close([a, 2.0], (a, 3.0)),
    lambda: close([a], [a, a]),
    lambda: close({"x": a, "y": [1.0]}, {"x": a, "y": [2.0]}),
    lambda: close({"x": a}, {"y": a}),
    lambda: close(nn.Parameter(a), a),
    lambda: close(nn.Parameter(a), a, allow_subclasses=False),
    lambda: close(a, a + 1, msg="not the same"),
    lambda: close(a, a + 1, msg=lambda m: f"Look:\n{m}\nso."),
    lambda: close(torch.zeros(0), torch.zeros(0)),
    lambda: close(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 0.0])),
    lambda: close(torch.tensor([1.0, 2.0], dtype=torch.bfloat16), torch.tensor([1.01, 2.1], dtype=torch.bfloat16)),
    lambda: close(torch.tensor([1.0, float("inf")]), torch.tensor([1.0, 2.0])),
    lambda: close(torch.ones(2, requires_grad=True), torch.zeros(2)),
)
for f in CASES:
    try:
        print(f())
    except (AssertionError, ValueError, TypeError) as e:
        print(type(e).__name__, e)

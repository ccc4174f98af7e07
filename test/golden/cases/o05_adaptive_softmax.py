# The softmax over many classes in clusters.
import torch
from torch import nn

torch.manual_seed(0)
m = nn.AdaptiveLogSoftmaxWithLoss(16, 20, [4, 10], div_value=2.0)
x = torch.randn(6, 16, requires_grad=True)
y = torch.tensor([0, 5, 12, 19, 3, 9])
print(m)
r = m(x, y)
print(r, r.output, r.loss)
r.loss.backward()
print(x.grad[0], m.head.weight.grad.shape, m.tail[1][0].weight.grad.abs().sum())
print(m.log_prob(x).exp().sum(1), m.predict(x), m(x[0], y[0]))
print(m(x[:2], torch.tensor([1, 2])).loss, nn.AdaptiveLogSoftmaxWithLoss(8, 6, [2], head_bias=True)(torch.ones(2, 8), torch.tensor([0, 5])).output)
for f in (
    lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 6, []),
    lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 6, [3, 2]),
    lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 6, [6]),
    lambda: m(x, y[:3]),
    lambda: m(x, torch.tensor([0, 5, 12, 25, 3, 9])),
    lambda: m(x[0], y),
    lambda: m(x, y[0]),
    lambda: m(x, y.view(2, 3)),
):
    try:
        print(f())
    except (ValueError, RuntimeError) as e:
        print(type(e).__name__, e)

# Layers wholly in half precision: batch norm computes with the statistics it keeps, an embedding adds up its gradient row by row.
import torch
from torch import nn

torch.set_printoptions(precision=7)
for dtype in (torch.bfloat16, torch.float16):
    torch.manual_seed(1)
    for norm, shape in ((nn.BatchNorm1d(6), (9, 6)), (nn.BatchNorm2d(4), (3, 4, 3, 3)), (nn.InstanceNorm1d(4, affine=True), (3, 4, 7))):
        x = torch.randn(shape).to(dtype).requires_grad_()
        y = norm.to(dtype)(x)
        y.backward(torch.randn(shape).to(dtype))
        print(type(norm).__name__, y.detach().flatten()[:12], x.grad.flatten()[:6], norm.bias.grad)
    table = nn.Embedding(5, 3, padding_idx=2).to(dtype)
    table(torch.randint(0, 5, (40,))).backward(torch.randn(40, 3).to(dtype))
    print(table.weight.grad)
    table = nn.Embedding(5, 3, scale_grad_by_freq=True).to(dtype)
    table(torch.randint(0, 5, (40,))).backward(torch.randn(40, 3).to(dtype))
    print(table.weight.grad)

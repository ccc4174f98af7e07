"""The names that PyTorch's messages have for element types in C++."""
import torch
import torch.nn.functional as F

calls = (
    lambda x, y: torch.mm(x, y),
    lambda x, y: torch.lerp(x, y, 0.5),
    lambda x, y: F.scaled_dot_product_attention(x, y, y),
    lambda x, y: torch.zeros(2, 2).masked_fill_(x, 1),
    lambda x, y: F.conv2d(torch.ones(1, 1, 2, 2), torch.ones(1, 1, 1, 1), x[0, :1]),
    lambda x, y: torch.zeros(2, 2).set_(x),
    lambda x, y: torch.baddbmm(x[None], y[None], y[None]),
)
for dtype in (torch.float64, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8):
    for call in calls:
        try:
            call(torch.ones(2, 2, dtype=dtype), torch.ones(2, 2))
            print("accepted")
        except RuntimeError as e:
            print(str(e).split("\n")[0])
try:
    torch.mm(torch.ones(2, 2, dtype=torch.complex64), torch.ones(2, 2))
except RuntimeError as e:
    print(e)

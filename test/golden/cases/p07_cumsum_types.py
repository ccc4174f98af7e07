# After a public report: https://github.com/pytorch/pytorch/issues/90635
# A running sum in four integer types.
import torch

for dtype in (torch.int64, torch.int32, torch.int16, torch.int8):
    print(torch.tensor([1, 1, 1, 1], dtype=dtype).cumsum(0))

# After a public report: https://github.com/torch-spyre/torch-spyre/issues/463
# A reduction and a function after it, in half precision.
import torch

x = torch.tensor([[0.5, 0.25], [1.0, 0.5]], dtype=torch.bfloat16)
tmp = torch.sum(x, dim=1)
print(torch.sin(tmp))

# How PyTorch writes numbers: common width, four digits, scientific where ranges are wide, summary where long.
import torch

print(torch.tensor([1.0, 2.0, 3.0]))
print(torch.tensor([1.5, 2.25, 1000.125]))
print(torch.tensor([1e-6, 1.0]))
print(torch.tensor([123456.0, 0.5]))
print(torch.tensor([float("nan"), float("inf"), -1.0]))
print(torch.tensor([[1, -20], [300, 4]]))
print(torch.tensor([True, False]))
print(torch.tensor([1.0], dtype=torch.bfloat16))
print(torch.tensor(3.5), torch.tensor(7))
print(torch.empty(0), torch.empty(2, 0))
print(torch.arange(2000))
print(torch.tensor([1.0], requires_grad=True))
print((torch.tensor([1.0], requires_grad=True) * 2))

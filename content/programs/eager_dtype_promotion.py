# Which type does the result have? Category first, then size; a Python number gives way to a tensor.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

i = torch.tensor([1, 2, 3], device=device)
f = torch.tensor([0.5, 0.5, 0.5], device=device)
h = torch.tensor([1.0, 2.0, 3.0], dtype=torch.bfloat16, device=device)
b = torch.tensor([True, False, True], device=device)

print((i + 1).dtype, (i + 1.5).dtype, (i / 2).dtype, (i // 2).dtype)
print((i + f).dtype, (h + f).dtype, (h * 2.5).dtype, (b + b).dtype)
print((b + 1).dtype, (i > 1).dtype, i.float().mean().dtype)
zero_dim = torch.tensor(3.0, device=device)
print((h + zero_dim).dtype, (i + zero_dim).dtype)
print(torch.result_type(i, h), torch.promote_types(torch.int64, torch.bfloat16))

# A column and a row make a table: size 1 stretches, nothing is copied.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

column = torch.arange(3.0, device=device).unsqueeze(1)
row = torch.tensor([10.0, 20.0], device=device)
table = column + row
print(table.shape)
print(table.cpu())

image = torch.ones(2, 3, 4, device=device)
scale = torch.tensor([1.0, 2.0, 3.0], device=device)
print((image * scale[:, None]).sum(dim=(0, 2)).cpu())

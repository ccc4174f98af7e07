# The sums stay on the device and are read once, at the end.
import torch

device = torch.accelerator.current_accelerator() or "cpu"

x = torch.tensor([1.0, 2.0, 3.0], device=device)
sums = []
for step in range(3):
    x = x * 2
    sums.append(x.sum())
print(torch.stack(sums).tolist())

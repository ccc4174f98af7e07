# Picking by a mask makes a shape that depends on the data; where() keeps the shape.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.tensor([-2.0, 3.0, -1.0, 5.0], device=device)
picked = x[x > 0]
print(picked.shape, picked.cpu())
kept = torch.where(x > 0, x, 0.0)
print(kept.shape, kept.cpu())
x[x < 0] = 0
print(x.cpu(), x.clamp(max=4).cpu())

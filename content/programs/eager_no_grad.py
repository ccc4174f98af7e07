# Inside no_grad nothing is recorded: parameters can be changed in place.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

w = torch.tensor([2.0, -1.0], device=device, requires_grad=True)
loss = (w ** 2).sum()
loss.backward()
with torch.no_grad():
    w -= 0.1 * w.grad
    silent = w * 2
print(w.detach().cpu(), w.requires_grad)
print(silent.requires_grad, torch.is_grad_enabled())

@torch.no_grad()
def score(v):
    return (v * v).sum()

print(score(w).requires_grad, w.detach().requires_grad)

# AdamW: every weight gets its own step size, and decay apart from the gradient.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

w = torch.tensor([1.0, -2.0, 100.0], device=device, requires_grad=True)
optimizer = torch.optim.AdamW([w], lr=0.1, weight_decay=0.1)
for _ in range(3):
    optimizer.zero_grad()
    (w ** 2).sum().backward()
    optimizer.step()
    print(w.detach().cpu())
state = optimizer.state[w]
print(sorted(state), state["step"].item())

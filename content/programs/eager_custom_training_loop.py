# Gradient descent without an optimizer: read .grad, change the weight, clear .grad.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

torch.manual_seed(0)
x = torch.randn(64, 2).to(device)
y = (x @ torch.tensor([2.0, -3.0], device=device) + 0.5)
w = torch.zeros(2, device=device, requires_grad=True)
b = torch.zeros((), device=device, requires_grad=True)
for step in range(40):
    loss = ((x @ w + b - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        for parameter in (w, b):
            parameter -= 0.1 * parameter.grad
            parameter.grad.zero_()
print(f"{loss.item():.3f}", [f"{v:.2f}" for v in w.tolist()], f"{b.item():.2f}")

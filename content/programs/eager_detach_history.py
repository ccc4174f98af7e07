# Keeping losses as tensors keeps their whole history; item() and detach() let go.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

w = torch.tensor(1.0, device=device, requires_grad=True)
kept, numbers = [], []
for step in range(3):
    loss = (w * (step + 1)) ** 2
    kept.append(loss)
    numbers.append(loss.item())
print(numbers, [t.grad_fn is not None for t in kept], kept[0].detach().requires_grad)
total = sum(kept)
total.backward()
print(w.grad.item())

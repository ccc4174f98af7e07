# Momentum: the step remembers where it was going.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

for momentum in (0.0, 0.9):
    w = torch.tensor([4.0], device=device, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1, momentum=momentum, weight_decay=0.01)
    path = []
    for _ in range(5):
        optimizer.zero_grad()
        (w ** 2).sum().backward()
        optimizer.step()
        path.append(round(w.item(), 3))
    print(momentum, path)

# The loss is minus the logarithm of the probability given to the right class.
import torch
import torch.nn.functional as F

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

logits = torch.tensor([[2.0, 0.5, -1.0], [0.0, 0.0, 0.0]], device=device, requires_grad=True)
target = torch.tensor([0, 2], device=device)
loss = F.cross_entropy(logits, target)
by_hand = -F.log_softmax(logits, dim=-1)[torch.arange(2), target].mean()
print(f"{loss.item():.4f} {by_hand.item():.4f}")
loss.backward()
print(logits.grad.cpu())
print(F.cross_entropy(logits, target, reduction="none").detach().cpu())
print(f"{F.cross_entropy(logits, target, label_smoothing=0.1).item():.4f}")

# Four ways to write a matrix product; batches ride along in front.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

torch.manual_seed(0)
a = torch.randint(0, 5, (2, 3)).float().to(device)
b = torch.randint(0, 5, (3, 2)).float().to(device)
print((a @ b).cpu())
print(torch.equal(a @ b, torch.einsum("ik,kj->ij", a, b)), torch.equal(torch.mm(a, b), torch.matmul(a, b)))
batch = torch.ones(4, 2, 3, device=device)
print((batch @ b).shape, torch.bmm(batch, batch.transpose(1, 2)).sum().item())
print((a @ b[:, 0]).shape, torch.dot(a[0], a[1]).item(), torch.outer(a[0], a[1]).shape)

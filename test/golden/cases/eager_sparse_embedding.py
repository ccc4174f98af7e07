"""Embeddings whose gradients lie in coordinates, and the optimizers that take them."""
import torch
torch.manual_seed(0)
e = torch.nn.Embedding(4, 2, sparse=True)
x = e(torch.tensor([0, 2, 0]))
x.sum().backward()
print(e.weight.grad)
print(e.weight.grad.coalesce())
opt = torch.optim.SparseAdam(e.parameters(), lr=0.1)
for i in range(2):
    opt.zero_grad()
    e(torch.tensor([1, 2])).pow(2).sum().backward()
    opt.step()
print(e.weight, opt)
sgd = torch.optim.SGD(e.parameters(), lr=0.1)
e.weight.grad = None
e(torch.tensor([1, 2])).sum().backward()
sgd.step()
print(e.weight)
F = torch.nn.functional
w = torch.ones(3, 2, requires_grad=True)
F.embedding(torch.tensor([0, 1, 1]), w, sparse=True, padding_idx=0).sum().backward()
print(w.grad)
F.embedding(torch.tensor([2]), w, sparse=True).sum().backward()
print(w.grad)
try:
    torch.optim.Adam([w]).step()
except RuntimeError as err:
    print(err)

# Rows of an embedding that are looked up are kept below max_norm.
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(11)
torch.set_printoptions(precision=3)
for p in [2.0, 1.0, float('inf'), 3.0]:
    for dt in [torch.float32, torch.float64, torch.bfloat16, torch.float16]:
        W = torch.randn(6, 5).to(dt).requires_grad_()
        idx = torch.tensor([[1, 2, 0], [3, 1, 1]])
        o = F.embedding(idx, W, padding_idx=0, max_norm=1.0, norm_type=p, scale_grad_by_freq=True)
        o.sum().backward()
        print(W, W._version, W.grad)
E = nn.Embedding(6, 3, max_norm=0.5)
opt = torch.optim.SGD(E.parameters(), lr=0.1)
for i in range(2):
    opt.zero_grad()
    l = E(torch.tensor([i, 2, 5])).pow(2).sum()
    l.backward()
    opt.step()
    print(round(l.item(), 4), E.weight)
B = nn.EmbeddingBag(6, 3, max_norm=0.7, mode='sum')
print(B(torch.tensor([0, 1, 4]), torch.tensor([0, 2])), B.weight.norm(dim=1))
for f in [lambda: E(torch.tensor([7])), lambda: E(torch.tensor([1.5])), lambda: torch.embedding_renorm_(torch.ones(3), torch.tensor([0]), 1., 2.)]:
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)

# After a public report: https://github.com/huggingface/transformers/pull/40114
# A loop over the experts that were hit, and the dense form without a loop over data.
import torch
import torch.nn.functional as F

W = torch.arange(16.0).reshape(4, 2, 2)


@torch.compile(dynamic=False)
def sparse(x, idx):
    out = torch.zeros_like(x)
    hit = (F.one_hot(idx, 4).sum(0) > 0).nonzero()
    for e in hit:
        tokens = torch.where(idx == e[0])[0]
        out.index_add_(0, tokens, x[tokens] @ W[e[0]])
    return out


@torch.compile(dynamic=False)
def dense(x, idx):
    out = torch.zeros_like(x)
    for e in range(4):
        out = out + torch.where((idx == e)[:, None], x @ W[e], 0.0)
    return out


x, idx = torch.ones(3, 2), torch.tensor([0, 3, 0])
print(sparse(x, idx))
print(dense(x, idx))

import torch
import torch.nn.functional as F


@torch.compile(dynamic=False)
def f(a, b, t):
    l = F.log_softmax(a, -1)
    k = F.kl_div(l, b.softmax(-1), reduction='batchmean')
    n = F.nll_loss(l, t)
    c = F.cosine_similarity(a, b)
    m = F.normalize(a, dim=-1)
    return k + n + c.sum() + m.sum()


torch.manual_seed(0)
a = torch.randn(3, 4, requires_grad=True)
r = f(a, torch.randn(3, 4), torch.tensor([0, 1, 2]))
r.backward()
print(r.shape)

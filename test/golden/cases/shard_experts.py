# world-size: 4
import torch, torch.nn as nn, torch.nn.functional as F
import torch.distributed as dist
dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()

class AllToAll(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, out_splits, in_splits):
        ctx.out_splits, ctx.in_splits = out_splits, in_splits
        out = x.new_empty(sum(out_splits), x.size(1))
        dist.all_to_all_single(out, x.contiguous(), out_splits, in_splits)
        return out
    @staticmethod
    def backward(ctx, g):
        out = g.new_empty(sum(ctx.in_splits), g.size(1))
        dist.all_to_all_single(out, g.contiguous(), ctx.in_splits, ctx.out_splits)
        return out, None, None

class MoE(nn.Module):
    def __init__(self, dim, experts, k=2):
        super().__init__()
        self.k, self.experts = k, experts
        self.per = experts // world
        torch.manual_seed(0)
        self.router = nn.Linear(dim, experts, bias=False)
        torch.manual_seed(100 + rank)
        self.w1 = nn.Parameter(torch.randn(self.per, dim, 2 * dim) * 0.1)
        self.w2 = nn.Parameter(torch.randn(self.per, 2 * dim, dim) * 0.1)
    def forward(self, x):
        B, S, D = x.shape
        flat = x.view(-1, D)
        probs = self.router(flat).softmax(-1)
        w, idx = probs.topk(self.k, dim=-1)
        w = w / w.sum(-1, keepdim=True)
        e = idx.view(-1)
        order = torch.argsort(e, stable=True)
        tokens = flat[order // self.k]
        counts = torch.bincount(e, minlength=self.experts)
        recv = torch.empty_like(counts)
        dist.all_to_all_single(recv, counts)
        in_splits = counts.view(world, -1).sum(1).tolist()
        out_splits = recv.view(world, -1).sum(1).tolist()
        got = AllToAll.apply(tokens, out_splits, in_splits)
        ids = torch.arange(self.per).repeat(world)
        ids = ids.repeat_interleave(recv)
        out = torch.zeros_like(got)
        for j in range(self.per):
            m = ids == j
            h = F.silu(got[m] @ self.w1[j]) @ self.w2[j]
            out = out.index_put((m.nonzero().squeeze(1),), h)
        back = AllToAll.apply(out, in_splits, out_splits)
        un = torch.zeros_like(back)
        un[order] = back
        y = (un.view(-1, self.k, D) * w.unsqueeze(-1)).sum(1)
        aux = (probs.mean(0) * F.one_hot(idx[:, 0], self.experts).float().mean(0)).sum() * self.experts
        return y.view(B, S, D), aux, in_splits, out_splits

m = MoE(6, 8)
torch.manual_seed(rank)
x = torch.randn(2, 4, 6, requires_grad=True)
y, aux, a, b = m(x)
print(a, b, y.shape)
(y.pow(2).mean() + 0.01 * aux).backward()
dist.all_reduce(m.router.weight.grad)
m.router.weight.grad /= world
print(round(y.sum().item(), 5), round(x.grad.abs().sum().item(), 5), round(m.router.weight.grad.abs().sum().item(), 5), round(m.w1.grad.abs().sum().item(), 5))

# world-size: 4
import math
import torch, torch.distributed as dist, torch.nn.functional as F
dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
B, H, S, D = 1, 2, 16, 4
q, k, v = (torch.randn(B, H, S, D) for _ in range(3))
qs, ks, vs = (t.chunk(world, dim=2)[rank].contiguous() for t in (q, k, v))
out = torch.zeros_like(qs)
lse = torch.full((B, H, S // world, 1), float("-inf"))
kv = torch.stack([ks, vs])
for i in range(world):
    src = (rank - i) % world
    nxt = torch.empty_like(kv)
    if i < world - 1:
        reqs = dist.batch_isend_irecv([
            dist.P2POp(dist.isend, kv, (rank + 1) % world),
            dist.P2POp(dist.irecv, nxt, (rank - 1) % world),
        ])
    if src <= rank:
        scores = qs @ kv[0].transpose(-1, -2) / math.sqrt(D)
        if src == rank:
            n = S // world
            scores = scores.masked_fill(torch.ones(n, n, dtype=torch.bool).triu(1), float("-inf"))
        part = torch.logsumexp(scores, dim=-1, keepdim=True)
        o = torch.softmax(scores, dim=-1) @ kv[1]
        new = torch.logaddexp(lse, part)
        out = out * torch.exp(lse - new) + o * torch.exp(part - new)
        lse = new
    if i < world - 1:
        for r in reqs:
            r.wait()
        kv = nxt
ref = F.scaled_dot_product_attention(q, k, v, is_causal=True).chunk(world, dim=2)[rank]
print(rank, torch.allclose(out, ref, atol=1e-5), f"{out.sum().item():.3f}")
dist.destroy_process_group()

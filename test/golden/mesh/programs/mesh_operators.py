# world-size: 4
import torch, torch.distributed as dist
import torch.nn.functional as F
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor
mesh = init_device_mesh("cpu", (4,))
r = dist.get_rank()
def show(name, d):
    print(name, type(d).__name__, tuple(d.shape), getattr(d, "placements", None), tuple(d.to_local().shape) if isinstance(d, DTensor) else "")
x = distribute_tensor(torch.arange(48.).reshape(8, 6), mesh, [Shard(0)])
y = distribute_tensor(torch.arange(48.).reshape(8, 6) / 10, mesh, [Shard(1)])
w = distribute_tensor(torch.ones(6, 4), mesh, [Shard(1)])
show("cat0", torch.cat([x, x], 0)); show("cat1", torch.cat([x, x], 1)); show("stack", torch.stack([x, y], 0))
for i, p in enumerate(torch.split(x, 4, 0)): show(f"split{i}", p)
for i, p in enumerate(x.chunk(2, 1)): show(f"chunk{i}", p)
show("mm", x @ w); show("matmul3", x.view(2, 4, 6) @ w) if False else None
show("einsum", torch.einsum("ij,jk->ik", x, w))
show("linear", F.linear(x, w.t()))
show("argmax", x.argmax(dim=1)); show("argmax0", x.argmax(dim=0)); show("argmaxall", x.argmax())
v, i = x.topk(2, dim=1); show("topk", v); show("topki", i)
show("sortv", x.sort(dim=1)[0])
show("idx", x[1]); show("idx2", x[:, 1]); show("idx3", x[2:6]); show("idx4", x[..., None]); show("idx5", x[torch.tensor([0, 3])] if False else x[1:, ::2])
show("mask", x.masked_fill(x > 20, 0.)); show("where", torch.where(x > 20, x, -x))
show("norm", x.norm()); show("std", x.std()); show("var", x.var(dim=0))
show("ln", F.layer_norm(x, (6,))); show("rms", F.rms_norm(x, (6,))); show("sm", F.softmax(x, -1)); show("sm0", F.softmax(x, 0)); show("lse", torch.logsumexp(x, 1))
show("gelu", F.gelu(x)); show("silu", F.silu(x)); show("pow", x ** 2); show("rsub", 1 - x); show("neg", -x); show("div", x / 3); show("floordiv", x // 2)
show("eq", x == y.redistribute(mesh, [Shard(0)])); show("cumsum", x.cumsum(1)); show("flip", x.flip(1)); show("roll", x.roll(1, 0)) if False else None
show("t", x.t()); show("T", x.T); show("perm", x.permute(1, 0)); show("unsq", x.unsqueeze(0)); show("exp", x[:, :1].expand(8, 6)); show("rep", x.repeat(1, 2))
show("view", x.view(8, 2, 3)); show("flat", x.flatten()); show("resh", x.reshape(4, 12)); show("to", x.to(torch.bfloat16)); show("half", x.half()); show("double", x.double())
show("clone", x.clone()); show("zl", torch.zeros_like(x)); show("ol", torch.ones_like(x)); show("tril", x.tril()); show("minimum", torch.minimum(x, y))
print(x.shape, x.numel(), x.dim(), x.size(0), x.stride(), x.dtype, x.device, x.is_contiguous(), x.requires_grad)
print(x.sum(), x.max().item(), (x * 2).mean().item())
print(torch.equal(x.full_tensor(), torch.arange(48.).reshape(8, 6)), torch.allclose(x, x + 0))
print(x); print(repr(x.sum()))
dist.destroy_process_group()

# world-size: 2
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, Replicate, Partial, distribute_tensor, distribute_module, DTensor
mesh = init_device_mesh("cpu", (2,))
torch.manual_seed(1)
img = distribute_tensor(torch.randn(4, 4, 6, 6), mesh, [Shard(0)])
chan = distribute_tensor(torch.randn(4, 4, 6, 6), mesh, [Shard(1)])
x = distribute_tensor(torch.randn(4, 6), mesh, [Shard(0)])
u = distribute_tensor(torch.randn(5, 6), mesh, [Shard(0)])
part = DTensor.from_local(torch.ones(4, 6) * (dist.get_rank() + 1), mesh, [Partial()])
def R(t): return distribute_tensor(t, mesh, [Replicate()])
def grad(f, t, *more):
    t = t.detach().requires_grad_()
    more = [m.detach().requires_grad_() if m.is_floating_point() else m for m in more]
    out = f(t, *more)
    out.sum().backward()
    return (out, t.grad, *[m.grad for m in more])
def show(name, f):
    try:
        y = f()
        ys = y if isinstance(y, (tuple, list)) else (y,)
        for y in ys:
            if isinstance(y, DTensor):
                print(name, y.placements, tuple(y.shape), tuple(y.to_local().shape), round(y.full_tensor().double().sum().item(), 2) + 0.0)
            else:
                print(name, y)
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0][:300])
torch.manual_seed(2)
w = R(torch.randn(3, 4, 3, 3)); b = R(torch.randn(3))
conv = {
 "conv": lambda: grad(lambda t, w, b: F.conv2d(t, w, b, padding=1), img, w, b),
 "conv_nobias": lambda: grad(lambda t, w: F.conv2d(t, w), img, w),
 "conv_rep": lambda: grad(lambda t, w: F.conv2d(t, w), R(torch.randn(2, 4, 5, 5)), w),
 "bn_batch": lambda: F.batch_norm(img, None, None, training=True),
 "bn_chan": lambda: F.batch_norm(chan, None, None, training=True),
 "maxpool": lambda: grad(lambda t: F.max_pool2d(t, 2), img),
 "maxpool_c": lambda: F.max_pool2d(chan, 2),
 "avgpool": lambda: F.avg_pool2d(img, 2),
 "avgpool_grad": lambda: grad(lambda t: F.avg_pool2d(t, 2), img),
 "adaptive": lambda: grad(lambda t: F.adaptive_avg_pool2d(t, 3), img),
 "adaptive1": lambda: grad(lambda t: F.adaptive_avg_pool2d(t, 1), img),
 "upsample": lambda: F.interpolate(img, scale_factor=2),
 "groupnorm": lambda: F.group_norm(img, 2),
 "groupnorm_grad": lambda: grad(lambda t: F.group_norm(t, 2), img),
 "layernorm_grad": lambda: grad(lambda t: F.layer_norm(t, (6,)), x),
 "rms_grad": lambda: grad(lambda t, w: F.rms_norm(t, (6,), w), x, R(torch.ones(6))),
 "leaky": lambda: grad(lambda t: F.leaky_relu(t, 0.1), x),
 "elu": lambda: grad(F.elu, x),
 "hardtanh": lambda: grad(F.hardtanh, x),
 "hardswish": lambda: grad(F.hardswish, x),
 "softplus": lambda: grad(F.softplus, x),
 "mish": lambda: grad(F.mish, x),
 "silu": lambda: grad(F.silu, x),
 "logsigmoid": lambda: grad(F.logsigmoid, x),
 "glu": lambda: F.glu(x),
 "prelu": lambda: grad(F.prelu, x, R(torch.tensor([0.25]))),
 "softmax_grad": lambda: grad(lambda t: t.softmax(1), x),
 "huber_grad": lambda: grad(lambda t: F.huber_loss(t, x), x * 2),
 "smooth_grad": lambda: grad(lambda t: F.smooth_l1_loss(t, x), x * 2),
 "bce_grad": lambda: grad(lambda t: F.binary_cross_entropy_with_logits(t, (x > 0).float()), x),
 "bce2": lambda: F.binary_cross_entropy(x.sigmoid(), (x > 0).float()),
 "bce_uneven": lambda: F.binary_cross_entropy_with_logits(u, (u > 0).float()),
 "mse_uneven": lambda: F.mse_loss(u, u * 2),
 "mse_sum": lambda: F.mse_loss(u, u * 2, reduction="sum"),
 "huber_none": lambda: F.huber_loss(u, u * 2, reduction="none"),
 "mean_uneven": lambda: u.mean(),
 "sum_uneven": lambda: u.sum(1),
 "mv": lambda: x @ R(torch.ones(6)),
 "mv_row": lambda: x.t() @ distribute_tensor(torch.ones(4), mesh, [Shard(0)]),
 "index_fill": lambda: x.index_fill(1, torch.tensor([1]), 3.0),
 "select_scatter": lambda: x.select_scatter(x[:, 0], 1, 2),
 "slice_scatter": lambda: x.slice_scatter(x[:, :2], 1, 2, 4),
 "pad0": lambda: F.pad(x, (0, 0, 1, 1)),
 "pad_part": lambda: F.pad(part, (1, 1)),
 "pad_val": lambda: F.pad(part, (1, 1), value=2.0),
 "partial_abs": lambda: part.abs(),
 "partial_leaky": lambda: F.leaky_relu(part),
 "partial_hardswish": lambda: F.hardswish(part),
 "partial_norm": lambda: part.norm(p=1),
 "norm_inf": lambda: x.norm(p=float("inf")),
 "norm_float": lambda: x.norm(p=1.5),
 "norm_dim": lambda: x.norm(p=3, dim=0),
 "norm0": lambda: torch.linalg.vector_norm(x, 0),
 "count_dim": lambda: x.count_nonzero(0),
 "count_dim1": lambda: x.count_nonzero(1),
 "aminmax": lambda: torch.aminmax(x),
 "aminmax1": lambda: torch.aminmax(x, dim=1),
 "std_mean": lambda: torch.std_mean(x, 0),
 "histc_b": lambda: torch.histc(x, 4, -2, 2),
 "batched_inv": lambda: torch.linalg.inv(distribute_tensor(torch.eye(3).repeat(4, 1, 1) * 2, mesh, [Shard(0)])),
 "batched_det": lambda: torch.linalg.det(distribute_tensor(torch.eye(3).repeat(4, 1, 1) * 2, mesh, [Shard(0)])),
 "cross0": lambda: torch.linalg.cross(x.view(4, 2, 3), x.view(4, 2, 3)),
 "median_keep": lambda: x.median(1, keepdim=True),
 "kth_keep": lambda: x.kthvalue(1, dim=1, keepdim=True),
 "mode0": lambda: x.mode(0),
 "sort_stable": lambda: x.sort(dim=1, stable=True),
 "cummin": lambda: x.cummin(0),
 "special": lambda: torch.special.entr(x.abs()),
 "i0e": lambda: torch.special.i0e(x),
 "renorm": lambda: x.renorm(2, 0, 1.0),
 "unfold": lambda: x.unfold(1, 2, 2),
 "cdist": lambda: torch.cdist(x, x),
 "putting": lambda: x.put(torch.tensor([0]), torch.tensor([1.0])),
 "as_strided": lambda: x.as_strided((2, 2), (1, 1)),
 "bincount": lambda: torch.bincount(x.abs().long().flatten()),
 "unique": lambda: x.unique(),
 "multinomial": lambda: x.softmax(1).multinomial(2).shape,
 "view_real": lambda: torch.view_as_real(torch.complex(x, x)),
 "fused_adamw": lambda: fused(),
 "foreach_clip": lambda: clip(),
 "scatter_add": lambda: torch.zeros_like(x).scatter_add_(1, R(torch.zeros(4, 1, dtype=torch.long)), x[:, :1]),
 "embedding_bag": lambda: F.embedding_bag(R(torch.tensor([[0, 1], [1, 2]])), x),
 "dropout": lambda: F.dropout(x, 0.5).shape,
 "baddbmm": lambda: torch.baddbmm(x.view(4, 2, 3), x.view(4, 2, 3), R(torch.ones(4, 3, 3))),
 "tensordot": lambda: torch.tensordot(x, x, dims=([1], [1])),
 "kron": lambda: torch.kron(x, R(torch.ones(1, 2))),
 "addcdiv": lambda: torch.addcdiv(x, x, x.abs() + 1),
 "where_scalar": lambda: torch.where(x > 0, 1.0, 0.0),
 "isclose": lambda: torch.isclose(x, x),
 "allclose": lambda: torch.allclose(x, x),
 "equal": lambda: torch.equal(x, x),
 "meshgrid": lambda: torch.meshgrid(x[:, 0], x[0], indexing="ij"),
 "cat_mixed": lambda: torch.cat([x, R(torch.ones(2, 6))]),
 "stack_mixed": lambda: torch.stack([x, R(torch.ones(4, 6))]),
 "split_sections": lambda: x.tensor_split(2, dim=1),
 "narrow": lambda: x.narrow(1, 1, 2),
 "getneg": lambda: x[:, -1],
 "getnone": lambda: x[:, None, 1:3],
 "getlist": lambda: x[:, R(torch.tensor([0, 2]))],
 "int_row": lambda: x[1],
 "diff": lambda: x.diff(dim=1),
 "cov": lambda: torch.cov(x),
 "log_softmax0": lambda: x.log_softmax(0),
 "nll": lambda: grad(lambda t: F.nll_loss(t.log_softmax(1), R(torch.tensor([0, 1, 2, 3]))), x),
}
def fused():
    p = nn.Parameter(x.detach().clone())
    o = torch.optim.AdamW([p], lr=0.1, fused=True)
    p.grad = x.detach() * 2
    o.step()
    return p.detach()
def clip():
    p = nn.Parameter(x.detach().clone())
    p.grad = x.detach() * 2
    n = torch.nn.utils.clip_grad_norm_([p], 1.0)
    return n, p.grad
for n, f in conv.items():
    show(n, f)

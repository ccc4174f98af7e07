# world-size: 2
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, Replicate, Partial, distribute_tensor, DTensor
mesh = init_device_mesh("cpu", (2,))
torch.manual_seed(1)
x = distribute_tensor(torch.randn(4, 6), mesh, [Shard(0)])
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
        print(name, type(e).__name__, str(e).split("\n")[0][:200])
for n, f in {
 "median": lambda: x.median(), "median.dim": lambda: x.median(1), "median.dim0": lambda: x.median(0),
 "nanmedian": lambda: x.nanmedian(), "mode": lambda: x.mode(1), "kthvalue": lambda: x.kthvalue(2, 1),
 "std": lambda: x.std(1), "var_mean": lambda: torch.var_mean(x, 1), "norm": lambda: x.norm(), "norm1": lambda: x.norm(p=1), "norm3": lambda: x.norm(p=3),
 "argsort": lambda: x.argsort(1), "sort": lambda: x.sort(0), "topk": lambda: x.topk(2, 1), "cummax": lambda: x.cummax(1), "cumsum": lambda: x.cumsum(0),
 "softmax": lambda: x.softmax(0), "softmax1": lambda: x.softmax(1), "logsoftmax": lambda: x.log_softmax(1),
 "where": lambda: torch.where(x > 0, x, x * 2), "where_s": lambda: torch.where(x > 0, x, 0.0), "clamp": lambda: x.clamp(0, 1), "gelu": lambda: torch.nn.functional.relu(x),
 "silu": lambda: torch.nn.functional.silu(x), "tril": lambda: x.tril(), "triu": lambda: x.triu(1), "diag": lambda: x.diagonal(), "trace": lambda: x[:, :4].trace(),
 "chunk0": lambda: x.chunk(2, 0), "chunk1": lambda: x.chunk(2, 1), "split": lambda: x.split([2, 4], 1), "unbind": lambda: x.unbind(1), "cat": lambda: torch.cat([x, x], 0), "cat1": lambda: torch.cat([x, x], 1), "stack": lambda: torch.stack([x, x]),
 "T": lambda: x.T, "permute": lambda: x.permute(1, 0), "reshape": lambda: x.reshape(2, 2, 6), "view": lambda: x.view(24), "flatten": lambda: x.flatten(), "unsqueeze": lambda: x.unsqueeze(0), "squeeze": lambda: x.unsqueeze(0).squeeze(0), "expand": lambda: x.unsqueeze(0).expand(3, 4, 6), "repeat": lambda: x.repeat(1, 2), "flip": lambda: x.flip(1), "flip0": lambda: x.flip(0), "roll": lambda: x.roll(1, 1), "roll0": lambda: x.roll(1, 0),
 "mm": lambda: x @ x.T, "outer": lambda: torch.outer(x[:, 0], x[:, 1]), "einsum": lambda: torch.einsum("ij,kj->ik", x, x), "bmm": lambda: torch.bmm(x.unsqueeze(0), x.T.unsqueeze(0)),
 "masked_fill": lambda: x.masked_fill(x > 0, -1.0), "index_select": lambda: x.index_select(1, torch.tensor([0, 2])), "gather": lambda: x.gather(1, distribute_tensor(torch.zeros(4, 1, dtype=torch.long), mesh, [Shard(0)])),
 "prod": lambda: x.prod(), "prodd": lambda: x.prod(0), "amax": lambda: x.amax(0), "max": lambda: x.max(), "maxd": lambda: x.max(0), "argmax": lambda: x.argmax(1), "argmax0": lambda: x.argmax(0), "any": lambda: (x > 0).any(), "all": lambda: (x > 0).all(0), "logsumexp": lambda: x.logsumexp(1), "logsumexp0": lambda: x.logsumexp(0), "mean": lambda: x.mean(0), "count_nonzero": lambda: x.count_nonzero(), "isnan": lambda: x.isnan(), "sign": lambda: x.sign(), "round": lambda: x.round(), "pow": lambda: x ** 2, "rpow": lambda: 2 ** x, "lerp": lambda: torch.lerp(x, x * 2, 0.5), "addcmul": lambda: torch.addcmul(x, x, x), "float": lambda: x.double(), "clone": lambda: x.clone(), "zeros_like": lambda: torch.zeros_like(x), "pad": lambda: torch.nn.functional.pad(x, (1, 1)), "unfold": lambda: x.unfold(1, 2, 2), "cross": lambda: x.view(4, 2, 3).cross(x.view(4, 2, 3), dim=2), "searchsorted": lambda: torch.searchsorted(x.sort(1)[0], x), "bucketize": lambda: torch.bucketize(x, torch.tensor([0., 1.])), "histc": lambda: x.histc(4), "nonzero": lambda: x.nonzero(), "maskedsel": lambda: x[x > 0], "cdist": lambda: torch.cdist(x, x), "linalg_inv": lambda: torch.linalg.inv(x[:, :4]), "det": lambda: torch.linalg.det(x[:, :4]), "cholesky": lambda: torch.linalg.cholesky(x @ x.T + 10 * distribute_tensor(torch.eye(4), mesh, [Replicate()])),
 "solve": lambda: torch.linalg.solve(x[:, :4], x), "matrix_norm": lambda: torch.linalg.matrix_norm(x), "renorm": lambda: x.renorm(2, 0, 1.0), "dist": lambda: torch.dist(x, x * 2), "cosine": lambda: torch.nn.functional.cosine_similarity(x, x * 2), "normalize": lambda: torch.nn.functional.normalize(x), "one_hot": lambda: torch.nn.functional.one_hot(x.argmax(1), 6), "dropout_eval": lambda: torch.nn.functional.dropout(x, 0.5, training=False), "scatter": lambda: x.scatter(1, distribute_tensor(torch.zeros(4, 1, dtype=torch.long), mesh, [Shard(0)]), 1.0), "index_add": lambda: x.index_add(1, torch.tensor([0]), distribute_tensor(torch.ones(4, 1), mesh, [Shard(0)])), "take_along": lambda: x.take_along_dim(distribute_tensor(torch.zeros(4, 1, dtype=torch.long), mesh, [Shard(0)]), 1), "movedim": lambda: x.movedim(0, 1), "swapaxes": lambda: x.swapaxes(0, 1), "ravel": lambda: x.ravel(), "tile": lambda: x.tile(2, 1), "repeat_interleave": lambda: x.repeat_interleave(2, 1), "nan_to_num": lambda: x.nan_to_num(), "fmod": lambda: x.fmod(2), "remainder": lambda: x % 2, "maximum": lambda: torch.maximum(x, -x), "atan2": lambda: torch.atan2(x, x), "logical": lambda: torch.logical_and(x > 0, x < 1), "bitwise": lambda: (x > 0) & (x < 1), "erf": lambda: x.erf(), "rsqrt": lambda: x.abs().rsqrt(), "item": lambda: round(x.sum().item(), 3), "bool": lambda: bool((x.sum() > 0)), "group_norm": lambda: torch.nn.functional.group_norm(x, 2), "rms_norm": lambda: torch.nn.functional.rms_norm(x, (6,)), "layer_norm": lambda: torch.nn.functional.layer_norm(x, (6,)), "ce": lambda: torch.nn.functional.cross_entropy(x, distribute_tensor(torch.zeros(4, dtype=torch.long), mesh, [Shard(0)])), "mse": lambda: torch.nn.functional.mse_loss(x, x * 2), "bce": lambda: torch.nn.functional.binary_cross_entropy_with_logits(x, x.sigmoid().detach()), "l1": lambda: torch.nn.functional.l1_loss(x, x * 2), "smooth": lambda: torch.nn.functional.smooth_l1_loss(x, x * 2), "kl": lambda: torch.nn.functional.kl_div(x.log_softmax(1), x.softmax(1), reduction="batchmean"), "huber": lambda: torch.nn.functional.huber_loss(x, x * 2),
 }.items():
    show(n, f)

"""Collectives that return new tensors. A result is an AsyncCollectiveTensor until it is used.

From torch/distributed/_functional_collectives.py. Here the collective has happened when the call returns; the type shows
what PyTorch shows. Leaves out: views of an unused result, which PyTorch wraps again.
"""
import torch
import torch.distributed as dist
from torch._C import _dist, _missing


class AsyncCollectiveTensor(torch.Tensor):
    def trigger_wait(self):
        return _dist.plain(self)

    def wait(self):
        return _dist.plain(self)

    def tolist(self):
        return self.trigger_wait().tolist()

    def numpy(self):
        return self.wait().numpy()

    def __repr__(self):
        text = repr(_dist.shown(self))
        if self.requires_grad:
            text = f"{text[:-1]},\n       grad_fn=<GeneratedBackwardFor__c10d_functional_wait_tensor_defaultBackward>)"
        return f"AsyncCollectiveTensor({text})"


def _wrapped(tensor):
    return _dist.as_class(tensor, AsyncCollectiveTensor)


def wait_tensor(tensor):
    return _dist.plain(tensor) if isinstance(tensor, AsyncCollectiveTensor) else tensor


def _resolve(group):
    """A process group from what the functions accept: a group, its ranks, a mesh of one dimension, a mesh and a dimension."""
    from torch.distributed.device_mesh import DeviceMesh

    if isinstance(group, dist.ProcessGroup):
        return group
    if isinstance(group, DeviceMesh):
        if group.ndim != 1:
            raise AssertionError("Only 1D mesh is supported, pass in (DeviceMesh, int) together if mesh > 1D")
        return group.get_group()
    if isinstance(group, tuple) and len(group) == 2 and isinstance(group[0], DeviceMesh):
        return group[0].get_group(group[1])
    if isinstance(group, list) and group and isinstance(group[0], int):
        return dist.ProcessGroup(group, "functional")
    raise ValueError(f"Unsupported group type: {type(group)}, {group}")


_OPS = {"sum": "SUM", "avg": "AVG", "product": "PRODUCT", "min": "MIN", "max": "MAX", "band": "BAND", "bor": "BOR", "bxor": "BXOR"}


def _op(name):
    return getattr(dist.ReduceOp, _OPS[name.lower()])


def _rows(shape, n):
    return [n, *shape[1:]] if len(shape) else [n]


def _run(collective, *args, **kwargs):
    _dist.functional(True)
    collective(*args, **kwargs)
    _dist.functional(False)


def _run_all_reduce(x, op, group):
    out = x.detach().clone(memory_format=torch.contiguous_format)
    _run(dist.all_reduce, out, op=_op(op), group=group)
    return out


def _run_all_gather(x, group):
    x = x.detach().contiguous()
    out = x.new_empty(_rows(x.shape, (x.shape[0] if x.ndim else 1) * group.size()))
    _run(dist.all_gather_into_tensor, out, x, group=group)
    return out


def _run_reduce_scatter(x, op, group):
    x = x.detach().contiguous()
    out = x.new_empty(_rows(x.shape, x.shape[0] // group.size()))
    _run(dist.reduce_scatter_tensor, out, x, op=_op(op), group=group)
    return out


def _run_all_to_all(x, out_sizes, in_sizes, group):
    x = x.detach().contiguous()
    out = x.new_empty(_rows(x.shape, sum(out_sizes)))
    _run(dist.all_to_all_single, out, x, out_sizes, in_sizes, group=group)
    return out


class _AllReduce(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, op, group):
        ctx.op, ctx.group = op, group
        return _run_all_reduce(x, op, group)

    @staticmethod
    def backward(ctx, grad):
        if ctx.op != "sum":
            raise RuntimeError(f"all_reduce backward only supports 'sum' reduction, got '{ctx.op}'")
        return _run_all_reduce(grad, ctx.op, ctx.group), None, None


class _AllGather(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, group):
        ctx.group = group
        return _run_all_gather(x, group)

    @staticmethod
    def backward(ctx, grad):
        return _run_reduce_scatter(grad, "sum", ctx.group), None


class _ReduceScatter(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, op, group):
        ctx.op, ctx.group = op, group
        return _run_reduce_scatter(x, op, group)

    @staticmethod
    def backward(ctx, grad):
        if ctx.op != "sum":
            raise RuntimeError(f"reduce_scatter_tensor backward only supports 'sum' reduction, got '{ctx.op}'")
        return _run_all_gather(grad, ctx.group), None, None


class _AllToAll(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, out_sizes, in_sizes, group):
        ctx.sizes, ctx.group = (in_sizes, out_sizes), group
        return _run_all_to_all(x, out_sizes, in_sizes, group)

    @staticmethod
    def backward(ctx, grad):
        return _run_all_to_all(grad, *ctx.sizes, ctx.group), None, None, None


def all_reduce(self, reduceOp, group, tag=""):
    return _wrapped(_AllReduce.apply(self, reduceOp.lower(), _resolve(group)))


def all_gather_single(self, gather_dim, group, tag=""):
    group = _resolve(group)
    out = _AllGather.apply(self, group)
    if gather_dim == 0:
        return _wrapped(out)
    between = 1
    for n in out.shape[1:gather_dim]:
        between *= n
    joined = torch.cat(out.chunk(group.size(), dim=0), dim=gather_dim)
    # Where the ranks' parts lie side by side already the result is a view, not used yet.
    return _wrapped(joined) if out.shape[0] == group.size() and between == 1 else joined


def reduce_scatter_single(self, reduceOp, scatter_dim, group, tag=""):
    group = _resolve(group)
    if self.size(scatter_dim) % group.size() != 0:
        raise AssertionError(f"input dimension 0 ({self.size(0)} must be a multiple of group_size {group.size()})")
    if scatter_dim != 0:
        self = torch.cat(self.chunk(group.size(), dim=scatter_dim), dim=0)
    return _wrapped(_ReduceScatter.apply(self, reduceOp.lower(), group))


def all_gather_tensor(self, gather_dim, group, tag=""):
    return all_gather_single(self, gather_dim, group, tag)


def reduce_scatter_tensor(self, reduceOp, scatter_dim, group, tag=""):
    return reduce_scatter_single(self, reduceOp, scatter_dim, group, tag)


all_gather_tensor_autograd = all_gather_single_autograd = all_gather_single
reduce_scatter_tensor_autograd = reduce_scatter_single_autograd = reduce_scatter_single


def all_to_all_single(self, output_split_sizes, input_split_sizes, group, tag=""):
    group = _resolve(group)
    if output_split_sizes is None or input_split_sizes is None:
        if not (output_split_sizes is None and input_split_sizes is None):
            raise AssertionError("output_split_sizes and input_split_sizes must either be specified together or both set to None")
        output_split_sizes = input_split_sizes = [self.shape[0] // group.size()] * group.size()
    return _wrapped(_AllToAll.apply(self, list(output_split_sizes), list(input_split_sizes), group))


all_to_all_single_autograd = all_to_all_single


def broadcast(self, src, group, tag=""):
    out = self.detach().clone(memory_format=torch.contiguous_format)
    _run(dist.broadcast, out, src, group=_resolve(group))
    return _wrapped(out)


def __getattr__(name):
    return _missing("torch.distributed._functional_collectives", name)

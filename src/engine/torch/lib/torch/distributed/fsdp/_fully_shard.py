"""fully_shard: parameters as blocks along dimension 0, whole only while their module computes.

From torch/distributed/fsdp/_fully_shard. A group is the parameters of one call that no inner call has taken: one
all_gather_into_tensor before its forward, one more before its backward where they were given back in between, and one
reduce_scatter_tensor of its gradients. A parameter that is cut by tensor parallelism already is cut once more: its block
becomes the blocks' blocks, on the mesh of both. Leaves out prefetching, which moves collectives and changes none. Refused
by name: pinned memory, partial resharding, gradient factors.
"""
import torch
import torch.distributed as dist
from torch._C import _queue_callback, _refuse
from torch.distributed.device_mesh import DeviceMesh, _contiguous, init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard
from torch.distributed.tensor.placement_types import _StridedShard


class MixedPrecisionPolicy:
    def __init__(self, param_dtype=None, reduce_dtype=None, output_dtype=None, cast_forward_inputs=True):
        self.param_dtype = param_dtype
        self.reduce_dtype = reduce_dtype
        self.output_dtype = output_dtype
        self.cast_forward_inputs = cast_forward_inputs

    def __repr__(self):
        return f"MixedPrecisionPolicy(param_dtype={self.param_dtype}, reduce_dtype={self.reduce_dtype}, output_dtype={self.output_dtype}, cast_forward_inputs={self.cast_forward_inputs})"


class OffloadPolicy:
    pass


class CPUOffloadPolicy(OffloadPolicy):
    def __init__(self, pin_memory=True):
        self.pin_memory = pin_memory


class _Param:
    """One parameter: its places in modules, the block that the optimizer sees, the whole while it is needed."""

    def __init__(self, param, mesh, placement):
        if param.ndim == 0:
            raise ValueError("fully_shard doesn't support scalar parameters. Change the parameter to a 1D tensor with numel equal to 1.")
        self.places = []
        self.ranks = mesh.size(mesh.ndim - 1)
        self.inner = (param.device_mesh, param.placements) if isinstance(param, DTensor) else None
        self.global_shape = param.shape
        self.orig_dtype = param.dtype
        data = param.detach()
        if self.inner:
            data = data.to_local()
        self.shape = data.shape
        cut = placement or Shard(0)
        self.dim = cut.dim + data.ndim if cut.dim < 0 else cut.dim
        self.mesh, self.placements = self.layout(mesh, Shard(self.dim))
        size = self.shape[self.dim]
        if self.dim > 0 and size % self.ranks != 0:
            raise NotImplementedError(f"FSDP does not support uneven sharding on dim {self.dim}: {self.shape} (world size: {self.ranks})")
        self.rows = -(-size // self.ranks)  # of a block, padding included
        me = mesh.get_local_rank(mesh.ndim - 1)
        first = min(me * self.rows, size)
        self.own = min(self.rows, size - first)
        local = data.narrow(self.dim, first, self.own).clone().contiguous()
        self.sharded = torch.nn.Parameter(self.distribute(local), requires_grad=param.requires_grad)
        self.whole = None
        self.kept = None  # a gradient of the whole that was not to be reduced yet

    def layout(self, mesh, cut):
        """Mesh and placements of the block."""
        outer = [Replicate()] * (mesh.ndim - 1)
        if self.inner is None:
            return mesh, [*outer, cut]
        inner_mesh, inner = self.inner
        blocks = 1
        for i, p in enumerate(inner):
            if not p.is_replicate() and not p.is_partial() and p.dim == cut.dim:
                blocks *= inner_mesh.size(i)
        if blocks > 1:
            cut = _StridedShard(cut.dim, split_factor=blocks)
        return DeviceMesh._concatenate([mesh, inner_mesh]), [*outer, cut, *inner]

    def distribute(self, local):
        return DTensor.from_local(local, self.mesh, self.placements, shape=self.global_shape, stride=_contiguous(self.global_shape))

    def block_shape(self):
        shape = list(self.shape)
        shape[self.dim] = self.rows
        return shape

    def flat_block(self, dtype):
        """This rank's part of the gather, padded to the first block's rows."""
        block = self.sharded.to_local().to(dtype)
        missing = self.rows - block.shape[self.dim]
        if missing:
            block = torch.cat([block, block.new_zeros((missing, *self.shape[1:]))])
        return block.reshape(-1)

    def joined(self, parts):
        """The whole tensor from every rank's part, a row of `parts` each; a DTensor again where it was one."""
        if self.dim == 0:
            whole = parts.reshape(-1, *self.shape[1:])[: self.shape[0]].contiguous()
        else:
            whole = torch.cat([p.reshape(self.block_shape()) for p in parts.unbind(0)], dim=self.dim)
        if self.inner:
            mesh, placements = self.inner
            whole = DTensor.from_local(whole, mesh, placements, shape=self.global_shape, stride=_contiguous(self.global_shape))
        return whole

    def columns(self, grad):
        """A gradient of the whole as one padded row a rank."""
        if self.dim > 0:
            grad = torch.cat(grad.chunk(self.ranks, dim=self.dim), dim=0)
        missing = self.rows * self.ranks - self.shape[0] if self.dim == 0 else 0
        if missing:
            grad = torch.cat([grad, grad.new_zeros((missing, *self.shape[1:]))])
        return grad.reshape(self.ranks, -1)

    def take_grad(self, dtype):
        """Adds the gradient that has arrived to what was kept, as a plain tensor in the type it is reduced in."""
        grad = self.whole.grad
        if isinstance(grad, DTensor):
            if grad.placements != tuple(self.inner[1]):
                grad = grad.redistribute(placements=self.inner[1])
            grad = grad.to_local()
        grad = grad.to(dtype or grad.dtype)
        self.kept = grad if self.kept is None else self.kept + grad

    def show(self, param):
        for module, name in self.places:
            module._parameters[name] = param


class _Group:
    def __init__(self, module, mesh, reshard_after_forward, policy, placement_of, ignored):
        self.mesh = mesh
        self.reshard_after_forward = reshard_after_forward
        self.outermost = False
        self.policy = policy
        self.params = _take(module, mesh, placement_of, ignored)
        self.shard_group = mesh.get_group(mesh.ndim - 1)
        self.replicate_group = mesh.get_group(0) if mesh.ndim == 2 else None
        self.ranks = mesh.size(mesh.ndim - 1)
        self.whole = False
        self.sync = True

    def gather(self):
        """Every rank's blocks in one collective: the whole tensors, in the order of the parameters."""
        with torch.no_grad():
            flat = torch.cat([p.flat_block(self.policy.param_dtype or p.orig_dtype) for p in self.params])
            out = flat.new_empty(flat.numel() * self.ranks)
            dist.all_gather_into_tensor(out, flat, group=self.shard_group)
            parts = out.view(self.ranks, -1).split([flat_size(p) for p in self.params], dim=1)
            return [p.joined(part) for p, part in zip(self.params, parts)]

    def unshard(self):
        if self.whole or not self.params:
            return
        for p, value in zip(self.params, self.gather()):
            if p.whole is None:
                p.whole = torch.nn.Parameter(value, requires_grad=p.sharded.requires_grad)
                if p.whole.requires_grad:
                    p.whole.register_post_accumulate_grad_hook(self.arrived)
            p.show(p.whole)
        self.whole = True

    def reshard(self):
        for p in self.params:
            p.show(p.sharded)
        self.whole = False

    def forget(self):
        """The next forward makes new whole parameters: those of this graph keep its values."""
        for p in self.params:
            p.whole = None

    def arrived(self, _param):
        wanted = [p for p in self.params if p.whole is not None and p.whole.requires_grad]
        if all(p.whole.grad is not None for p in wanted):
            self.reduce(wanted)

    def reduce(self, params):
        with torch.no_grad():
            for p in params:
                p.take_grad(self.policy.reduce_dtype)
            if self.sync:
                self.scatter(params)
        self.reshard()
        self.forget()

    def scatter(self, params):
        flat = torch.cat([p.columns(p.kept) for p in params], dim=1).reshape(-1)
        out = flat.new_empty(flat.numel() // self.ranks)
        before, after, op = _factors(flat.dtype, self.mesh.size())
        if before:
            flat = flat / before
        dist.reduce_scatter_tensor(out, flat, op=op, group=self.shard_group)
        if self.replicate_group is not None:
            dist.all_reduce(out, op=op, group=self.replicate_group)
        if after:
            out = out / after
        for p, part in zip(params, out.split([flat_size(p) for p in params])):
            local = part.reshape(p.block_shape()).narrow(p.dim, 0, p.own).to(p.orig_dtype).contiguous()
            grad = p.distribute(local)
            p.sharded.grad = grad if p.sharded.grad is None else p.sharded.grad + grad
            p.kept = None


def _factors(dtype, ranks):
    """What the sum is divided by before and after: types that may overflow (or are not reduced by division) in two steps."""
    if dtype in (torch.float32, torch.bfloat16):
        return None, None, dist.ReduceOp.SUM if ranks == 1 else dist.ReduceOp.AVG
    before = 1
    while ranks % before == 0 and ranks / before > before:
        before *= 2
    after = ranks / before
    return before if before > 1 else None, after if after > 1 else None, dist.ReduceOp.SUM


def flat_size(p):
    n = 1
    for s in p.block_shape():
        n *= s
    return n


def _take(module, mesh, placement_of, ignored):
    """Parameters below a module that no inner call has: made into blocks, each once however many places hold it."""
    found = {}
    for m in _managed(module):
        for name, param in list(m._parameters.items()):
            if param is None or id(param) in ignored:
                continue
            if id(param) not in found:
                found[id(param)] = (param, _Param(param, mesh, placement_of(param) if placement_of else None))
            found[id(param)][1].places.append((m, name))
    params = [p for _, p in found.values()]
    if len({p.orig_dtype for p in params}) > 1:
        _refuse("fully_shard of parameters of several element types")
    for p in params:
        p.show(p.sharded)
    return params


def _managed(module):
    yield module
    for child in module.children():
        if not isinstance(child, FSDPModule):
            yield from _managed(child)


def _tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [t for v in value for t in _tensors(v)] if isinstance(value, (list, tuple)) else []


def _cast(dtype, value):
    """Floating tensors inside any nest of containers, in another type."""
    if isinstance(value, torch.Tensor):
        return value.to(dtype) if value.is_floating_point() else value
    if isinstance(value, dict):
        return type(value)((k, _cast(dtype, v)) for k, v in value.items())
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_cast(dtype, v) for v in value])
    return type(value)([_cast(dtype, v) for v in value]) if isinstance(value, (list, tuple)) else value


class FSDPModule:
    def unshard(self, async_op=False):
        if async_op:
            _refuse("FSDPModule.unshard(async_op=True)")
        self._fsdp.unshard()

    def reshard(self):
        self._fsdp.reshard()
        self._fsdp.forget()

    def set_requires_gradient_sync(self, requires_gradient_sync, *, recurse=True):
        for m in self.modules() if recurse else [self]:
            if isinstance(m, FSDPModule):
                m._fsdp.sync = requires_gradient_sync

    def set_is_last_backward(self, is_last_backward):
        """Which backward is the last changes when collectives are waited for, not which there are."""

    def set_requires_all_reduce(self, requires_all_reduce, *, recurse=True):
        _refuse("FSDPModule.set_requires_all_reduce")

    def set_reshard_after_backward(self, reshard_after_backward, *, recurse=True):
        _refuse("FSDPModule.set_reshard_after_backward")

    def set_gradient_divide_factor(self, factor):
        _refuse("FSDPModule.set_gradient_divide_factor")

    def set_reshard_after_forward(self, reshard_after_forward, recurse=True):
        for m in self.modules() if recurse else [self]:
            if isinstance(m, FSDPModule):
                m._fsdp.reshard_after_forward = reshard_after_forward

    def set_modules_to_forward_prefetch(self, modules):
        """Prefetching moves collectives; the runs here have none to move."""

    def set_modules_to_backward_prefetch(self, modules):
        """As for forward."""


_running = []  # FSDP modules whose forward is under way, outermost first


_in_graph = []  # groups whose backward is to come
_ending = []  # whether the end of this backward is awaited


def _end_of_backward():
    """Groups of which not every parameter was used."""
    _ending.clear()
    for group in _in_graph:
        used = [p for p in group.params if p.whole is not None and p.whole.grad is not None]
        if used:
            group.reduce(used)
        else:
            group.reshard()
            group.forget()
    _in_graph.clear()


def _before_forward(module, args, kwargs):
    group = module._fsdp
    # The outermost module is needed first in backward: left to itself, it keeps what it has.
    if not _running and not group.outermost:
        group.outermost = True
        if group.reshard_after_forward is None:
            group.reshard_after_forward = False
        for m in module.modules():
            if m is not module and isinstance(m, FSDPModule) and m._fsdp.reshard_after_forward is None:
                m._fsdp.reshard_after_forward = True
    _running.append(module)
    policy = group.policy
    if policy.cast_forward_inputs and policy.param_dtype:
        args, kwargs = _cast(policy.param_dtype, args), _cast(policy.param_dtype, kwargs)
    group.unshard()
    return args, kwargs


def _after_forward(module, args, output):
    _running.pop()
    group = module._fsdp
    if group.reshard_after_forward:
        group.reshard()
    dtype = group.policy.output_dtype
    if not torch.is_grad_enabled():
        if group.reshard_after_forward:
            group.forget()
        return output if dtype is None else _cast(dtype, output)

    def before_backward(grad):
        if not _ending:
            _queue_callback(_end_of_backward)
            _ending.append(True)
        group.unshard()

    _in_graph.append(group)

    for t in _tensors(output):
        if t.requires_grad:
            t.register_hook(before_backward)
    return output if dtype is None else _cast(dtype, output)


_classes = {}


def fully_shard(module, *, mesh=None, reshard_after_forward=None, shard_placement_fn=None, mp_policy=None, offload_policy=None, ignored_params=None):
    if not isinstance(module, torch.nn.Module):
        _refuse("fully_shard of a list of modules")
    if isinstance(module, (torch.nn.ModuleList, torch.nn.ModuleDict)) and type(module).forward is torch.nn.Module.forward:
        raise ValueError(f"fully_shard does not support containers that do not implement forward: {module}")
    if isinstance(module, FSDPModule):
        raise AssertionError("Each distinct composable distributed API can only be applied to a module once.")
    if getattr(offload_policy, "pin_memory", False):
        _refuse("fully_shard(offload_policy=CPUOffloadPolicy(pin_memory=True))")
    if reshard_after_forward is not None and not isinstance(reshard_after_forward, bool):
        _refuse("fully_shard(reshard_after_forward=<int>)")
    if mesh is None:
        device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")
        mesh = init_device_mesh(device.type, (dist.get_world_size(),))
    if mesh.ndim not in (1, 2):
        raise ValueError(f"fully_shard expects a 1D or 2D DeviceMesh but got {mesh}")
    ignored = {id(p) for p in ignored_params or ()}
    module._fsdp = _Group(module, mesh, reshard_after_forward, mp_policy or MixedPrecisionPolicy(), shard_placement_fn, ignored)
    module.register_forward_pre_hook(_before_forward, prepend=True, with_kwargs=True)
    module.register_forward_hook(_after_forward)
    cls = type(module)
    if cls not in _classes:
        _classes[cls] = type(f"FSDP{cls.__name__}", (FSDPModule, cls), {})
    module.__class__ = _classes[cls]
    return module

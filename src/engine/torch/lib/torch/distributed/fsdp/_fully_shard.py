"""fully_shard: parameters as blocks along dimension 0, whole only while their module computes.

From torch/distributed/fsdp/_fully_shard. A group is the parameters of one call that no inner call has taken: one
all_gather_into_tensor before its forward, one more before its backward where they were given back in between, and one
reduce_scatter_tensor of its gradients. Leaves out prefetching, which moves collectives and changes none. Refused by name:
mixed precision, offloading, partial resharding, ignored parameters, parameters that are distributed already.
"""
import torch
import torch.distributed as dist
from torch._C import _queue_callback, _refuse
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard


class MixedPrecisionPolicy:
    def __init__(self, param_dtype=None, reduce_dtype=None, output_dtype=None, cast_forward_inputs=True):
        self.given = param_dtype is not None or reduce_dtype is not None or output_dtype is not None


class OffloadPolicy:
    given = False


class CPUOffloadPolicy(OffloadPolicy):
    def __init__(self, pin_memory=True):
        self.given = True


class _Param:
    """One parameter: its places in modules, the block that the optimizer sees, the whole while it is needed."""

    def __init__(self, param, mesh):
        if isinstance(param, DTensor):
            _refuse("fully_shard of distributed parameters")
        if param.ndim == 0:
            raise ValueError("fully_shard doesn't support scalar parameters. Change the parameter to a 1D tensor with numel equal to 1.")
        self.places = []
        self.shape = param.shape
        self.ranks = mesh.size(mesh.ndim - 1)
        self.mesh = mesh
        self.rows = -(-param.shape[0] // self.ranks)  # of a block, padding included
        me = mesh.get_local_rank(mesh.ndim - 1)
        first = min(me * self.rows, param.shape[0])
        self.own = min(self.rows, param.shape[0] - first)
        local = param.detach()[first : first + self.own].clone()
        self.sharded = torch.nn.Parameter(self.distribute(local), requires_grad=param.requires_grad)
        self.whole = None
        self.kept = None  # a gradient of the whole that was not to be reduced yet

    def distribute(self, local):
        stride, n = [], 1
        for s in reversed(self.shape):
            stride.insert(0, n)
            n *= s
        placements = [Replicate()] * (self.mesh.ndim - 1) + [Shard(0)]
        return DTensor.from_local(local, self.mesh, placements, shape=self.shape, stride=tuple(stride))

    def padded(self, block, rows):
        """A tensor with as many rows as asked for, flat."""
        missing = rows - block.shape[0]
        if missing:
            block = torch.cat([block, block.new_zeros((missing, *self.shape[1:]))])
        return block.reshape(-1)

    def show(self, param):
        for module, name in self.places:
            module._parameters[name] = param


class _Group:
    def __init__(self, module, mesh, reshard_after_forward):
        self.mesh = mesh
        self.reshard_after_forward = reshard_after_forward
        self.params = _take(module, mesh)
        self.shard_group = mesh.get_group(mesh.ndim - 1)
        self.replicate_group = mesh.get_group(0) if mesh.ndim == 2 else None
        self.ranks = mesh.size(mesh.ndim - 1)
        self.whole = False
        self.sync = True

    def gather(self):
        """Every rank's blocks in one collective: the whole tensors, in the order of the parameters."""
        with torch.no_grad():
            flat = torch.cat([p.padded(p.sharded.to_local(), p.rows) for p in self.params])
            out = flat.new_empty(flat.numel() * self.ranks)
            dist.all_gather_into_tensor(out, flat, group=self.shard_group)
            parts = out.view(self.ranks, -1).split([flat_size(p) for p in self.params], dim=1)
            return [part.reshape(-1, *p.shape[1:])[: p.shape[0]].contiguous() for p, part in zip(self.params, parts)]

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
                p.kept = p.whole.grad if p.kept is None else p.kept + p.whole.grad
            if self.sync:
                self.scatter(params)
        self.reshard()
        self.forget()

    def scatter(self, params):
        columns = [p.padded(p.kept, p.rows * self.ranks).view(self.ranks, -1) for p in params]
        flat = torch.cat(columns, dim=1).reshape(-1)
        out = flat.new_empty(flat.numel() // self.ranks)
        op = dist.ReduceOp.SUM if self.mesh.size() == 1 else dist.ReduceOp.AVG
        dist.reduce_scatter_tensor(out, flat, op=op, group=self.shard_group)
        if self.replicate_group is not None:
            dist.all_reduce(out, op=op, group=self.replicate_group)
        for p, part in zip(params, out.split([flat_size(p) for p in params])):
            local = part.view(-1, *p.shape[1:])[: p.own].contiguous()
            grad = p.distribute(local)
            p.sharded.grad = grad if p.sharded.grad is None else p.sharded.grad + grad
            p.kept = None


def flat_size(p):
    n = p.rows
    for s in p.shape[1:]:
        n *= s
    return n


def _take(module, mesh):
    """Parameters below a module that no inner call has: made into blocks, each once however many places hold it."""
    found = {}
    for m in _managed(module):
        for name, param in list(m._parameters.items()):
            if param is None:
                continue
            if id(param) not in found:
                found[id(param)] = (param, _Param(param, mesh))
            found[id(param)][1].places.append((m, name))
    params = [p for _, p in found.values()]
    if len({p.sharded.dtype for p in params}) > 1:
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
    if group.reshard_after_forward is None and not _running:
        group.reshard_after_forward = False
        for m in module.modules():
            if m is not module and isinstance(m, FSDPModule) and m._fsdp.reshard_after_forward is None:
                m._fsdp.reshard_after_forward = True
    _running.append(module)
    group.unshard()


def _after_forward(module, args, output):
    _running.pop()
    group = module._fsdp
    if group.reshard_after_forward:
        group.reshard()
    if not torch.is_grad_enabled():
        if group.reshard_after_forward:
            group.forget()
        return None

    def before_backward(grad):
        if not _ending:
            _queue_callback(_end_of_backward)
            _ending.append(True)
        group.unshard()

    _in_graph.append(group)

    for t in _tensors(output):
        if t.requires_grad:
            t.register_hook(before_backward)
    return None


_classes = {}


def fully_shard(module, *, mesh=None, reshard_after_forward=None, shard_placement_fn=None, mp_policy=None, offload_policy=None, ignored_params=None):
    if not isinstance(module, torch.nn.Module):
        _refuse("fully_shard of a list of modules")
    if isinstance(module, (torch.nn.ModuleList, torch.nn.ModuleDict)) and type(module).forward is torch.nn.Module.forward:
        raise ValueError(f"fully_shard does not support containers that do not implement forward: {module}")
    if isinstance(module, FSDPModule):
        raise AssertionError("Each distinct composable distributed API can only be applied to a module once.")
    refused = {"shard_placement_fn": shard_placement_fn, "ignored_params": ignored_params,
               "mp_policy": mp_policy is not None and mp_policy.given, "offload_policy": offload_policy is not None and offload_policy.given}
    for name, value in refused.items():
        if value:
            _refuse(f"fully_shard({name}=...)")
    if reshard_after_forward is not None and not isinstance(reshard_after_forward, bool):
        _refuse("fully_shard(reshard_after_forward=<int>)")
    if mesh is None:
        device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")
        mesh = init_device_mesh(device.type, (dist.get_world_size(),))
    if mesh.ndim not in (1, 2):
        raise ValueError(f"fully_shard expects a 1D or 2D DeviceMesh but got {mesh}")
    module._fsdp = _Group(module, mesh, reshard_after_forward)
    module.register_forward_pre_hook(_before_forward, prepend=True, with_kwargs=True)
    module.register_forward_hook(_after_forward)
    cls = type(module)
    if cls not in _classes:
        _classes[cls] = type(f"FSDP{cls.__name__}", (FSDPModule, cls), {})
    module.__class__ = _classes[cls]
    return module

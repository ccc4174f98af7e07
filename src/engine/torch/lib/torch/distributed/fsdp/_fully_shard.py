"""fully_shard: parameters as blocks along dimension 0, whole only while their module computes.

From torch/distributed/fsdp/_fully_shard. A group is the parameters of one call that no inner call has taken: one
all_gather_into_tensor before its forward, one more before its backward where they were given back in between, and one
reduce_scatter_tensor of its gradients (`_group.py`). A parameter that is cut by tensor parallelism already is cut once more: its block
becomes the blocks' blocks, on the mesh of both. Leaves out prefetching, which moves collectives and changes none. Refused
by name: pinned memory.
"""
import torch
import torch.distributed as dist
from torch._C import _queue_callback, _refuse
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp._group import _Group, _Param


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


class UnshardHandle:
    def wait(self):
        return None


class _UnshardHandleImpl(UnshardHandle):
    def __init__(self, group):
        self.group = group

    def wait(self):
        if self.group is not None:
            self.group.unshard()
            self.group = None


class FSDPModule:
    def unshard(self, async_op=False):
        group = self._fsdp
        if not async_op:
            group.unshard()
            return None
        if not group.whole and group.params and group.pending is None:
            group.pending = group.gather()
        return _UnshardHandleImpl(group)

    def reshard(self):
        self._fsdp.give_back()

    def _set(self, name, value, recurse=True):
        for m in self.modules() if recurse else [self]:
            if isinstance(m, FSDPModule):
                setattr(m._fsdp, name, value)

    def set_requires_gradient_sync(self, requires_gradient_sync, *, recurse=True):
        self._set("sync", requires_gradient_sync, recurse)

    def set_is_last_backward(self, is_last_backward):
        """Which backward is the last changes when collectives are waited for, not which there are."""

    def set_requires_all_reduce(self, requires_all_reduce, *, recurse=True):
        self._set("all_reduce", requires_all_reduce, recurse)

    def set_reshard_after_backward(self, reshard_after_backward, *, recurse=True):
        self._set("reshard_after_backward", reshard_after_backward, recurse)

    def set_gradient_divide_factor(self, factor):
        self._set("factor", factor, False)

    def set_force_sum_reduction_for_comms(self, enable):
        self._set("force_sum", enable, False)

    def set_reshard_after_forward(self, reshard_after_forward, recurse=True):
        if not isinstance(reshard_after_forward, bool):
            raise ValueError(f"reshard_after_forward should be a bool, got {type(reshard_after_forward)}")
        self._set("reshard_after_forward", reshard_after_forward, recurse)
        self._set("fewer", None, recurse)

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
            group.end_backward()
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
        group.reshard_forward()
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
        raise AssertionError(f"Each distinct composable distributed API can only be applied to a module once. fully_shard has already been applied to the following module:\n{module}")
    if getattr(offload_policy, "pin_memory", False):
        _refuse("fully_shard(offload_policy=CPUOffloadPolicy(pin_memory=True))")
    if mesh is None:
        device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")
        mesh = init_device_mesh(device.type, (dist.get_world_size(),))
    if mesh.ndim not in (1, 2):
        raise ValueError(f"fully_shard expects a 1D or 2D DeviceMesh but got {mesh}")
    ignored = {id(p) for p in ignored_params or ()}
    group = _Group(mesh, reshard_after_forward, mp_policy or MixedPrecisionPolicy())
    group.params = _take(module, mesh, shard_placement_fn, ignored)
    module._fsdp = group
    # What is saved or loaded are the blocks.
    for m in {id(m): m for p in group.params for m, _ in p.places}.values():
        m.register_state_dict_pre_hook(lambda *_: group.give_back())
        m.register_load_state_dict_pre_hook(lambda *_: group.give_back())
    module.register_forward_pre_hook(_before_forward, prepend=True, with_kwargs=True)
    module.register_forward_hook(_after_forward)
    cls = type(module)
    if cls not in _classes:
        _classes[cls] = type(f"FSDP{cls.__name__}", (FSDPModule, cls), {})
    module.__class__ = _classes[cls]
    return module

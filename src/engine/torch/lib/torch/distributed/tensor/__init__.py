"""DTensor: one logical tensor over a mesh, a block of it on each rank."""
import torch
from torch._C import _dist, _missing, _refuse
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.tensor.placement_types import Partial, Placement, Replicate, Shard, decode, encode


class DTensor(torch.Tensor):
    @staticmethod
    def from_local(local_tensor, device_mesh=None, placements=None, *, run_check=False, shape=None, stride=None, grad_placements=None):
        if device_mesh is None:
            raise RuntimeError("No device mesh is currently active, please pass one")
        if placements is None:
            placements = [Replicate() for _ in range(device_mesh.ndim)]
        else:
            placements = list(placements)
        ndim = local_tensor.ndim
        if (shape is None) != (stride is None):
            raise RuntimeError(f"Found shape:{shape}, stride:{stride}.", "Please pass both shape and stride at the same time.")
        if local_tensor.device.type != device_mesh.device_type:
            local_tensor = local_tensor.to(device_mesh.device_type)
        out = _dist.from_local(
            local_tensor, device_mesh._handle, encode(placements, ndim),
            list(shape) if shape is not None else None, list(stride) if stride is not None else None,
            encode(grad_placements, ndim) if grad_placements is not None else None,
        )
        return out

    def to_local(self, *, grad_placements=None):
        out = _dist.to_local(self, encode(grad_placements, self.ndim) if grad_placements is not None else None)
        if getattr(self, "_unwaited", False) and torch.is_grad_enabled():
            from torch.distributed._functional_collectives import AsyncCollectiveTensor

            return _dist.as_class(out, AsyncCollectiveTensor)
        return out

    def redistribute(self, device_mesh=None, placements=None, *, async_op=False, forward_dtype=None, backward_dtype=None):
        if placements is None:
            raise RuntimeError("placements is needed for redistribute!")
        placements = list(placements)
        for i, (now, p) in enumerate(zip(self.placements, placements)):
            if p.is_partial() and now != p:
                raise RuntimeError(f"Can not redistribute from {now} to {p}, redistributing to Partial is for internal use only!")
        out = _dist.redistribute(self, encode(placements, self.ndim))
        if async_op and _unwaited(self, out):
            out._unwaited = True
        return out

    def full_tensor(self, *, grad_placements=None):
        return self.redistribute(placements=[Replicate()] * self.device_mesh.ndim).to_local(grad_placements=grad_placements)

    @property
    def _local_tensor(self):
        return _dist.local(self)

    @property
    def device_mesh(self):
        return _dist.mesh_handle(self).owner

    @property
    def placements(self):
        return decode(_dist.placements(self))

    def __repr__(self):
        return f"DTensor(local_tensor={self._local_tensor}, device_mesh={self.device_mesh}, placements={self.placements})"

    def tolist(self):
        return self._local_tensor.tolist()

    def __deepcopy__(self, memo):
        if not self.is_leaf:
            raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.")
        if id(self) not in memo:
            copied = self.detach().clone().requires_grad_(self.requires_grad)
            if self.grad is not None:
                copied.grad = self.grad.__deepcopy__(memo)
            if getattr(self, "_is_param", False):
                copied._is_param = True
            memo[id(self)] = copied
        return memo[id(self)]

    def numpy(self, *, force=False):
        raise RuntimeError(".numpy() is not supported for tensor subclasses.")


def _unwaited(before, after):
    """The last step of an asynchronous redistribution is a collective whose result nobody has touched."""
    if before.device_mesh.ndim != 1 or before.device_mesh.size() == 1 or before.placements == after.placements:
        return False
    (old,), (new,) = before.placements, after.placements
    ranks = before.device_mesh.size()
    if old.is_partial():
        return new.is_replicate() or new.is_shard() and before.shape[new.dim] % ranks == 0
    if not (old.is_shard() and new.is_replicate()) or before.shape[old.dim] % ranks != 0:
        return False
    return old.dim == 0 or before.shape[:old.dim].numel() == 1


_dist.register_class(DTensor)


def distribute_tensor(tensor, device_mesh=None, placements=None, *, src_data_rank=0):
    if placements is None:
        placements = [Replicate() for _ in range(device_mesh.ndim)]
    if len(placements) != device_mesh.ndim:
        raise ValueError(
            f"`placements` must have the same length as `device_mesh.ndim`! "
            f"Found placements length: {len(placements)}, and device_mesh.ndim: {device_mesh.ndim}."
        )
    if isinstance(tensor, DTensor):
        if tensor.device_mesh != device_mesh:
            raise ValueError(f"Cannot distribute a DTensor with device mesh {tensor.device_mesh} to a different device mesh {device_mesh}.")
        if tensor.placements != tuple(placements):
            raise ValueError(
                f"Cannot distribute a DTensor with placements {tensor.placements} "
                f"to a different placements {placements}. do you want to call "
                f"`redistribute` instead?"
            )
        return tensor
    if not tensor.is_leaf:
        raise RuntimeError("`distribute_tensor` should be used to distribute leaf tensors! but found non-leaf tensor!")
    if tensor.device.type != device_mesh.device_type:
        tensor = tensor.to(device_mesh.device_type)
    return _dist.distribute(tensor, device_mesh._handle, encode(placements, tensor.ndim), src_data_rank)


def distribute_module(module, device_mesh=None, partition_fn=None, input_fn=None, output_fn=None):
    def replicate(m, mesh):
        everywhere = [Replicate()] * mesh.ndim
        for key, param in m._parameters.items():
            if param is not None and not isinstance(param, DTensor):
                m.register_parameter(key, torch.nn.Parameter(distribute_tensor(param.data, mesh, everywhere)))
        for key, buffer in m._buffers.items():
            if buffer is not None and not isinstance(buffer, DTensor):
                m._buffers[key] = distribute_tensor(buffer, mesh, everywhere)

    for name, submod in module.named_modules():
        if partition_fn is not None:
            partition_fn(name, submod, device_mesh)
        replicate(submod, device_mesh)
    if input_fn is not None:
        module.register_forward_pre_hook(lambda mod, inputs: input_fn(mod, inputs, device_mesh))
    if output_fn is not None:
        module.register_forward_hook(lambda mod, inputs, outputs: output_fn(mod, outputs, device_mesh))
    return module


def _factory(make, size, device_mesh, placements, **kwargs):
    if len(size) == 1 and isinstance(size[0], (tuple, list, torch.Size)):
        size = tuple(size[0])
    if placements is None:
        placements = [Replicate()] * device_mesh.ndim
    block = _dist.local_shape(device_mesh._handle, encode(placements, len(size)), list(size))
    requires_grad = kwargs.pop("requires_grad", False)
    local = make(block, device=device_mesh.device_type, **kwargs)
    stride, n = [], 1
    for s in reversed(size):
        stride.insert(0, n)
        n *= s
    out = DTensor.from_local(local, device_mesh, placements, shape=torch.Size(size), stride=tuple(stride))
    return out.requires_grad_(requires_grad) if requires_grad else out


def zeros(*size, requires_grad=False, dtype=None, layout=torch.strided, device_mesh=None, placements=None):
    return _factory(torch.zeros, size, device_mesh, placements, dtype=dtype, requires_grad=requires_grad)


def ones(*size, requires_grad=False, dtype=None, layout=torch.strided, device_mesh=None, placements=None):
    return _factory(torch.ones, size, device_mesh, placements, dtype=dtype, requires_grad=requires_grad)


def _random(make, size, device_mesh, placements, **kwargs):
    if device_mesh.device_type == "cpu":
        raise AssertionError  # PyTorch has no generator that keeps ranks in step there
    _refuse(f"torch.distributed.tensor.{make.__name__} on a mesh of {device_mesh.device_type}")


def rand(*size, requires_grad=False, dtype=None, layout=torch.strided, device_mesh=None, placements=None):
    return _random(torch.rand, size, device_mesh, placements)


def randn(*size, requires_grad=False, dtype=None, layout=torch.strided, device_mesh=None, placements=None):
    return _random(torch.randn, size, device_mesh, placements)


def empty(*size, requires_grad=False, dtype=None, layout=torch.strided, device_mesh=None, placements=None):
    return _factory(torch.empty, size, device_mesh, placements, dtype=dtype, requires_grad=requires_grad)


def full(size, fill_value, *, requires_grad=False, dtype=None, layout=torch.strided, device_mesh=None, placements=None):
    return _factory(lambda s, **kw: torch.full(s, fill_value, **kw), (size,), device_mesh, placements, dtype=dtype, requires_grad=requires_grad)


def __getattr__(name):
    return _missing("torch.distributed.tensor", name)

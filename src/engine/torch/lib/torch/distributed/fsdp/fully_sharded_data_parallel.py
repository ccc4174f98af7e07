"""FullyShardedDataParallel: the wrapper that keeps a module's parameters as one flat tensor, a piece of it on each rank.

From torch/distributed/fsdp/fully_sharded_data_parallel.py. A module that is wrapped is made whole by one all_gather before
its forward and, where it was taken apart after it, before its backward; its gradient goes through one
reduce_scatter_tensor. The outermost module stays whole between the two. Refused by name: hybrid sharding, offloading,
sharded and local state dicts, the optimizer's state.
"""
import contextlib
import enum
from collections import OrderedDict
from dataclasses import dataclass

import torch
import torch.distributed as dist
import torch.nn as nn
from torch._C import _queue_callback, _refuse

_INSIDE = "_fsdp_wrapped_module"


class ShardingStrategy(enum.Enum):
    FULL_SHARD = enum.auto()
    SHARD_GRAD_OP = enum.auto()
    NO_SHARD = enum.auto()
    HYBRID_SHARD = enum.auto()
    _HYBRID_SHARD_ZERO2 = enum.auto()


class BackwardPrefetch(enum.Enum):
    BACKWARD_PRE = enum.auto()
    BACKWARD_POST = enum.auto()


class StateDictType(enum.Enum):
    FULL_STATE_DICT = enum.auto()
    LOCAL_STATE_DICT = enum.auto()
    SHARDED_STATE_DICT = enum.auto()


@dataclass
class MixedPrecision:
    param_dtype: object = None
    reduce_dtype: object = None
    buffer_dtype: object = None
    keep_low_precision_grads: bool = False
    cast_forward_inputs: bool = False
    cast_root_forward_inputs: bool = True
    _module_classes_to_ignore: object = (nn.modules.batchnorm._BatchNorm,)


@dataclass
class CPUOffload:
    offload_params: bool = False


@dataclass
class FullStateDictConfig:
    offload_to_cpu: bool = False
    rank0_only: bool = False


class _Flat:
    """The parameters that one wrapper has: where they belong, the piece that the optimizer sees, the whole while it is needed."""

    def __init__(self, module, ranks, rank, aligned, keep_params):
        self.places = []  # (module, name, shape, start)
        self.params = []  # with use_orig_params: the program's own parameters
        pieces, at, seen = [], 0, {}
        for m in _own_modules(module):
            for name, p in list(m._parameters.items()):
                if p is None:
                    continue
                if id(p) in seen:
                    self.places.append((m, name, p.shape, seen[id(p)]))
                    continue
                if aligned and at % aligned:
                    pad = aligned - at % aligned
                    pieces.append(p.new_zeros(pad))
                    at += pad
                seen[id(p)] = at
                self.places.append((m, name, p.shape, at))
                self.params.append((m, name, p, at))
                pieces.append(p.detach().reshape(-1))
                at += p.numel()
        self.size = at
        self.ranks, self.rank = ranks, rank
        self.keep_params = keep_params
        self.whole = None
        self.kept = None
        if not pieces:
            self.piece = None
            return
        flat = torch.cat(pieces)
        self.rows = -(-at // ranks)
        if self.rows * ranks > at:
            flat = torch.cat([flat, flat.new_zeros(self.rows * ranks - at)])
        self.piece = nn.Parameter(flat[rank * self.rows : (rank + 1) * self.rows].clone(), requires_grad=self.params[0][2].requires_grad)
        self.owner = module
        self.apart()

    def show(self, make):
        for m, name, shape, start in self.places:
            m._parameters.pop(name, None)
            m.__dict__.pop(name, None)
            make(m, name, shape, start)

    def apart(self):
        """The modules show pieces, or one flat parameter."""
        self.whole = None
        if not self.keep_params:
            none = self.piece.detach()[:0]
            self.show(lambda m, name, shape, start: m.__dict__.__setitem__(name, none))
            self.owner._parameters["_flat_param"] = self.piece
            return
        first = self.rank * self.rows
        for _, _, p, start in self.params:
            low = min(max(start, first), first + self.rows)
            high = min(max(start + p_size(self, start), first), first + self.rows)
            p.data = self.piece.detach()[low - first : high - first]
        own = {start: p for _, _, p, start in self.params}
        self.show(lambda m, name, shape, start: m._parameters.__setitem__(name, own[start]))

    def gathered(self, dtype, group):
        with torch.no_grad():
            piece = self.piece.detach()
            piece = piece if dtype is None else piece.to(dtype)
            if self.ranks == 1:
                return piece.clone()
            out = piece.new_empty(piece.numel() * self.ranks)
            dist.all_gather(list(out.chunk(self.ranks)), piece, group=group)
            return out

    def together(self, flat, arrived):
        """The modules show views of the whole, which gradients flow into."""
        self.whole = nn.Parameter(flat, requires_grad=self.piece.requires_grad)
        if self.whole.requires_grad and arrived is not None:
            self.whole.register_post_accumulate_grad_hook(arrived)
        whole = self.whole
        with torch.enable_grad():  # a forward without gradients may leave the whole to one with them
            self.show(lambda m, name, shape, start: m.__dict__.__setitem__(name, whole[start : start + shape.numel()].view(shape)))

    def give_grads(self):
        """With use_orig_params: each parameter's part of the gradient."""
        if not self.keep_params or self.piece.grad is None:
            return
        first = self.rank * self.rows
        for _, _, p, start in self.params:
            low = min(max(start, first), first + self.rows)
            high = min(max(start + p_size(self, start), first), first + self.rows)
            p.grad = self.piece.grad[low - first : high - first] if high > low else None

    def take_grads(self):
        """With use_orig_params: whether the program has taken the gradients away."""
        if self.keep_params and self.params and all(p.grad is None for _, _, p, _ in self.params):
            self.piece.grad = None


def p_size(flat, start):
    return next(shape.numel() for _, _, shape, s in flat.places if s == start)


def _own_modules(module):
    yield module
    for child in module.children():
        if not isinstance(child, FullyShardedDataParallel):
            yield from _own_modules(child)


def _predivide(ranks):
    factor = 1
    while ranks % factor == 0 and ranks / factor > factor:
        factor *= 2
    return factor


_running = []


class FullyShardedDataParallel(nn.Module):
    def __init__(self, module, process_group=None, sharding_strategy=None, cpu_offload=None, auto_wrap_policy=None,
                 backward_prefetch=BackwardPrefetch.BACKWARD_PRE, mixed_precision=None, ignored_modules=None, param_init_fn=None,
                 device_id=None, sync_module_states=False, forward_prefetch=False, limit_all_gathers=True, use_orig_params=False,
                 ignored_states=None, device_mesh=None):
        super().__init__()
        if device_id is None and not torch.accelerator.is_available():
            raise RuntimeError("FSDP needs a non-CPU accelerator device, but no accelerator device is detected.")
        strategy = sharding_strategy or ShardingStrategy.FULL_SHARD
        if strategy in (ShardingStrategy.HYBRID_SHARD, ShardingStrategy._HYBRID_SHARD_ZERO2):
            _refuse(f"FullyShardedDataParallel(sharding_strategy={strategy}) (say fully_shard on a mesh of two dimensions)")
        for what, given in (("ignored_modules", ignored_modules), ("ignored_states", ignored_states), ("param_init_fn", param_init_fn)):
            if given is not None:
                _refuse(f"FullyShardedDataParallel({what}=…)")
        if cpu_offload is not None and cpu_offload.offload_params:
            _refuse("FullyShardedDataParallel(cpu_offload=CPUOffload(offload_params=True))")
        if sync_module_states:
            if device_id is not None and torch.device(device_id).type == "cpu":
                raise ValueError(
                    "The module has CPU parameters or buffers when `sync_module_states=True`, which requires them to be on GPU. "
                    "Please specify the `device_id` argument or move the module to GPU before passing it to FSDP."
                )
            _refuse("FullyShardedDataParallel(sync_module_states=True)")
        if auto_wrap_policy is not None:
            from torch.distributed.fsdp.wrap import _wrap_children

            _wrap_children(module, auto_wrap_policy, lambda m: FullyShardedDataParallel(
                m, process_group, strategy, cpu_offload, None, backward_prefetch, mixed_precision, None, None, device_id, False,
                forward_prefetch, limit_all_gathers, use_orig_params, None, device_mesh))
        if device_mesh is not None:
            process_group = device_mesh.get_group()
        self.process_group = process_group if process_group is not None else dist.group.WORLD
        self.rank = dist.get_rank(self.process_group)
        self.world_size = dist.get_world_size(self.process_group)
        self.sharding_strategy = strategy
        self.mixed_precision = mixed_precision or MixedPrecision()
        self._sync_gradients = True
        self._cut = strategy is not ShardingStrategy.NO_SHARD and self.world_size > 1
        aligned = 16 // 4 if use_orig_params else 0
        self._flat = _Flat(module, self.world_size if self._cut else 1, self.rank if self._cut else 0, aligned, use_orig_params)
        self._use_orig_params = use_orig_params
        self._summoned = False
        self._modules[_INSIDE] = module

    @property
    def module(self):
        return self._modules[_INSIDE]

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__(_INSIDE), name)

    def __getitem__(self, key):
        return self.module.__getitem__(key)

    @staticmethod
    def fsdp_modules(module, root_only=False):
        found = [m for m in module.modules() if isinstance(m, FullyShardedDataParallel)]
        if not root_only:
            return found
        inner = {id(i) for m in found for i in m.modules() if i is not m}
        return [m for m in found if id(m) not in inner]

    def _unshard(self):
        flat = self._flat
        if flat.piece is None or flat.whole is not None:
            return
        flat.together(flat.gathered(self.mixed_precision.param_dtype, self.process_group), self._arrived)

    def _reshard(self):
        if self._flat.piece is not None and self._flat.whole is not None:
            self._flat.apart()

    def _arrived(self, whole):
        """The gradient of the whole is there: to its piece, or kept where it is not to be reduced yet."""
        flat = self._flat
        flat.take_grads()
        with torch.no_grad():
            grad, whole.grad = whole.grad, None
            grad = grad if flat.kept is None else flat.kept + grad
            if not self._sync_gradients:
                flat.kept = grad
                if self.sharding_strategy is ShardingStrategy.FULL_SHARD:
                    self._reshard()
                return
            flat.kept = None
            policy = self.mixed_precision
            grad = grad.to(policy.reduce_dtype or policy.param_dtype or grad.dtype)
            before = _predivide(self.world_size)
            after = self.world_size / before
            if before > 1:
                grad = grad / before
            if self._cut:
                out = grad.new_empty(flat.rows)
                dist.reduce_scatter_tensor(out, grad, group=self.process_group)
            else:
                out = grad.contiguous()
                if self.world_size > 1:
                    dist.all_reduce(out, group=self.process_group)
            if after > 1:
                out = out / after
            out = out.to(flat.piece.dtype)
            flat.piece.grad = out if flat.piece.grad is None else flat.piece.grad + out
        self._reshard()
        flat.give_grads()

    def forward(self, *args, **kwargs):
        outermost = not _running
        policy = self.mixed_precision
        if policy.param_dtype is not None and (policy.cast_root_forward_inputs if outermost else policy.cast_forward_inputs):
            from torch.distributed.fsdp._fully_shard import _cast

            args, kwargs = _cast(policy.param_dtype, args), _cast(policy.param_dtype, kwargs)
        self._unshard()
        _running.append(self)
        try:
            output = self.module(*args, **kwargs)
        finally:
            _running.pop()
        frees = self.sharding_strategy is ShardingStrategy.FULL_SHARD and self._cut and not outermost
        if frees:
            self._reshard()
        if torch.is_grad_enabled():
            self._watch(output, frees)
        return output

    def _watch(self, output, freed):
        """Before the backward of what was freed, the whole is gathered again; at the end all are taken apart."""
        from torch.distributed.fsdp._fully_shard import _tensors

        state = [False]

        def before_backward(grad):
            if not state[0]:
                state[0] = True
                if freed and self._flat.piece is not None:
                    self._flat.gathered(self.mixed_precision.param_dtype, self.process_group)
                if self._flat.whole is not None:
                    _queue_callback(self._ended)

        for t in _tensors(output):
            if t.requires_grad:
                t.register_hook(before_backward)

    def _ended(self):
        if self._sync_gradients:
            self._reshard()

    @contextlib.contextmanager
    def no_sync(self):
        modules = FullyShardedDataParallel.fsdp_modules(self)
        old = [m._sync_gradients for m in modules]
        for m in modules:
            m._sync_gradients = False
        try:
            yield
        finally:
            for m, sync in zip(modules, old):
                m._sync_gradients = sync

    @torch.no_grad()
    def clip_grad_norm_(self, max_norm, norm_type=2.0):
        max_norm, norm_type = float(max_norm), float(norm_type)
        modules = FullyShardedDataParallel.fsdp_modules(self)
        if not any(m._cut for m in modules):
            return nn.utils.clip_grad_norm_(self.parameters(), max_norm, norm_type)
        grads = [p.grad for p in self.parameters() if p.grad is not None]
        norms = [torch.linalg.vector_norm(g.detach(), norm_type, dtype=torch.float32) for g in grads]
        local = torch.linalg.vector_norm(torch.stack(norms), norm_type, dtype=torch.float32) if norms else torch.tensor(0.0)
        if norm_type == float("inf"):
            total = local
            dist.all_reduce(total, op=dist.ReduceOp.MAX, group=self.process_group)
        else:
            total = local**norm_type
            dist.all_reduce(total, group=self.process_group)
            total = total ** (1.0 / norm_type)
        coef = torch.clamp(max_norm / (total + 1e-6), max=1.0)
        for g in grads:
            g.mul_(coef.to(g.dtype))
        return total

    def _summon(self):
        """The modules have whole parameters under their names, not cast and outside of autograd."""
        flat = self._flat
        if flat.piece is None:
            return
        stays = flat.whole is not None and self.mixed_precision.param_dtype is None
        values = flat.whole.detach() if stays else flat.gathered(None, self.process_group)
        self._stays = stays
        flat.owner._parameters.pop("_flat_param", None)
        flat.whole = values
        made = {}

        def make(m, name, shape, start):
            if start not in made:
                made[start] = nn.Parameter(values[start : start + shape.numel()].view(shape), requires_grad=flat.piece.requires_grad)
            m._parameters[name] = made[start]

        flat.show(make)

    def _dismiss(self, writeback):
        flat = self._flat
        if flat.piece is None:
            return
        if writeback:
            at = flat.rank * flat.rows
            with torch.no_grad():
                flat.piece.copy_(flat.whole[at : at + flat.rows])
        values = flat.whole
        flat.apart()
        if self._stays:
            flat.together(values, self._arrived)

    @staticmethod
    @contextlib.contextmanager
    def summon_full_params(module, recurse=True, writeback=True, rank0_only=False, offload_to_cpu=False, with_grads=False):
        if with_grads or rank0_only or offload_to_cpu:
            _refuse("FullyShardedDataParallel.summon_full_params(with_grads, rank0_only or offload_to_cpu)")
        modules = FullyShardedDataParallel.fsdp_modules(module)
        if not recurse:
            modules = modules[:1]
        for m in modules:
            m._summon()
            m._summoned = True
        try:
            yield
        finally:
            for m in reversed(modules):
                m._summoned = False
                m._dismiss(writeback)

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        for name, p in super().named_parameters(prefix, recurse, remove_duplicate):
            yield (name.replace(_INSIDE + ".", "") if self._summoned else name), p

    def named_buffers(self, *args, **kwargs):
        for name, b in super().named_buffers(*args, **kwargs):
            yield (name.replace(_INSIDE + ".", "") if self._summoned else name), b

    _state_dict_type = (StateDictType.FULL_STATE_DICT, FullStateDictConfig())

    @staticmethod
    def set_state_dict_type(module, state_dict_type, state_dict_config=None, optim_state_dict_config=None):
        if state_dict_type is not StateDictType.FULL_STATE_DICT:
            _refuse(f"FullyShardedDataParallel with {state_dict_type}")
        for m in FullyShardedDataParallel.fsdp_modules(module):
            m._state_dict_type = (state_dict_type, state_dict_config or FullStateDictConfig())

    @staticmethod
    @contextlib.contextmanager
    def state_dict_type(module, state_dict_type, state_dict_config=None, optim_state_dict_config=None):
        modules = FullyShardedDataParallel.fsdp_modules(module)
        old = [m._state_dict_type for m in modules]
        FullyShardedDataParallel.set_state_dict_type(module, state_dict_type, state_dict_config)
        try:
            yield
        finally:
            for m, kind in zip(modules, old):
                m._state_dict_type = kind

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        self._summon()
        out = self.module.state_dict(destination=OrderedDict(), prefix=prefix, keep_vars=False)
        self._dismiss(False)
        config = self._state_dict_type[1]
        if config.rank0_only and self.rank != 0:
            out = OrderedDict()
        if destination is None:
            return out
        destination.update(out)
        return destination

    def load_state_dict(self, state_dict, strict=True, assign=False):
        with FullyShardedDataParallel.summon_full_params(self):
            inside = {}
            for name, _ in [*nn.Module.named_parameters(self), *nn.Module.named_buffers(self)]:
                inside[name.replace(_INSIDE + ".", "")] = name
            renamed = OrderedDict((inside.get(k, k), v) for k, v in state_dict.items())
            return super().load_state_dict(renamed, strict)

    @staticmethod
    def optim_state_dict(*args, **kwargs):
        _refuse("FullyShardedDataParallel.optim_state_dict")

    @staticmethod
    def full_optim_state_dict(*args, **kwargs):
        _refuse("FullyShardedDataParallel.full_optim_state_dict")

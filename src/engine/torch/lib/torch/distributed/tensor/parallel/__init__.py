"""Tensor parallelism: plans that split the linear layers of a module over a mesh."""
import contextlib

from torch._C import _dist, _missing
import torch.nn as nn
from torch.distributed.tensor import DTensor, distribute_module, distribute_tensor
from torch.distributed.tensor.placement_types import Replicate, Shard


class ParallelStyle:
    src_data_rank = 0


def _matches(name, pattern):
    """A module's name against a plan's path: `*` stands for any text, as in a shell."""
    first, *rest = pattern.split("*")
    if not rest:
        return name == pattern
    if not name.startswith(first) or not name.endswith(rest[-1]):
        return False
    at = len(first)
    for piece in rest[:-1]:
        at = name.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return at <= len(name) - len(rest[-1])


def _as_tuple(x):
    return x if isinstance(x, tuple) else (x,)


def _shard_parameters(module, mesh, placements_of, src):
    for name, param in list(module.named_parameters(recurse=False)):
        split = distribute_tensor(param, mesh, placements_of(name), src_data_rank=src)
        module.register_parameter(name, nn.Parameter(split, requires_grad=param.requires_grad))


class _LayerParallel(ParallelStyle):
    """Common half of the column and row styles: inputs become distributed, outputs local again."""

    def __init__(self, input_layouts, output_layouts, use_local_output):
        self.input_layouts = (input_layouts,)
        self.output_layouts = (output_layouts,)
        self.use_local_output = use_local_output

    def _prepare_input(self, mod, inputs, mesh):
        x = inputs[0]
        if not isinstance(x, DTensor):
            x = DTensor.from_local(x, mesh, self.input_layouts, run_check=False)
        if self.input_layouts != self.desired_input_layouts:
            x = x.redistribute(placements=self.desired_input_layouts, async_op=True)
        return x

    def _prepare_output(self, mod, outputs, mesh):
        if outputs.placements != self.output_layouts:
            outputs = outputs.redistribute(placements=self.output_layouts, async_op=True)
        return outputs.to_local() if self.use_local_output else outputs

    def _apply(self, module, mesh):
        self._check(module)
        return distribute_module(module, mesh, self._partition, self._prepare_input, self._prepare_output)

    def __repr__(self):
        return f"{type(self).__name__}(input_layouts={self.input_layouts}, output_layouts={self.output_layouts}, use_local_output={self.use_local_output})"


class ColwiseParallel(_LayerParallel):
    def __init__(self, *, input_layouts=None, output_layouts=None, use_local_output=True):
        super().__init__(input_layouts or Replicate(), output_layouts or Shard(-1), use_local_output)
        self.desired_input_layouts = (Replicate(),)

    def _check(self, module):
        if not isinstance(module, (nn.Linear, nn.Embedding)):
            raise NotImplementedError("ColwiseParallel currently only support nn.Linear and nn.Embedding!")

    def _partition(self, name, module, mesh):
        cut = [Shard(1)] if isinstance(module, nn.Embedding) else [Shard(0)]
        _shard_parameters(module, mesh, lambda n: cut, self.src_data_rank)


class RowwiseParallel(_LayerParallel):
    def __init__(self, *, input_layouts=None, output_layouts=None, use_local_output=True):
        super().__init__(input_layouts or Shard(-1), output_layouts or Replicate(), use_local_output)

    def _check(self, module):
        if isinstance(module, nn.Linear):
            self.desired_input_layouts = (Shard(-1),)
        elif isinstance(module, nn.Embedding):
            self.desired_input_layouts = (Replicate(),)
        else:
            raise NotImplementedError("RowwiseParallel currently only support nn.Linear and nn.Embedding!")

    def _partition(self, name, module, mesh):
        if isinstance(module, nn.Embedding):
            _shard_parameters(module, mesh, lambda n: [Shard(0)], self.src_data_rank)
        else:
            _shard_parameters(module, mesh, lambda n: [Shard(1)] if n == "weight" else [Replicate()], self.src_data_rank)


class SequenceParallel(ParallelStyle):
    def __init__(self, *, sequence_dim=1, use_local_output=False):
        self.sequence_sharding = (Shard(sequence_dim),)
        self.use_local_output = use_local_output

    def _partition(self, name, module, mesh):
        for n, param in list(module.named_parameters(recurse=False)):
            module.register_parameter(n, nn.Parameter(DTensor.from_local(param, mesh, [Replicate()], run_check=False)))

    def _prepare_input(self, mod, inputs, mesh):
        x = inputs[0]
        if isinstance(x, DTensor):
            if x.placements != self.sequence_sharding:
                x = x.redistribute(placements=self.sequence_sharding, async_op=True)
            return x
        return DTensor.from_local(x, mesh, self.sequence_sharding, run_check=False)

    def _prepare_output(self, mod, outputs, mesh):
        return outputs.to_local() if self.use_local_output else outputs

    def _apply(self, module, mesh):
        return distribute_module(module, mesh, self._partition, self._prepare_input, self._prepare_output)


class PrepareModuleInput(ParallelStyle):
    def __init__(self, *, input_layouts=None, desired_input_layouts=None, input_kwarg_layouts=None, desired_input_kwarg_layouts=None, use_local_output=False):
        self.input_layouts = _as_tuple(input_layouts) if input_layouts is not None else ()
        self.desired_input_layouts = _as_tuple(desired_input_layouts) if desired_input_layouts is not None else ()
        self.input_kwarg_layouts = input_kwarg_layouts or {}
        self.desired_input_kwarg_layouts = desired_input_kwarg_layouts or {}
        self.use_local_output = use_local_output

    def _one(self, x, mesh, layout, desired):
        if layout is None:
            return x
        if not isinstance(x, DTensor):
            x = DTensor.from_local(x, mesh, (layout,), run_check=False)
        if desired is not None and layout != desired:
            x = x.redistribute(placements=(desired,))
        return x.to_local() if self.use_local_output else x

    def _apply(self, module, mesh):
        def hook(mod, args, kwargs):
            args = tuple(self._one(a, mesh, l, d) for a, l, d in zip(_as_tuple(args), self.input_layouts, self.desired_input_layouts)) if self.input_layouts else args
            kwargs = {
                k: self._one(v, mesh, self.input_kwarg_layouts[k], self.desired_input_kwarg_layouts.get(k)) if k in self.input_kwarg_layouts else v
                for k, v in kwargs.items()
            }
            return args, kwargs

        module.register_forward_pre_hook(hook, with_kwargs=True)
        return module


class PrepareModuleOutput(ParallelStyle):
    def __init__(self, *, output_layouts, desired_output_layouts, use_local_output=True):
        self.output_layouts = _as_tuple(output_layouts)
        self.desired_output_layouts = _as_tuple(desired_output_layouts)
        self.use_local_output = use_local_output

    def _apply(self, module, mesh):
        def hook(mod, inputs, outputs):
            made = []
            for out, layout, desired in zip(_as_tuple(outputs), self.output_layouts, self.desired_output_layouts):
                if layout is not None:
                    if not isinstance(out, DTensor):
                        out = DTensor.from_local(out, mesh, (layout,), run_check=False)
                    if layout != desired:
                        out = out.redistribute(placements=(desired,))
                    out = out.to_local() if self.use_local_output else out
                made.append(out)
            return made[0] if len(made) == 1 else tuple(made)

        module.register_forward_hook(hook)
        return module


class PrepareModuleInputOutput(ParallelStyle):
    def __init__(self, *, input_layouts=None, desired_input_layouts=None, input_kwarg_layouts=None, desired_input_kwarg_layouts=None,
                 use_local_input=False, output_layouts, desired_output_layouts, use_local_output=True):
        self.prepare_module_input = PrepareModuleInput(
            input_layouts=input_layouts, desired_input_layouts=desired_input_layouts, input_kwarg_layouts=input_kwarg_layouts,
            desired_input_kwarg_layouts=desired_input_kwarg_layouts, use_local_output=use_local_input,
        )
        self.prepare_module_output = PrepareModuleOutput(
            output_layouts=output_layouts, desired_output_layouts=desired_output_layouts, use_local_output=use_local_output
        )

    def _apply(self, module, mesh):
        self.prepare_module_input._apply(module, mesh)
        self.prepare_module_output._apply(module, mesh)
        return module


def parallelize_module(module, device_mesh=None, parallelize_plan=None, *, src_data_rank=0):
    if parallelize_plan is None:
        return module
    if isinstance(parallelize_plan, ParallelStyle):
        parallelize_plan.src_data_rank = src_data_rank
        return parallelize_plan._apply(module, device_mesh)
    if isinstance(parallelize_plan, dict):
        for path, style in parallelize_plan.items():
            if path == "":
                parallelize_module(module, device_mesh, style, src_data_rank=src_data_rank)
                continue
            first, _, rest = path.partition(".")
            for name, child in list(module.named_children()):
                if _matches(name, first):
                    parallelize_module(child, device_mesh, {rest: style} if rest else style, src_data_rank=src_data_rank)
        return module
    raise TypeError(
        "Expect Union[ParallelStyle, Dict[str, ParallelStyle]] for"
        f" parallelize_plan, {type(parallelize_plan)} found!"
    )


@contextlib.contextmanager
def loss_parallel():
    """Cross entropy of logits whose classes are cut, without gathering them; `backward` must run inside too."""
    _dist.loss_parallel(True)
    yield
    _dist.loss_parallel(False)


def __getattr__(name):
    return _missing("torch.distributed.tensor.parallel", name)

"""torch.distributed.pipelining: stages by hand, and the two schedules with one stage a rank.

From torch/distributed/pipelining/stage.py and schedules.py. Refused by name: pipelines traced from a module, schedules with
several stages a rank.
"""
import torch
import torch.distributed as dist
from torch._C import _dist, _missing, _refuse


def _as_tuple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


class PipelineStage:
    def __init__(self, submodule, stage_index, num_stages, device, input_args=None, output_args=None, output_grads=None, group=None, dw_builder=None):
        if stage_index >= num_stages:
            raise ValueError(f"Stage index {stage_index} is out of range of {num_stages}")
        self.submod = submodule
        self.stage_index = stage_index
        self.num_stages = num_stages
        self.device = device
        self.group = group
        self.group_rank = dist.get_rank(group)
        self.group_size = dist.get_world_size(group)
        if self.group_size > num_stages:
            raise RuntimeError(f"Pipeline group size {self.group_size} cannot be larger than number of stages {num_stages}")
        if dw_builder is not None:
            _refuse("PipelineStage(dw_builder=…)")
        self.has_backward = False
        self._received = None  # shapes and types of what the stage before sends

    @property
    def is_first(self):
        return self.stage_index == 0

    @property
    def is_last(self):
        return self.stage_index == self.num_stages - 1

    def _peer(self, step):
        return dist.get_process_group_ranks(self.group)[(self.stage_index + step) % self.group_size]

    def _meta(self, peer, value):
        """Word of shapes between neighbours, the earlier stage first."""
        me = dist.get_rank()
        pair = [me, peer] if value is not None else [peer, me]
        return _dist.exchange_objects(value, ("pipeline", pair), "object")[0]

    def _prepare(self, args, kwargs):
        """Once: the stage runs on nothing in particular, so that the next one learns what it will be sent."""
        if self._received is not None:
            return
        self._received = ()
        if not self.is_first:
            self._received = self._meta(self._peer(-1), None)
            args = tuple(torch.zeros(shape, dtype=dtype, device=self.device, requires_grad=self.has_backward and dtype.is_floating_point) for shape, dtype in self._received)
        out = _as_tuple(self.submod(*args, **kwargs))
        self._sent = [(tuple(t.shape), t.dtype) for t in out]
        if not self.is_last:
            self._meta(self._peer(1), self._sent)

    def _clear(self):
        self.output_chunks = []
        self._chunks = {}

    def _forward(self, i, args, kwargs):
        if not self.is_first:
            args = tuple(torch.empty(shape, dtype=dtype, device=self.device) for shape, dtype in self._received)
            for t in args:
                dist.recv(t, self._peer(-1), group=self.group)
            if self.has_backward:
                args = tuple(t.requires_grad_() if t.is_floating_point() else t for t in args)
        output = self.submod(*args, **kwargs)
        self._chunks[i] = (args, _as_tuple(output))
        self.output_chunks.append(output)
        return output

    def _send_forward(self, i):
        return [] if self.is_last else [dist.isend(t.detach(), self._peer(1), group=self.group) for t in self._chunks[i][1]]

    def _backward(self, i, loss):
        args, outputs = self._chunks.pop(i)
        if self.is_last:
            loss.backward()
        else:
            wanted = [t for t in outputs if t.requires_grad]
            grads = [torch.empty_like(t) for t in wanted]
            for g in grads:
                dist.recv(g, self._peer(1), group=self.group)
            torch.autograd.backward(wanted, grads)
        if self.is_first:
            return []
        return [dist.isend(t.grad, self._peer(-1), group=self.group) for t in args if t.requires_grad]


def _split(value, count):
    return list(torch.tensor_split(value, count)) if isinstance(value, torch.Tensor) else [value] * count


def _merge(chunks):
    if isinstance(chunks[0], torch.Tensor):
        return torch.cat(chunks)
    if isinstance(chunks[0], (tuple, list)):
        return type(chunks[0])(_merge(list(parts)) for parts in zip(*chunks))
    return {k: _merge([c[k] for c in chunks]) for k in chunks[0]} if isinstance(chunks[0], dict) else chunks[0]


class _Schedule:
    def __init__(self, stage, n_microbatches, loss_fn=None, args_chunk_spec=None, kwargs_chunk_spec=None, output_merge_spec=None, scale_grads=True):
        for what, given in (("args_chunk_spec", args_chunk_spec), ("kwargs_chunk_spec", kwargs_chunk_spec), ("output_merge_spec", output_merge_spec)):
            if given is not None:
                _refuse(f"{type(self).__name__}({what}=…)")
        self._stage = stage
        self._n_microbatches = n_microbatches
        self._loss_fn = loss_fn
        self._has_backward = loss_fn is not None
        self.scale_grads = scale_grads

    def step(self, *args, target=None, losses=None, return_outputs=True, loss_kwargs=None, **kwargs):
        if self._has_backward and not torch.is_grad_enabled():
            raise RuntimeError(
                "step() requires gradients to be enabled for backward computation; "
                "it should not be used under torch.no_grad() context. "
                "Please call eval() instead."
            )
        return self._run(args, kwargs, target, losses, return_outputs, loss_kwargs or {})

    def eval(self, *args, target=None, losses=None, **kwargs):
        before, self._has_backward = self._has_backward, False
        try:
            with torch.no_grad():
                return self._run(args, kwargs, target, losses, True, {})
        finally:
            self._has_backward = before

    def _run(self, args, kwargs, target, losses, return_outputs, loss_kwargs):
        stage, n = self._stage, self._n_microbatches
        stage.has_backward = self._has_backward
        stage._clear()
        split = [_split(a, n) for a in args]
        named = {k: _split(v, n) for k, v in kwargs.items()}
        self._inputs = [(tuple(a[i] for a in split), {k: v[i] for k, v in named.items()}) for i in range(n)]
        self._targets = None if target is None else _split(target, n)
        self._losses, self._loss_kwargs = [], loss_kwargs
        stage._prepare(*self._inputs[0])
        self._microbatches()
        if stage.is_last and losses is not None:
            losses.clear()
            losses.extend(self._losses)
        if self._has_backward and self.scale_grads and n != 1:
            for p in stage.submod.parameters():
                if p.grad is not None:
                    p.grad.div_(n)
        return _merge(stage.output_chunks) if stage.is_last and return_outputs else None

    def _forward(self, i):
        output = self._stage._forward(i, *self._inputs[i])
        sends = self._stage._send_forward(i)
        if self._stage.is_last and self._loss_fn is not None:
            self._losses.append(self._loss_fn(output, self._targets[i], **self._loss_kwargs))
        return sends

    def _backward(self, i):
        return self._stage._backward(i, self._losses[i] if self._stage.is_last else None)


def _wait(works):
    for work in works:
        work.wait()


class ScheduleGPipe(_Schedule):
    def _microbatches(self):
        works = [w for i in range(self._n_microbatches) for w in self._forward(i)]
        _wait(works)
        if self._has_backward:
            _wait([w for i in range(self._n_microbatches) for w in self._backward(i)])


class Schedule1F1B(_Schedule):
    def __init__(self, stage, n_microbatches, loss_fn=None, args_chunk_spec=None, kwargs_chunk_spec=None, output_merge_spec=None, scale_grads=True):
        super().__init__(stage, n_microbatches, loss_fn, args_chunk_spec, kwargs_chunk_spec, output_merge_spec, scale_grads)
        if n_microbatches < stage.num_stages:
            raise ValueError(
                f"Number of microbatches ({n_microbatches}) must be greater than "
                f"or equal to the number of stages ({stage.num_stages})."
            )

    def _microbatches(self):
        """The last stage has one microbatch under way, the one before it two, and so on."""
        if not self._has_backward:
            ScheduleGPipe._microbatches(self)
            return
        ahead = min(self._n_microbatches, self._stage.num_stages - self._stage.stage_index)
        works = [w for i in range(ahead) for w in self._forward(i)]
        for i in range(self._n_microbatches):
            works += self._backward(i)
            if ahead < self._n_microbatches:
                works += self._forward(ahead)
                ahead += 1
        _wait(works)


def __getattr__(name):
    return _missing("torch.distributed.pipelining", name)

"""DistributedDataParallel: equal replicas whose gradients are averaged bucket by bucket while backward runs.

From torch/nn/parallel/distributed.py and the reducer behind it. Buckets are laid in reverse order of the parameters (first
1 MiB, then bucket_cap_mb) and laid again after the first backward in the order in which gradients came. A bucket's
gradients are divided by the number of ranks, then summed. With find_unused_parameters the graph is walked after each
forward: what it does not reach counts as arrived, with zeros, and one more all_reduce says which parameters no rank has
used: those keep the gradient they have. Refused by name: static graphs, mixed precision, communication hooks.
"""
from contextlib import contextmanager

import torch
import torch.distributed as dist
from torch._C import _refuse
from torch.nn.modules.module import Module

_FIRST_BUCKET = 1024 * 1024


def _tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [t for v in value for t in _tensors(v)] if isinstance(value, (list, tuple)) else []


class DistributedDataParallel(Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, init_sync=True,
                 process_group=None, bucket_cap_mb=None, find_unused_parameters=False, check_reduction=False,
                 gradient_as_bucket_view=False, static_graph=False, delay_all_reduce_named_params=None, param_to_hook_all_reduce=None,
                 mixed_precision=None, device_mesh=None, skip_all_reduce_unused_params=False):
        super().__init__()
        refused = {"static_graph": static_graph,
                   "mixed_precision": mixed_precision, "device_mesh": device_mesh,
                   "delay_all_reduce_named_params": delay_all_reduce_named_params}
        for name, value in refused.items():
            if value:
                _refuse(f"DistributedDataParallel({name}=...)")
        self._parameters_of = [p for p in module.parameters() if p.requires_grad]
        if not self._parameters_of:
            raise RuntimeError("DistributedDataParallel is not needed when a module doesn't have any parameters that require a gradient.")
        self.process_group = process_group if process_group is not None else dist.group.WORLD
        self.module = module
        self.device_ids = device_ids
        self.output_device = output_device
        self.dim = dim
        self.broadcast_buffers = broadcast_buffers
        self.require_backward_grad_sync = True
        self.require_forward_param_sync = True  # whether buffers are sent before the next forward: as the last one left it
        self.gradient_as_bucket_view = gradient_as_bucket_view
        self._cap = int((25 if bucket_cap_mb is None else bucket_cap_mb) * 1024 * 1024)
        self._ranks = dist.get_world_size(self.process_group)
        self._root = dist.get_process_group_ranks(self.process_group)[0]
        self.find_unused_parameters = find_unused_parameters
        self._rebuilt = find_unused_parameters  # an order that may change is not laid again
        self._unused = set()
        self._arrived = []
        self._preparing = False
        if init_sync:
            self._agree_on_shapes()
            self._send([t.detach() for t in list(module.parameters()) + list(module.buffers())])
        self._lay(list(reversed(self._parameters_of)))
        on_host = self._parameters_of[0].device.type == "cpu"
        if on_host and any(isinstance(m, torch.nn.SyncBatchNorm) for m in module.modules()):
            raise ValueError("SyncBatchNorm layers only work with GPU modules")
        for p in self._parameters_of:
            p.register_post_accumulate_grad_hook(self._ready)

    def _agree_on_shapes(self):
        """Number of parameters from every rank, then the first rank's sizes and strides."""
        counts = [torch.zeros(1, dtype=torch.int64) for _ in range(self._ranks)]
        dist.all_gather(counts, torch.tensor([len(self._parameters_of)]), group=self.process_group)
        facts = [n for p in self._parameters_of for n in (*p.size(), *p.stride())]
        dist.broadcast(torch.tensor(facts, dtype=torch.int64), src=self._root, group=self.process_group)

    def _send(self, tensors):
        """The first rank's values to everyone, one flat tensor for each type."""
        groups = {}
        for t in tensors:
            groups.setdefault(t.dtype, []).append(t)
        for same in groups.values():
            flat = torch.cat([t.reshape(-1) for t in same])
            dist.broadcast(flat, src=self._root, group=self.process_group)
            with torch.no_grad():
                for t, part in zip(same, flat.split([t.numel() for t in same])):
                    t.copy_(part.view(t.shape))

    def _lay(self, order):
        self._buckets, self._bucket_of = [], {}
        size, limit, dtype = 0, _FIRST_BUCKET, None
        for p in order:
            if not self._buckets or size >= limit or p.dtype != dtype:
                if self._buckets:
                    limit = self._cap
                self._buckets.append([])
                size, dtype = 0, p.dtype
            self._buckets[-1].append(p)
            self._bucket_of[id(p)] = len(self._buckets) - 1
            size += p.numel() * p.element_size()
        self._pending = [len(b) for b in self._buckets]
        self._next = 0

    def _ready(self, p):
        if not self.require_backward_grad_sync or not self._preparing:
            return
        self._arrived.append(p)
        self._count(p)

    def _count(self, p):
        self._pending[self._bucket_of[id(p)]] -= 1
        while self._next < len(self._buckets) and self._pending[self._next] == 0:
            self._reduce(self._buckets[self._next])
            self._next += 1
        if self._next == len(self._buckets):
            self._finish()

    def _reduce(self, bucket):
        with torch.no_grad():
            absent = [id(p) in self._unused for p in bucket]
            flat = torch.cat([(torch.zeros_like(p) if gone else p.grad / self._ranks).reshape(-1) for p, gone in zip(bucket, absent)])
            dist.all_reduce(flat, group=self.process_group)
            for p, gone, part in zip(bucket, absent, flat.split([p.numel() for p in bucket])):
                if gone:
                    self._late.append((p, part.view(p.shape)))
                else:
                    p.grad.copy_(part.view(p.shape))

    def _look_for_unused(self, outputs):
        """Parameters that no output depends on count as arrived."""
        used, seen, todo = set(), set(), [t.grad_fn for t in _tensors(outputs) if t.grad_fn is not None]
        while todo:
            node = todo.pop()
            if node is None or id(node) in seen:
                continue
            seen.add(id(node))
            if getattr(node, "variable", None) is not None:
                used.add(id(node.variable))
            todo.extend(n for n, _ in node.next_functions)
        self._unused = {id(p) for p in self._parameters_of if id(p) not in used}
        self._late = []
        for p in self._parameters_of:
            if id(p) in self._unused:
                self._count(p)

    def _settle_unused(self):
        """Which parameters some rank has used: the others keep the gradient they have."""
        used = torch.tensor([0 if id(p) in self._unused else 1 for p in self._parameters_of], dtype=torch.int32)
        dist.all_reduce(used, group=self.process_group)
        anywhere = {id(p) for p, n in zip(self._parameters_of, used.tolist()) if n}
        for p, mean in self._late:
            if id(p) in anywhere:
                p.grad = mean.clone()

    def _finish(self):
        if self.find_unused_parameters:
            self._settle_unused()
        self._preparing = False
        self._pending = [len(b) for b in self._buckets]
        self._next = 0

    def _lay_again(self):
        """The first rank's order of arrival holds for all: its indices and the buckets' sizes are sent."""
        index = {id(p): i for i, p in enumerate(self._parameters_of)}
        order = torch.tensor([index[id(p)] for p in self._arrived], dtype=torch.int32)
        dist.broadcast(order, src=self._root, group=self.process_group)
        self._lay([self._parameters_of[i] for i in order.tolist()])
        sizes = torch.tensor([len(b) for b in self._buckets], dtype=torch.int32)
        dist.broadcast(sizes, src=self._root, group=self.process_group)
        self._rebuilt = True

    def forward(self, *inputs, **kwargs):
        if torch.compiler.is_compiling():
            _refuse("DistributedDataParallel in a compiled function")
        if torch.is_grad_enabled() and self.require_backward_grad_sync:
            if self._preparing and self._arrived_in_part():
                raise RuntimeError("Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has parameters that were not used in producing loss.")
            if not self._rebuilt and self._arrived:
                self._lay_again()
            self._arrived = []
        if self.broadcast_buffers and self.require_forward_param_sync:
            buffers = list(self.module.buffers())
            if buffers:
                self._send([b.detach() for b in buffers])
        out = self.module(*inputs, **kwargs)
        self._preparing = self.require_forward_param_sync = torch.is_grad_enabled() and self.require_backward_grad_sync
        if self._preparing and self.find_unused_parameters:
            self._look_for_unused(out)
        return out

    def _arrived_in_part(self):
        return 0 < len(self._arrived) < len(self._parameters_of)

    @contextmanager
    def no_sync(self):
        before = self.require_backward_grad_sync
        self.require_backward_grad_sync = False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before

    def register_comm_hook(self, state, hook):
        _refuse("DistributedDataParallel.register_comm_hook")

"""DistributedDataParallel: equal replicas whose gradients are averaged bucket by bucket while backward runs.

From torch/nn/parallel/distributed.py and the reducer behind it. There is one bucket at first; after
the first backward they are laid in the order in which gradients came (1 MiB, then bucket_cap_mb). A bucket's
gradients are divided by the number of ranks, then summed. With find_unused_parameters the graph is walked after each
forward: what it does not reach counts as arrived, with zeros, and one more all_reduce says which parameters no rank has
used: those keep the gradient they have. A static graph says so once, and its order is that of the second backward. A
communication hook gets the undivided gradients of a bucket; its future is waited for at once. Refused by name: mixed
precision, built-in hooks.
"""
import sys
from contextlib import contextmanager

import torch
import torch.distributed as dist
from torch._C import _dist, _refuse
from torch.futures import Future
from torch.nn.modules.module import Module

_FIRST_BUCKET = 1024 * 1024


def _tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [t for v in value for t in _tensors(v)] if isinstance(value, (list, tuple)) else []


class GradBucket:
    """What a communication hook is given: the gradients of a bucket as one flat tensor."""

    def __init__(self, index, flat, parameters, last):
        self._index, self._flat, self._of, self._last = index, flat, parameters, last

    def index(self):
        return self._index

    def buffer(self):
        return self._flat

    def gradients(self):
        return [part.view(p.shape) for p, part in zip(self._of, self._flat.split([p.numel() for p in self._of]))]

    def parameters(self):
        return list(self._of)

    def is_last(self):
        return self._last

    def set_buffer(self, tensor):
        self._flat = tensor


class DistributedDataParallel(Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, init_sync=True,
                 process_group=None, bucket_cap_mb=None, find_unused_parameters=False, check_reduction=False,
                 gradient_as_bucket_view=False, static_graph=False, delay_all_reduce_named_params=None, param_to_hook_all_reduce=None,
                 mixed_precision=None, device_mesh=None, skip_all_reduce_unused_params=False):
        super().__init__()
        refused = {"mixed_precision": mixed_precision, "device_mesh": device_mesh,
                   "delay_all_reduce_named_params": delay_all_reduce_named_params}
        for name, value in refused.items():
            if value:
                _refuse(f"DistributedDataParallel({name}=...)")
        self._parameters_of = [p for p in module.parameters() if p.requires_grad]
        if not self._parameters_of:
            raise RuntimeError("DistributedDataParallel is not needed when a module doesn't have any parameter that requires a gradient.")
        self.process_group = process_group if process_group is not None else dist.group.WORLD
        self.module = module
        self.device_ids = device_ids
        self.output_device = output_device
        self.dim = dim
        self.broadcast_buffers = broadcast_buffers
        self.require_backward_grad_sync = True
        self.require_forward_param_sync = True  # whether buffers are sent before the next forward: as the last one left it
        self.gradient_as_bucket_view = gradient_as_bucket_view
        cap = int((25 if bucket_cap_mb is None else bucket_cap_mb) * 1024 * 1024)
        self._caps = (_FIRST_BUCKET if bucket_cap_mb is None else cap, cap)
        self._ranks = dist.get_world_size(self.process_group)
        self._root = dist.get_process_group_ranks(self.process_group)[0]
        self.find_unused_parameters = find_unused_parameters
        self.static_graph = static_graph
        self._told = False
        self._iterations = 0
        self._anywhere = None  # parameters that some rank uses, once a static graph has told
        self._hook = None
        self._rebuilt = find_unused_parameters and not static_graph  # an order that may change is not laid again
        self._unused = set()
        self._arrived = []
        self._preparing = False
        if init_sync:
            self._agree_on_shapes()
            self._send([t.detach() for t in list(module.parameters()) + list(module.buffers())])
        # Where the buckets are laid again, all begins in one.
        self._lay(self._parameters_of, self._caps if find_unused_parameters and not static_graph else (sys.maxsize, sys.maxsize))
        self._buckets.reverse()  # gradients come from the end
        self._bucket_of = {id(p): i for i, b in enumerate(self._buckets) for p in b}
        self._pending = [len(b) for b in self._buckets]
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
        me, own = dist.get_rank(self.process_group), [(tuple(p.size()), p.stride()) for p in self._parameters_of]
        told = _dist.told(own, dist._handle(self.process_group))
        for rank, other in enumerate(told):
            if len(other) != len(own):
                raise RuntimeError(f"DDP expects same model across all ranks, but Rank {me} has {len(own)} params, while rank {rank} has inconsistent {len(other)} params.")
        dist.broadcast(torch.tensor(facts, dtype=torch.int64), src=self._root, group=self.process_group)
        for i, (mine, first) in enumerate(zip(own, told[0])):
            for what, a, b in (("sizes", mine[0], first[0]), ("strides", mine[1], first[1])):
                if a != b:
                    raise RuntimeError(f"[{me}]: params[{i}] in this process with {what} {list(a)} appears not to match {what} of the same param in process 0.")

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

    def _lay(self, order, caps):
        self._buckets, self._bucket_of = [], {}
        size, limit, dtype = 0, caps[0], None
        for p in order:
            if not self._buckets or size >= limit or p.dtype != dtype:
                if self._buckets:
                    limit = caps[1]
                self._buckets.append([])
                size, dtype = 0, p.dtype
            self._buckets[-1].append(p)
            self._bucket_of[id(p)] = len(self._buckets) - 1
            size += p.numel() * p.element_size()
        self._pending = [len(b) for b in self._buckets]
        self._next = 0

    def _ready(self, p):
        if self.static_graph and not self._told and not self._preparing:
            return self._untold(p)
        if not self.require_backward_grad_sync or not self._preparing:
            return
        self._arrived.append(p)
        self._count(p)

    def _untold(self, p):
        """The first backward of a static graph reduces at its end, asked or not, and finds only then that nobody asked."""
        self._arrived.append(p)
        if len(self._arrived) < len(self._parameters_of):
            return
        self._arrived = []
        for bucket in self._buckets:
            dist.all_reduce(torch.cat([q.grad.detach().reshape(-1) for q in bucket]), group=self.process_group)
        dist.all_reduce(torch.ones(len(self._parameters_of), dtype=torch.int32), group=self.process_group)
        raise RuntimeError('expect_autograd_hooks_ INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/torch/csrc/distributed/c10d/reducer.cpp":1732, '
                           'please report a bug to PyTorch. ')

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
            share = 1 if self._hook else self._ranks
            flat = torch.cat([(torch.zeros_like(p) if gone else p.grad / share).reshape(-1) for p, gone in zip(bucket, absent)])
            if self._hook:
                flat = self._hooked(bucket, flat)
            else:
                dist.all_reduce(flat, group=self.process_group)
            for p, gone, part in zip(bucket, absent, flat.split([p.numel() for p in bucket])):
                if gone:
                    self._late.append((p, part.view(p.shape)))
                else:
                    p.grad.copy_(part.view(p.shape))

    def _unfinished(self):
        arrived = {id(p) for p in self._arrived}
        missing = " ".join(str(i) for i, p in enumerate(self._parameters_of) if id(p) not in arrived)
        ask = ("" if self.find_unused_parameters else
               "You can enable unused parameter detection by passing the keyword argument `find_unused_parameters=True` to "
               "`torch.nn.parallel.DistributedDataParallel`, and by \nmaking sure all `forward` function outputs participate in calculating loss. ")
        return ("Expected to have finished reduction in the prior iteration before starting a new one. "
                "This error indicates that your module has parameters that were not used in producing loss. " + ask +
                "\nIf you already have done the above, then the distributed data parallel module wasn't able to locate the output tensors in the "
                "return value of your module's `forward` function. Please include the loss function and the structure of the return value of "
                "`forward` of your module when reporting this issue (e.g. list, dict, iterable).\n"
                f"Parameter indices which did not receive grad for rank {dist.get_rank()}: {missing}\n"
                " In addition, you can set the environment variable TORCH_DISTRIBUTED_DEBUG to either INFO or DETAIL to print out information "
                "about which particular parameters did not receive gradient on this rank as part of this error")

    def _hooked(self, bucket, flat):
        state, hook = self._hook
        future = hook(state, GradBucket(self._next, flat, bucket, self._next == len(self._buckets) - 1))
        if not isinstance(future, Future):
            raise RuntimeError("Communication hook: return annotation should be torch.futures.Future[torch.Tensor].")
        return future.wait()

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
        if self._anywhere is not None:
            return self._give_late()
        """Which parameters some rank has used: the others keep the gradient they have."""
        used = torch.tensor([0 if id(p) in self._unused else 1 for p in self._parameters_of], dtype=torch.int32)
        dist.all_reduce(used, group=self.process_group)
        self._anywhere = {id(p) for p, n in zip(self._parameters_of, used.tolist()) if n}
        self._give_late()
        if not self.static_graph:
            self._anywhere = None

    def _give_late(self):
        for p, mean in self._late:
            if id(p) in self._anywhere:
                p.grad = mean.clone()

    def _finish(self):
        if self.find_unused_parameters or self.static_graph:
            self._settle_unused()
        self._preparing = False
        self._told = True
        self._pending = [len(b) for b in self._buckets]
        self._next = 0

    def _lay_again(self):
        """The first rank's order of arrival holds for all: its indices and the buckets' sizes are sent."""
        index = {id(p): i for i, p in enumerate(self._parameters_of)}
        order = torch.tensor([i for i, p in enumerate(self._parameters_of) if id(p) in self._unused] + [index[id(p)] for p in self._arrived], dtype=torch.int32)
        dist.broadcast(order, src=self._root, group=self.process_group)
        self._lay([self._parameters_of[i] for i in order.tolist()], self._caps)
        sizes = torch.tensor([len(b) for b in self._buckets], dtype=torch.int32)
        dist.broadcast(sizes, src=self._root, group=self.process_group)
        self._rebuilt = True

    def forward(self, *inputs, **kwargs):
        if torch.compiler.is_compiling():
            _refuse("DistributedDataParallel in a compiled function")
        synced = torch.is_grad_enabled() and self.require_backward_grad_sync
        if synced and self._preparing and self._arrived_in_part():
            raise RuntimeError(self._unfinished())
        # Laid again also before a forward that no reduction follows. The order of a static graph is told by its second iteration.
        if torch.is_grad_enabled() and not self._rebuilt and self._arrived and (self._iterations > 1 or not self.static_graph):
            self._lay_again()
        if synced:
            self._iterations += 1
            self._arrived = []
        if self.broadcast_buffers and self.require_forward_param_sync:
            buffers = list(self.module.buffers())
            if buffers:
                self._send([b.detach() for b in buffers])
        out = self.module(*inputs, **kwargs)
        self._preparing = self.require_forward_param_sync = torch.is_grad_enabled() and self.require_backward_grad_sync
        if self._preparing and (self.find_unused_parameters or self.static_graph):
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
        if not callable(hook):
            raise TypeError("Communication hook must be callable.")
        if getattr(hook, "__name__", "") in ("bf16_compress_hook", "bf16_compress_wrapper_hook") and self._parameters_of[0].device.type == "cpu":
            raise TypeError("BF16 all reduce communication hook required CUDA 11+ and NCCL 2.10+ or XPU and XCCL")
        if self._hook:
            raise RuntimeError("register_comm_hook or register_builtin_comm_hook can only be called once.")
        self._hook = (state, hook)

    def _register_builtin_comm_hook(self, comm_hook_type):
        _refuse("DistributedDataParallel._register_builtin_comm_hook (say register_comm_hook)")

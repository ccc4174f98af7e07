"""What fewer programs take from torch.distributed: collectives of several tensors at once, lists of objects from one rank to
another, groups made in series, a group's own methods.

From torch/distributed/distributed_c10d.py. Leaves out: groups made by splitting another, options of a group.
"""
from contextlib import contextmanager

import torch
import torch.distributed as dist
from torch._C import _dist, _refuse

_State = dist._State


class Backend(str):
    UNDEFINED, GLOO, NCCL, XCCL, MPI, FAKE = "undefined", "gloo", "nccl", "xccl", "mpi", "fake"

    def __new__(cls, name):
        if not isinstance(name, str):
            raise ValueError("Backend constructor parameter must be string-ish")
        return str(name.lower())


class DebugLevel:
    class _Level:
        def __init__(self, name, value):
            self.name, self.value = name, value

        def __str__(self):
            return f"DebugLevel.{self.name}"

        def __repr__(self):
            return f"<DebugLevel.{self.name}: {self.value}>"

    OFF, INFO, DETAIL = _Level("OFF", 0), _Level("INFO", 1), _Level("DETAIL", 2)


def get_debug_level():
    return DebugLevel.OFF


def is_backend_available(backend):
    return backend.lower() in ("gloo", "fake")


def get_backend_config(group=None):
    name = dist.get_backend(group)
    if name != "gloo":
        _refuse(f"get_backend_config of {name}")
    return "cpu:gloo,cuda:gloo"


def split_group(parent_pg=None, split_ranks=None, *args, **kwargs):
    if parent_pg is None:
        dist._default_group()
        raise RuntimeError("No device associated with the default pg, not safe to split any process groups")
    _refuse("torch.distributed.split_group of a group")


class _Cm:
    def __init__(self):
        self.works = []

    def append(self, work=None):
        if work:
            self.works.append(work)

    def wait(self):
        for work in self.works:
            work.wait()


_AT_ONCE = {_dist.all_reduce: _dist.all_reduce_coalesced, _dist.all_gather_into_tensor: _dist.all_gather_into_tensor_coalesced,
            _dist.reduce_scatter_tensor: _dist.reduce_scatter_tensor_coalesced}


@contextmanager
def _coalescing_manager(group=None, device=None, async_ops=False):
    """Collectives of one kind inside are one collective of several tensors, begun at the end."""
    if device is not None:
        _refuse("_coalescing_manager(device=...)")
    group = dist._resolve(group)
    if _State.coalescing:
        raise ValueError("ProcessGroup has non-empty op list at the start of coalescing")
    _State.coalescing = []
    cm = _Cm()
    try:
        yield cm
    except BaseException:
        _State.coalescing = None
        raise
    calls, _State.coalescing = _State.coalescing, None
    if not calls:
        return
    kind = calls[0][0]
    if any(native is not kind for native, _ in calls):
        _refuse("collectives of several kinds in one _coalescing_manager")
    columns = [list(c) for c in zip(*(args for _, args in calls))]
    tensors = 1 if kind is _dist.all_reduce else 2
    work = dist._run(async_ops, None, _AT_ONCE[kind], *columns[:tensors], *(c[0] for c in columns[tensors:]))
    if async_ops:
        cm.append(work)


def all_reduce_coalesced(tensors, op=dist.ReduceOp.SUM, group=None, async_op=False):
    if isinstance(tensors, torch.Tensor):
        tensors = [tensors]
    dist._check_tensor_list(tensors, "tensor")
    dist._same_dtype(tensors)
    if dist._ranks(group) is None:
        return None
    if any(t.is_complex() for t in tensors) and not dist.supports_complex(op):
        raise ValueError(f"all_reduce does not support {op} on complex tensors")
    work = dist._run(async_op, tensors, _dist.all_reduce_coalesced, tensors, dist._op(op, "AllreduceCoalescedOptions"), dist._handle(group))
    return work.get_future() if async_op else None


def all_gather_coalesced(output_tensor_lists, input_tensor_list, group=None, async_op=False):
    if dist._ranks(group) is None:
        return None
    dist._check_tensor_list(input_tensor_list, "input_tensor_list")
    dist._same_dtype(input_tensor_list)
    if not isinstance(output_tensor_lists, list):
        raise TypeError("Invalid function argument: output_tensor_lists should be a list")
    for outs in output_tensor_lists:
        dist._check_tensor_list(outs, "output_tensor_lists")
        dist._same_dtype(outs)
    work = dist._run(async_op, output_tensor_lists, _dist.all_gather_coalesced, output_tensor_lists, input_tensor_list, dist._handle(group))
    return work.get_future() if async_op else None


def _one_message(what, objects, peer, group, group_peer):
    """Objects go as bytes: their sizes first, then themselves."""
    _, _, other, _ = dist._message(None, what, None, peer, group, 0, group_peer)
    me = _dist.rank()
    pair = (me, other) if what == "dst" else (other, me)
    return _dist.send_objects(list(objects), *pair), other


def send_object_list(object_list, dst=None, group=None, device=None, group_dst=None, use_batch=False):
    _one_message("dst", object_list, dst, group, group_dst)


def recv_object_list(object_list, src=None, group=None, device=None, group_src=None, use_batch=False):
    if src is None and group_src is None:
        _refuse("recv_object_list from whoever sends")
    values, source = _one_message("src", object_list, src, group, group_src)
    for i, value in enumerate(values[: len(object_list)]):
        object_list[i] = value
    return source


def new_subgroups_by_enumeration(ranks_per_subgroup_list, timeout=None, backend=None, pg_options=None, group_desc=None):
    if not ranks_per_subgroup_list:
        raise ValueError("The arg 'ranks_per_subgroup_list' cannot be empty")
    groups, mine, taken = [], None, {}
    for ranks in ranks_per_subgroup_list:
        made = dist.new_group(ranks)
        groups.append(made)
        for r in ranks:
            if r in taken:
                raise ValueError(f"Rank {r} has appeared in both subgroup {taken[r]} and {ranks}")
            taken[r] = ranks
            if r == _dist.rank():
                mine = made
    return mine, groups


def new_subgroups(group_size=None, group=None, timeout=None, backend=None, pg_options=None, group_desc=None):
    if group_size is None:
        raise ValueError(
            "Default group size only takes effect when CUDA is available."
            "If your subgroup using a backend that does not depend on CUDA,"
            "please pass in 'group_size' correctly."
        )
    if group_size <= 0:
        raise ValueError(f"The arg 'group_size' ({group_size}) must be positive")
    ranks = dist._ranks(group)
    if len(ranks) < group_size:
        raise ValueError(f"The arg 'group_size' ({group_size}) must not exceed the world size ({len(ranks)})")
    if len(ranks) % group_size != 0:
        raise ValueError(f"The world size ({len(ranks)}) must be divisible by 'group_size={group_size}'")
    return new_subgroups_by_enumeration([ranks[i : i + group_size] for i in range(0, len(ranks), group_size)])


def _begun(native, result, *args):
    return dist._run(True, result, native, *args)


def bound(group, name):
    """A method of a group that begins a collective, as c10d's own classes have them."""
    handle = (group.__dict__["group_name"], group.__dict__["_ranks"])
    ranks = handle[1]
    call = {
        "allreduce": lambda ts, op=dist.ReduceOp.SUM: [_begun(_dist.all_reduce, [t], t, op._op, handle) for t in _many(ts)][-1],
        "broadcast": lambda ts, root=0: [_begun(_dist.broadcast, [t], t, ranks[root], handle) for t in _many(ts)][-1],
        "reduce": lambda ts, root=0, op=dist.ReduceOp.SUM: [_begun(_dist.reduce, [t], t, ranks[root], op._op, handle) for t in _many(ts)][-1],
        "allgather": lambda outs, ts: [_begun(_dist.all_gather, o, o, t, handle) for o, t in zip(outs if isinstance(outs[0], list) else [outs], _many(ts))][-1],
        "_allgather_base": lambda out, t: _begun(_dist.all_gather_into_tensor, [out], out, t, handle),
        "_reduce_scatter_base": lambda out, t, op=dist.ReduceOp.SUM: _begun(_dist.reduce_scatter_tensor, [out], out, t, op._op, handle),
        "barrier": lambda: _begun(_dist.barrier, None, handle),
        "send": lambda ts, dst, tag: _begun(_dist.send, ts, _many(ts)[0], ranks[dst], tag),
        "recv": lambda ts, src, tag: _begun(_dist.recv, ts, _many(ts)[0], ranks[src], tag),
    }.get(name)
    if call is None:
        if name.startswith("__"):
            raise AttributeError(f"'torch._C._distributed_c10d.ProcessGroup' object has no attribute '{name}'")
        _refuse(f"ProcessGroup.{name}")
    return call


def _many(tensors):
    return [tensors] if isinstance(tensors, torch.Tensor) else tensors

"""torch.distributed: process groups and collectives over the simulated ranks.

Every rank is a coroutine of one run; a collective suspends the rank until its peers arrive (mesh/world.ts). With
`async_op=True` the rank brings its part and goes on; the result is written by `wait()`, later than PyTorch may write it.
"""
import torch
from torch._C import _dist, _missing, _refuse


class RedOpType:
    def __init__(self, name, value, op):
        self.name = name
        self.value = value
        self._op = op

    def __str__(self):
        return f"RedOpType.{self.name}"

    def __repr__(self):
        return f"<RedOpType.{self.name}: {self.value}>"


class ReduceOp:
    SUM = RedOpType("SUM", 0, "sum")
    AVG = RedOpType("AVG", 1, "avg")
    PRODUCT = RedOpType("PRODUCT", 2, "product")
    MIN = RedOpType("MIN", 3, "min")
    MAX = RedOpType("MAX", 4, "max")
    BAND = RedOpType("BAND", 5, "band")
    BOR = RedOpType("BOR", 6, "bor")
    BXOR = RedOpType("BXOR", 7, "bxor")


class ProcessGroup:
    __module__ = "torch.distributed.distributed_c10d"

    def __init__(self, ranks, name="0"):
        self._ranks = list(ranks)
        self.group_name = name

    def rank(self):
        me = _dist.rank()
        return self._ranks.index(me) if me in self._ranks else -1

    def size(self):
        return len(self._ranks)

    def name(self):
        return get_backend(self)

    def __getattr__(self, name):
        from torch.distributed import _rarer

        return _rarer.bound(self, name)


class _NonMember:
    """What `new_group` gives a rank that is not in the group."""

    WORLD_SIZE = -1


class GroupMember:
    NON_GROUP_MEMBER = -100
    WORLD = None


class _GroupMeta(type):
    @property
    def WORLD(cls):
        return GroupMember.WORLD


class group(metaclass=_GroupMeta):
    pass


class Work:
    """A collective begun: `wait` ends it."""

    def __init__(self, result, native, args):
        self._result = result
        self._call = (native, *args)
        self._handle = _dist.post(native, *args)
        self._done = False

    def wait(self, timeout=None):
        if not self._done:
            _dist.collect(self._handle, *self._call)
            self._done = True
        return True

    def is_completed(self):
        return self._done or _dist.completed(self._handle)

    def is_success(self):
        return self.is_completed()

    def result(self):
        return self._result

    def get_future(self):
        from torch.futures import Future

        def ended():
            self.wait()
            return self._result

        future = Future()
        future._source = ended
        return future


def _run(async_op, result, native, *args):
    if _State.coalescing is not None and native in _COALESCED:
        _State.coalescing.append((native, args))
        return None
    if async_op:
        return Work(result, native, args)
    native(*args)
    return None


_COALESCED = (_dist.all_reduce, _dist.all_gather_into_tensor, _dist.reduce_scatter_tensor)


class _State:
    coalescing = None  # calls inside `_coalescing_manager`
    backend = None
    groups = 0
    outside = ()


def is_available():
    return True


def is_gloo_available():
    return True


def is_nccl_available():
    return False


def is_mpi_available():
    return False


def is_torchelastic_launched():
    return False


def is_initialized():
    return GroupMember.WORLD is not None


_NOT_BUILT = {"nccl": "NCCL built in", "xccl": "XCCL built in",
              "mpi": "MPI built in. MPI is only included if you build PyTorch from source on a host that has MPI installed."}


def _backend(name):
    """A machine without GPUs has Gloo; here also the device's own."""
    if name is None:
        return None
    name = name.lower()
    for one in name.split(","):
        device, _, one = one.rpartition(":")
        if device and one in _NOT_BUILT:
            _refuse(f"init_process_group({name!r}): no {one} on this machine (say gloo)")
        if one in _NOT_BUILT:
            raise RuntimeError(f"Distributed package doesn't have {_NOT_BUILT[one]}")
        if one == "ucc":
            raise AssertionError("Unknown c10d backend type UCC")
        if one not in ("gloo", "neuron", "xla", "fake"):
            raise AssertionError(f"Unknown backend type {one}")
    return name


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None, group_name="", pg_options=None, device_id=None):
    if GroupMember.WORLD is not None:
        raise ValueError("trying to initialize the default process group twice!")
    backend = _backend(backend)
    GroupMember.WORLD = ProcessGroup(range(_dist.world_size()))
    _State.backend = backend
    _State.groups = 1


def destroy_process_group(group=None):
    if group is None or group is GroupMember.WORLD:
        _default_group()
        GroupMember.WORLD = None


def _default_group():
    if GroupMember.WORLD is None:
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
    return GroupMember.WORLD


def _resolve(group):
    return _default_group() if group is None else group


def _ranks(group):
    """Global ranks of a group, or None where this rank is no member (the call is then skipped with a warning)."""
    group = _resolve(group)
    if group is GroupMember.NON_GROUP_MEMBER:
        return None
    if not isinstance(group, ProcessGroup):
        raise ValueError(f"Process group {group} is not initialized in the world group map. Please initialize the group first.")
    return group._ranks


def get_rank(group=None):
    group = _resolve(group)
    return -1 if group is GroupMember.NON_GROUP_MEMBER else group.rank()


def get_world_size(group=None):
    group = _resolve(group)
    return -1 if group is GroupMember.NON_GROUP_MEMBER else group.size()


def get_node_local_rank(fallback_rank=None):
    import os

    if "LOCAL_RANK" in os.environ:
        return int(os.environ["LOCAL_RANK"])
    if fallback_rank is not None:
        return int(fallback_rank)
    raise RuntimeError(
        "LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, "
        "assuming you are not running in a multi-device context and want the code to run locally instead."
    )


def get_backend(group=None):
    _resolve(group)
    return _State.backend or _dist.default_backend()


def get_process_group_ranks(group=None):
    return list(_resolve(group)._ranks)


def _members(group):
    """Ranks of a group in the world. PyTorch has one object for all groups a rank is not in: it knows the last one's."""
    group = _resolve(group)
    return _State.outside if group is GroupMember.NON_GROUP_MEMBER else group._ranks


def get_global_rank(group, group_rank):
    if _resolve(group) is _default_group():
        return group_rank
    members = _members(group)
    if not 0 <= group_rank < len(members):
        raise ValueError(f"Group rank {group_rank} is not part of group {group}")
    return members[group_rank]


def get_group_rank(group, global_rank):
    if _resolve(group) is _default_group():
        return global_rank
    members = _members(group)
    if global_rank not in members:
        raise ValueError(f"Global rank {global_rank} is not part of group {group}")
    return members.index(global_rank)


def new_group(ranks=None, timeout=None, backend=None, pg_options=None, use_local_synchronization=False, group_desc=None, device_id=None):
    world = _default_group()
    ranks = list(world._ranks) if ranks is None else sorted(ranks)
    if len(set(ranks)) != len(ranks):
        raise ValueError(f"ranks list must not contain duplicate entries, got {ranks}")
    if len(ranks) > world.size():
        raise ValueError("the new group's world size should be less or equal to the world size set by init_process_group")
    for rank in ranks:
        if not 0 <= rank < world.size():
            raise ValueError(f"Rank {rank} is out of range. Valid ranks are 0 to {world.size() - 1} (world_size={world.size()})")
    name = str(_State.groups)
    _State.groups += 1
    if _dist.rank() not in ranks:
        _State.outside = ranks
        return GroupMember.NON_GROUP_MEMBER
    return ProcessGroup(ranks, name)


def _handle(group):
    """What the native half takes: the group's name and its ranks. Two groups of the same ranks are two groups."""
    group = _resolve(group)
    return (group.group_name, group._ranks)


def _group_rank(group, src, group_src):
    """The place in the group of the rank that either names: by its number in the world, or by that place."""
    if group_src is None:
        if src is None:
            raise ValueError("Must specify global_rank or group_rank")
        return get_group_rank(group, src)
    if src is not None:
        raise ValueError("Can't specify both group_rank and global_rank")
    return group_src


def _root(group, place, collective):
    members = _members(group)
    if not 0 <= place < len(members):
        raise RuntimeError(f"ProcessGroupGloo::{collective}: invalid root rank: {place}")
    return members[place]


def _source(group, src, group_src, collective):
    """The rank in the world that either names, which must be in the group."""
    return _root(group, _group_rank(group, src, group_src), collective)


def _check_single_tensor(param, param_name):
    if not isinstance(param, torch.Tensor):
        raise TypeError(f"""Invalid function argument. Expected parameter `{param_name}` of type torch.Tensor
             but got {type(param)} instead.""")


def _check_tensor_list(param, param_name):
    if not isinstance(param, list):
        raise TypeError(f"""Invalid function argument. Expected parameter `{param_name}` of type List[torch.Tensor]
             but got {type(param)} instead.""")
    if not all(isinstance(p, torch.Tensor) for p in param):
        raise TypeError(f"""Invalid function argument. Expected parameter `{param_name}` of type List[torch.Tensor]
             but got {type(param)} with elements of type {[type(p) for p in param]}.""")


def _same_dtype(*tensors):
    """Of all tensors of a call; complex numbers go with what they are made of."""
    last = None
    for t in [t for ts in tensors for t in (ts if isinstance(ts, list) else [ts])]:
        dtype = torch.float32 if t.dtype == torch.complex64 else t.dtype
        if last is not None and last != dtype:
            raise ValueError(f"Invalid usage of tensors with different dtypesFound {last} and  {t.dtype}")
        last = dtype


def _op(op, options):
    if not isinstance(op, RedOpType):
        raise TypeError(f"(): incompatible function arguments. The following argument types are supported:\n"
                        f"    1. (self: torch._C._distributed_c10d.{options}, arg0: torch._C._distributed_c10d.ReduceOp) -> None\n\n"
                        f"Invoked with: <torch.distributed.distributed_c10d.{options} object at {hex(id(op))}>, {op!r}")
    return op._op


def supports_complex(reduceOp):
    return reduceOp in (ReduceOp.SUM, ReduceOp.AVG)


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    _check_single_tensor(tensor, "tensor")
    ranks = _ranks(group)
    if ranks is None:
        return None
    if tensor.is_complex() and not supports_complex(op):
        raise ValueError(f"all_reduce does not support {op} on complex tensors")
    return _run(async_op, [tensor], _dist.all_reduce, tensor, _op(op, "AllreduceOptions"), _handle(group))


def broadcast(tensor, src=None, group=None, async_op=False, group_src=None):
    _check_single_tensor(tensor, "tensor")
    ranks = _ranks(group)
    source = _source(group, src, group_src, "broadcast")
    if ranks is None:
        return None
    return _run(async_op, [tensor], _dist.broadcast, tensor, source, _handle(group))


def reduce(tensor, dst=None, op=ReduceOp.SUM, group=None, async_op=False, group_dst=None):
    _check_single_tensor(tensor, "tensor")
    ranks = _ranks(group)
    target = _source(group, dst, group_dst, "reduce")
    if ranks is None:
        return None
    return _run(async_op, [tensor], _dist.reduce, tensor, target, _op(op, "ReduceOptions"), _handle(group))


def all_gather(tensor_list, tensor, group=None, async_op=False):
    _check_tensor_list(tensor_list, "tensor_list")
    _check_single_tensor(tensor, "tensor")
    _same_dtype(tensor_list, tensor)
    ranks = _ranks(group)
    if ranks is None:
        return None
    return _run(async_op, tensor_list, _dist.all_gather, tensor_list, tensor, _handle(group))


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    _check_single_tensor(input_tensor, "input_tensor")
    _check_single_tensor(output_tensor, "output_tensor")
    ranks = _ranks(group)
    if ranks is None:
        return None
    return _run(async_op, [output_tensor], _dist.all_gather_into_tensor, output_tensor, input_tensor, _handle(group))


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    _check_single_tensor(output, "output")
    _check_tensor_list(input_list, "input_list")
    _same_dtype(output, input_list)
    ranks = _ranks(group)
    if ranks is None:
        return None
    return _run(async_op, [output], _dist.reduce_scatter, output, input_list, _op(op, "ReduceScatterOptions"), _handle(group))


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    _check_single_tensor(output, "output")
    _check_single_tensor(input, "input")
    ranks = _ranks(group)
    if ranks is None:
        return None
    return _run(async_op, [output], _dist.reduce_scatter_tensor, output, input, _op(op, "ReduceScatterOptions"), _handle(group))


def scatter(tensor, scatter_list=None, src=None, group=None, async_op=False, group_src=None):
    _check_single_tensor(tensor, "tensor")
    ranks = _ranks(group)
    if ranks is None:
        return None
    source = 0 if src is None and group_src is None else _source(group, src, group_src, "scatter")
    if scatter_list:
        _check_tensor_list(scatter_list, "scatter_list")
        _same_dtype(tensor, scatter_list)
    if _dist.rank() == source:
        if not scatter_list:
            raise ValueError("Argument ``scatter_list`` must be specified on source rank.")
    elif scatter_list:
        raise ValueError("Argument ``scatter_list`` must NOT be specified on non-source ranks.")
    return _run(async_op, [tensor], _dist.scatter, tensor, scatter_list or None, source, _handle(group))


def gather(tensor, gather_list=None, dst=None, group=None, async_op=False, group_dst=None):
    _check_single_tensor(tensor, "tensor")
    ranks = _ranks(group)
    target = 0 if dst is None and group_dst is None else _source(group, dst, group_dst, "gather")
    if ranks is None:
        return None
    if gather_list:
        _check_tensor_list(gather_list, "gather_list")
        _same_dtype(tensor, gather_list)
    if _dist.rank() == target:
        if not gather_list:
            raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
    elif gather_list:
        raise ValueError("Argument ``gather_list`` must NOT be specified on non-destination ranks.")
    return _run(async_op, gather_list, _dist.gather, tensor, gather_list or None, target, _handle(group))


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    _check_tensor_list(output_tensor_list, "output_tensor_list")
    _check_tensor_list(input_tensor_list, "input_tensor_list")
    _same_dtype(output_tensor_list, input_tensor_list)
    ranks = _ranks(group)
    if ranks is None:
        return None
    return _run(async_op, output_tensor_list, _dist.all_to_all, output_tensor_list, input_tensor_list, _handle(group))


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    _check_single_tensor(output, "output")
    _check_single_tensor(input, "input")
    _same_dtype(output, input)
    ranks = _ranks(group)
    if ranks is None:
        return None
    return _run(async_op, [output], _dist.all_to_all_single, output, input, output_split_sizes, input_split_sizes, _handle(group))


def barrier(group=None, async_op=False, device_ids=None):
    ranks = _ranks(group)
    if ranks is None:
        return None
    return _run(async_op, None, _dist.barrier, _handle(group))


def monitored_barrier(group=None, timeout=None, wait_all_ranks=False):
    """A barrier that names who is late; a rank that never comes ends the run as a hang."""
    ranks = _ranks(group)
    if ranks is not None:
        _dist.barrier(_handle(group))


def _message(native, what, tensor, peer, group, tag, group_peer, later=False):
    """Arguments of a send or receive, checked: the native, its tensor, the other rank, the tag."""
    ranks = _ranks(group)
    side = "destination" if what == "dst" else "source"
    other = _source(group, peer, group_peer, "send" if what == "dst" else "recv")
    if other == _dist.rank() and later:
        _refuse("a message from a rank to itself")
    if other == _dist.rank():
        raise ValueError(f"Invalid {side} rank: {side} rank should not be the same as the rank of the current process.")
    return native, tensor, other, tag


def send(tensor, dst=None, group=None, tag=0, group_dst=None):
    _check_single_tensor(tensor, "tensor")
    _run(False, None, *_message(_dist.send, "dst", tensor, dst, group, tag, group_dst))


class _AnyMessage(Work):
    """A receive from whoever sends: who that is turns out when it is waited for."""

    def __init__(self, tensor, group, tag):
        self._result = [tensor]
        self._group = group
        self._tag = tag
        self._done = False

    def wait(self, timeout=None):
        if not self._done:
            self._source = _recv_any(self._result[0], self._group, self._tag)
            self._done = True
        return True

    def is_completed(self):
        return self._done


def _recv_any(tensor, group, tag):
    source = _dist.any_sender(tensor, [r for r in _resolve(group)._ranks if r != _dist.rank()], tag)
    _dist.recv(tensor, source, tag)
    return source


def recv(tensor, src=None, group=None, tag=0, group_src=None):
    _check_single_tensor(tensor, "tensor")
    if src is None and group_src is None and _ranks(group) is not None:
        return _recv_any(tensor, group, tag)
    call = _message(_dist.recv, "src", tensor, src, group, tag, group_src)
    _run(False, None, *call)
    return call[2]


def isend(tensor, dst=None, group=None, tag=0, group_dst=None):
    _check_single_tensor(tensor, "tensor")
    return _run(True, [tensor], *_message(_dist.send, "dst", tensor, dst, group, tag, group_dst, True))


def irecv(tensor, src=None, group=None, tag=0, group_src=None):
    _check_single_tensor(tensor, "tensor")
    if src is None and group_src is None and _ranks(group) is not None:
        return _AnyMessage(tensor, group, tag)
    return _run(True, [tensor], *_message(_dist.recv, "src", tensor, src, group, tag, group_src, True))


class P2POp:
    """One message of `batch_isend_irecv`."""

    def __init__(self, op, tensor, peer=None, group=None, tag=0, group_peer=None):
        if op not in (isend, irecv):
            raise ValueError("Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or ``torch.distributed.irecv``.")
        self.op = op
        self.tensor = tensor
        self.peer = _source(group, peer, group_peer, "send")
        self.group = group
        self.tag = tag
        self.group_peer = get_group_rank(_resolve(group), self.peer)

    def __repr__(self):
        mine = get_rank(self.group)
        src, dst = (mine, self.group_peer) if self.op is isend else (self.group_peer, mine)
        return f"P2POp({self.op.__name__} pg={_resolve(self.group).group_name}, group_src={src}, group_dst={dst},  {self.tensor.shape}, {self.tensor.dtype})"


def batch_isend_irecv(p2p_op_list):
    if not isinstance(p2p_op_list, list) or not all(isinstance(p, P2POp) for p in p2p_op_list):
        raise ValueError("Invalid ``p2p_op_list``. Each op is expected to to be of type ``torch.distributed.P2POp``.")
    p2p_op_list[0]  # of an empty list PyTorch asks this first
    return [p.op(p.tensor, p.peer, p.group, p.tag) for p in p2p_op_list]


def all_gather_object(object_list, obj, group=None):
    ranks = _ranks(group)
    if ranks is None:
        return
    _dist.exchange_objects(None, _handle(group), "all_gather")  # the pickles' sizes go first
    for i, value in enumerate(_dist.exchange_objects(obj, _handle(group), "all_gather")):
        object_list[i] = value


def gather_object(obj, object_gather_list=None, dst=None, group=None, group_dst=None):
    ranks = _ranks(group)
    if ranks is None:
        return
    place = _group_rank(group, 0 if dst is None and group_dst is None else dst, group_dst)
    _dist.exchange_objects(None, _handle(group), "all_gather")  # sizes
    target = _root(group, place, "gather")
    values = _dist.exchange_objects(obj, _handle(group), "gather")
    if _dist.rank() == target:
        for i, value in enumerate(values):
            object_gather_list[i] = value


def broadcast_object_list(object_list, src=None, group=None, device=None, group_src=None):
    ranks = _ranks(group)
    if ranks is None:
        return
    source = 0 if src is None and group_src is None else _source(group, src, group_src, "broadcast")
    _dist.exchange_objects(None, _handle(group), "broadcast")  # sizes
    values = _dist.exchange_objects(list(object_list), _handle(group), "broadcast")[ranks.index(source)]
    for i, value in enumerate(values):
        object_list[i] = value


def scatter_object_list(scatter_object_output_list, scatter_object_input_list=None, src=None, group=None, group_src=None):
    ranks = _ranks(group)
    if ranks is None:
        return
    if not isinstance(scatter_object_output_list, list) or len(scatter_object_output_list) < 1:
        raise ValueError("Expected argument scatter_object_output_list to be a list of size at least 1.")
    source = 0 if src is None and group_src is None else _source(group, src, group_src, "scatter")
    _dist.exchange_objects(None, _handle(group), "broadcast")  # the largest pickle's size
    values = _dist.exchange_objects(scatter_object_input_list, _handle(group), "scatter")[ranks.index(source)]
    _dist.exchange_objects(None, _handle(group), "scatter")  # each pickle's own size
    scatter_object_output_list[0] = values[ranks.index(_dist.rank())]


_RARER = ("all_reduce_coalesced", "all_gather_coalesced", "_coalescing_manager", "send_object_list", "recv_object_list", "get_backend_config",
          "is_backend_available", "get_debug_level", "DebugLevel", "Backend", "split_group", "new_subgroups", "new_subgroups_by_enumeration")


def __getattr__(name):
    if name in _RARER:
        from torch.distributed import _rarer

        return getattr(_rarer, name)
    return _missing("torch.distributed", name)


from torch.distributed.device_mesh import DeviceMesh, init_device_mesh

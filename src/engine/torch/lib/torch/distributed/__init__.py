"""torch.distributed: process groups and collectives over the simulated ranks.

Every rank is a coroutine of one run; a collective suspends the rank until its peers arrive (mesh/world.ts). Work handles
of `async_op=True` are done when they are returned: overlap is not modelled.
"""
from torch._C import _dist


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


class ProcessGroup:
    def __init__(self, ranks, name="0"):
        self._ranks = list(ranks)
        self.group_name = name

    def rank(self):
        me = _dist.rank()
        return self._ranks.index(me) if me in self._ranks else -1

    def size(self):
        return len(self._ranks)


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
    def __init__(self, result=None):
        self._result = result

    def wait(self, timeout=None):
        return True

    def is_completed(self):
        return True

    def is_success(self):
        return True

    def result(self):
        return self._result


class _State:
    backend = None
    groups = 0


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


def init_process_group(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None, group_name="", pg_options=None, device_id=None):
    if GroupMember.WORLD is not None:
        raise ValueError("trying to initialize the default process group twice!")
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
    return group._ranks


def get_rank(group=None):
    group = _resolve(group)
    return -1 if group is GroupMember.NON_GROUP_MEMBER else group.rank()


def get_world_size(group=None):
    group = _resolve(group)
    return -1 if group is GroupMember.NON_GROUP_MEMBER else group.size()


def get_backend(group=None):
    _resolve(group)
    return _State.backend or _dist.default_backend()


def get_process_group_ranks(group=None):
    return list(_resolve(group)._ranks)


def get_global_rank(group, group_rank):
    return _resolve(group)._ranks[group_rank]


def get_group_rank(group, global_rank):
    return _resolve(group)._ranks.index(global_rank)


def new_group(ranks=None, timeout=None, backend=None, pg_options=None, use_local_synchronization=False, group_desc=None, device_id=None):
    world = _default_group()
    ranks = list(world._ranks) if ranks is None else sorted(ranks)
    name = str(_State.groups)
    _State.groups += 1
    if _dist.rank() not in ranks:
        return GroupMember.NON_GROUP_MEMBER
    return ProcessGroup(ranks, name)


def _handle(group):
    """What the native half takes: the group's name and its ranks. Two groups of the same ranks are two groups."""
    group = _resolve(group)
    return (group.group_name, group._ranks)


def _source(ranks, src, group_src, what="src"):
    if src is None and group_src is None:
        raise ValueError(f"Must specify {what} or group_{what}")
    return ranks[group_src] if group_src is not None else src


def _op(op):
    return op._op


def _done(async_op, result=None):
    return Work(result) if async_op else None


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    ranks = _ranks(group)
    if ranks is None:
        return None
    _dist.all_reduce(tensor, _op(op), _handle(group))
    return _done(async_op, [tensor])


def broadcast(tensor, src=None, group=None, async_op=False, group_src=None):
    ranks = _ranks(group)
    if ranks is None:
        return None
    _dist.broadcast(tensor, _source(ranks, src, group_src), _handle(group))
    return _done(async_op, [tensor])


def reduce(tensor, dst=None, op=ReduceOp.SUM, group=None, async_op=False, group_dst=None):
    ranks = _ranks(group)
    if ranks is None:
        return None
    _dist.reduce(tensor, _source(ranks, dst, group_dst, "dst"), _op(op), _handle(group))
    return _done(async_op, [tensor])


def all_gather(tensor_list, tensor, group=None, async_op=False):
    ranks = _ranks(group)
    if ranks is None:
        return None
    _dist.all_gather(tensor_list, tensor, _handle(group))
    return _done(async_op, tensor_list)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    ranks = _ranks(group)
    if ranks is None:
        return None
    _dist.all_gather_into_tensor(output_tensor, input_tensor, _handle(group))
    return _done(async_op, [output_tensor])


def reduce_scatter(output, input_list, op=ReduceOp.SUM, group=None, async_op=False):
    ranks = _ranks(group)
    if ranks is None:
        return None
    _dist.reduce_scatter(output, input_list, _op(op), _handle(group))
    return _done(async_op, [output])


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    ranks = _ranks(group)
    if ranks is None:
        return None
    _dist.reduce_scatter_tensor(output, input, _op(op), _handle(group))
    return _done(async_op, [output])


def scatter(tensor, scatter_list=None, src=None, group=None, async_op=False, group_src=None):
    ranks = _ranks(group)
    if ranks is None:
        return None
    source = 0 if src is None and group_src is None else _source(ranks, src, group_src)
    if _dist.rank() == source:
        if not scatter_list:
            raise ValueError("Argument ``scatter_list`` must be specified on source rank.")
    elif scatter_list:
        raise ValueError("Argument ``scatter_list`` must NOT be specified on non-source ranks.")
    _dist.scatter(tensor, scatter_list or None, source, _handle(group))
    return _done(async_op, [tensor])


def gather(tensor, gather_list=None, dst=None, group=None, async_op=False, group_dst=None):
    ranks = _ranks(group)
    if ranks is None:
        return None
    target = 0 if dst is None and group_dst is None else _source(ranks, dst, group_dst, "dst")
    if _dist.rank() == target:
        if not gather_list:
            raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
    elif gather_list:
        raise ValueError("Argument ``gather_list`` must NOT be specified on non-destination ranks.")
    _dist.gather(tensor, gather_list or None, target, _handle(group))
    return _done(async_op, gather_list)


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    ranks = _ranks(group)
    if ranks is None:
        return None
    _dist.all_to_all(output_tensor_list, input_tensor_list, _handle(group))
    return _done(async_op, output_tensor_list)


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    ranks = _ranks(group)
    if ranks is None:
        return None
    _dist.all_to_all_single(output, input, output_split_sizes, input_split_sizes, _handle(group))
    return _done(async_op, [output])


def barrier(group=None, async_op=False, device_ids=None):
    ranks = _ranks(group)
    if ranks is None:
        return None
    _dist.barrier(_handle(group))
    return _done(async_op)


def send(tensor, dst=None, group=None, tag=0, group_dst=None):
    ranks = _ranks(group)
    _dist.send(tensor, _source(ranks, dst, group_dst, "dst"))


def recv(tensor, src=None, group=None, tag=0, group_src=None):
    ranks = _ranks(group)
    source = _source(ranks, src, group_src)
    _dist.recv(tensor, source)
    return source


def isend(tensor, dst=None, group=None, tag=0, group_dst=None):
    send(tensor, dst, group, tag, group_dst)
    return Work()


def irecv(tensor, src=None, group=None, tag=0, group_src=None):
    recv(tensor, src, group, tag, group_src)
    return Work()


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
    target = 0 if dst is None and group_dst is None else _source(ranks, dst, group_dst, "dst")
    _dist.exchange_objects(None, _handle(group), "all_gather")  # sizes
    values = _dist.exchange_objects(obj, _handle(group), "gather")
    if _dist.rank() == target:
        for i, value in enumerate(values):
            object_gather_list[i] = value


def broadcast_object_list(object_list, src=None, group=None, device=None, group_src=None):
    ranks = _ranks(group)
    if ranks is None:
        return
    source = 0 if src is None and group_src is None else _source(ranks, src, group_src)
    _dist.exchange_objects(None, _handle(group), "broadcast")  # sizes
    values = _dist.exchange_objects(list(object_list), _handle(group), "broadcast")[ranks.index(source)]
    for i, value in enumerate(values):
        object_list[i] = value


from torch.distributed.device_mesh import DeviceMesh, init_device_mesh

"""Counts the collectives a rank issues, by public name.

Counts as PyTorch's CommDebugMode does and uses its registry, without its module hooks: in 2.13 these raise on the second
forward of a module whose inputs need no gradient.
"""

from torch.distributed.tensor import DTensor
from torch.distributed.tensor.debug._comm_mode import CommDebugMode, NATIVE_TO_PY_MAPPING, c10d_collective_ops
from torch.utils._python_dispatch import TorchDispatchMode

# Names of the c10d overload packets that differ from the function a program calls.
PUBLIC = {
    "allreduce_": "all_reduce",
    "allreduce_coalesced_": "all_reduce_coalesced",
    "allgather_": "all_gather",
    "_allgather_base_": "all_gather_into_tensor",
    "allgather_into_tensor_coalesced_": "all_gather_into_tensor_coalesced",
    "reduce_scatter_": "reduce_scatter",
    "_reduce_scatter_base_": "reduce_scatter_tensor",
    "reduce_scatter_tensor_coalesced_": "reduce_scatter_tensor_coalesced",
    "broadcast_": "broadcast",
    "alltoall_": "all_to_all",
    "alltoall_base_": "all_to_all_single",
    "scatter_": "scatter",
    "gather_": "gather",
    "reduce_": "reduce",
}


def public_name(packet):
    name = str(NATIVE_TO_PY_MAPPING.get(packet, packet)).split(".")[-1]
    return PUBLIC.get(name, name)


class Counter(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.known = set(CommDebugMode().comm_registry) | set(c10d_collective_ops)
        self.counts = {}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if DTensor in types:  # let the DTensor be taken apart first: its local operators come back here
            return NotImplemented
        out = func(*args, **(kwargs or {}))
        if func._overloadpacket in self.known:
            name = public_name(func._overloadpacket)
            self.counts[name] = self.counts.get(name, 0) + 1
        return out


class Comm:
    def __init__(self):
        self.mode = Counter()

    def start(self):
        self.mode.__enter__()

    def stop(self):
        self.mode.__exit__(None, None, None)

    def result(self):
        return {"collectives": self.mode.counts}

"""Collectives with gradients."""
from torch.distributed.nn.functional import all_gather, all_reduce, all_to_all, all_to_all_single, broadcast, gather, reduce, reduce_scatter, scatter


class RemoteModule:
    def __init__(self, *args, **kwargs):
        from _atlas import refuse
        refuse('torch.distributed.nn.RemoteModule')

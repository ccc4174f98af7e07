"""Collectives with gradients."""
from torch.distributed.nn.functional import all_gather, all_reduce, all_to_all, all_to_all_single, broadcast, gather, reduce, reduce_scatter, scatter

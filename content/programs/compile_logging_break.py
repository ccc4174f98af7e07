# A log line acts outside the graph.
import logging
import torch

log = logging.getLogger("atlas")


@torch.compile(dynamic=False)
def step(x):
    y = x * 2
    log.warning("here")
    return y + 1


print(step(torch.ones(3)))

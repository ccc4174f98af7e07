"""torch.distributed.checkpoint: the state dicts of distributed models. Saving to files is refused by name."""
from torch._C import _missing


def __getattr__(name):
    return _missing("torch.distributed.checkpoint", name)

"""torch.save and torch.load: an engine without files keeps them by name, for one run, in memory."""
import torch
import copy

_saved = {}


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    torch._C._refuse("torch.save: there are no files here")


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    torch._C._refuse("torch.load: there are no files here")

"""torch.save and torch.load: what is saved is kept as an object in a file in memory (_files), or in a buffer, for one run.

The bytes of a file are not modelled: a buffer that was saved into can be loaded, and read in no other way.
"""
import io
import os

from collections import OrderedDict

import _files
import torch
from torch._C import _refuse, _serial
from torch.nn.parameter import Parameter

_plain = (bool, int, float, complex, str, bytes, type(None), torch.Size, torch.dtype, torch.device, slice, range)

_pickling = ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__", "__slots__")
_built_in = (dict, list, tuple, set, frozenset, str, int, float, BaseException)


def _freeze(obj, memo):
    if isinstance(obj, torch.Tensor):
        if type(obj) not in (torch.Tensor, Parameter):
            _refuse(f"torch.save of a {type(obj).__name__}")
        data = obj.data if type(obj) is Parameter else obj  # a row, as in Parameter.__reduce_ex__
        return ("tensor", type(obj) is Parameter, _serial.keep(data, memo), obj.requires_grad)
    kind = type(obj)
    if kind in _plain:
        return ("plain", obj)
    if kind in (dict, OrderedDict):
        return (kind, [(_freeze(k, memo), _freeze(v, memo)) for k, v in obj.items()])
    if kind in (list, tuple, set):
        return (kind, [_freeze(x, memo) for x in obj])
    if isinstance(obj, torch.nn.Module):
        return ("module", kind, _freeze(dict(obj.__dict__), memo))
    if isinstance(obj, type) or callable(obj):
        return ("global", obj)
    own = [n for k in kind.__mro__[:-1] for n in _pickling if n in k.__dict__]
    if hasattr(obj, "__dict__") and not own and not isinstance(obj, _built_in):
        return ("module", kind, _freeze(dict(obj.__dict__), memo))
    return _refuse(f"torch.save of a {kind.__name__}")


def _thaw(kept, memo, weights_only):
    kind = kept[0]
    if kind == "plain":
        return kept[1]
    if kind == "tensor":
        t = _serial.rebuild(kept[2], memo)
        if kept[1]:
            return Parameter(t, kept[3])
        if kept[3]:
            t.requires_grad = True
        return t
    if kind in ("module", "global"):
        if weights_only:
            _refuse("torch.load of other objects than tensors with weights_only=True")
        if kind == "global":
            return kept[1]
        made = kept[1].__new__(kept[1])
        made.__dict__.update(_thaw(kept[2], memo, weights_only))
        return made
    if kind in (dict, OrderedDict):
        return kind((_thaw(k, memo, weights_only), _thaw(v, memo, weights_only)) for k, v in kept[1])
    return kind(_thaw(x, memo, weights_only) for x in kept[1])


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    kept = _freeze(obj, {})
    if isinstance(f, io.BytesIO):
        f._take(kept)
    elif isinstance(f, str) or hasattr(f, "__fspath__"):
        parent = os.path.dirname(os.path.abspath(f))
        if not os.path.isdir(parent):
            raise RuntimeError(f"Parent directory {os.path.dirname(f)} does not exist.")
        _files.keep(f, kept)
    elif isinstance(f, _files._Stream):
        f._keep(kept)
    else:
        _refuse("torch.save into other things than names, files and io.BytesIO")


def _mapped_by(place, kept):
    """Asks for each tensor's storage where it should be; what is not left where it was is refused."""
    if kept[0] == "tensor":
        storage = kept[2].untyped_storage()
        told = place(storage, "cpu")
        if told is not None and told is not storage:
            _refuse("torch.load with a map_location that moves storages")
    elif kept[0] == "module":
        _mapped_by(place, kept[2])
    elif kept[0] not in ("plain", "global"):
        for x in kept[1]:
            for y in x if kept[0] in (dict, OrderedDict) else (x,):
                _mapped_by(place, y)


def _foreign(kept):
    """The first class in the order of pickling that weights_only does not allow; None where there is none."""
    kind = kept[0]
    if kind in ("module", "global"):
        return kept[1]
    if kind in ("plain", "tensor"):
        return None
    for x in kept[1]:
        for y in x if kind in (dict, OrderedDict) else (x,):
            found = _foreign(y)
            if found is not None:
                return found
    return None


_WEIGHTS_ONLY = (
    "Weights only load failed. This file can still be loaded, to do so you have two options, \033[1mdo those steps only if you trust the "
    "source of the checkpoint\033[0m. \n\t(1) In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` "
    "from `False` to `True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary "
    "code execution. Do it only if you got the file from a trusted source.\n\t(2) Alternatively, to load with `weights_only=True` please check "
    "the recommended steps in the following error message.\n\tWeightsUnpickler error: Unsupported global: GLOBAL {0} was not an allowed global "
    "by default. Please use `torch.serialization.add_safe_globals([{0}])` or the `torch.serialization.safe_globals([{0}])` context manager to "
    "allowlist this global if you trust this class/function.\n\nCheck the documentation of torch.load to learn more about types accepted by "
    "default with weights_only https://pytorch.org/docs/stable/generated/torch.load.html."
)


def _only_weights(kept):
    kind = _foreign(kept)
    if kind is None:
        return
    if not isinstance(kind, type):
        _refuse("torch.load of functions with weights_only=True")
    from pickle import UnpicklingError
    name = f"{kind.__module__}.{kind.__qualname__}"
    raise UnpicklingError(_WEIGHTS_ONLY.format(name))


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    if isinstance(f, io.BytesIO):
        kept = f._give()
    elif isinstance(f, str) or hasattr(f, "__fspath__"):
        kept = _files.kept(os.fspath(f))
    elif isinstance(f, _files._Stream):
        kept = f._kept()
    else:
        _refuse("torch.load from other things than names, files and io.BytesIO")
    if kept[0] == "pickle":
        _refuse("torch.load of what pickle wrote")
    if callable(map_location):
        _mapped_by(map_location, kept)
        map_location = None
    elif isinstance(map_location, dict):
        map_location = map_location.get("cpu")
    where = None if map_location is None else str(map_location)
    if where is not None and where != "cpu":
        _refuse(f"torch.load with map_location={where!r}")
    if weights_only is not False:
        _only_weights(kept)
    return _thaw(kept, {}, weights_only is not False)


def _shallow(x):
    """copy.copy of a tensor: another one over the same storage."""
    if type(x) is Parameter:
        return Parameter(x.data, x.requires_grad)
    if type(x) is not torch.Tensor:
        _refuse(f"copy.copy of a {type(x).__name__}")
    if not x.is_leaf:
        _refuse("copy.copy of a tensor that was computed with gradients")
    made = _serial.share(x)
    if x.requires_grad:
        made.requires_grad = True
    return made

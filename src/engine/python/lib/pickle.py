"""pickle: objects kept by value in a file in memory; their bytes are not modelled.

Writing and reading copy as `copy.deepcopy` does, which asks the same methods (`__reduce_ex__`, `__getstate__` …). Refused by
name: the bytes themselves (dumps, loads), and what has a `__deepcopy__` of its own.
"""
import copy as _copy
import _files
import io as _io
from _os import refuse as _refuse

HIGHEST_PROTOCOL, DEFAULT_PROTOCOL = 5, 4

class PickleError(Exception):
    pass
class PicklingError(PickleError):
    pass
class UnpicklingError(PickleError):
    pass
for _kind in (PickleError, PicklingError, UnpicklingError):
    _kind.__module__ = '_pickle'

def _check(x, seen):
    if isinstance(x, (int, float, complex, str, bytes, type(None))) or id(x) in seen:
        return
    seen.add(id(x))
    if isinstance(x, dict):
        for k, v in x.items():
            _check(k, seen)
            _check(v, seen)
        return
    if isinstance(x, (list, tuple, set, frozenset)):
        for v in x:
            _check(v, seen)
        return
    kind = type(x)
    if isinstance(x, type) or callable(x) and hasattr(x, '__qualname__'):
        if '<' in x.__qualname__:
            if x.__name__ == '<lambda>' or not isinstance(x, type):
                raise AttributeError(f"Can't pickle local object {x.__qualname__!r}") if '<locals>' in x.__qualname__ else PicklingError(
                    f"Can't pickle {x!r}: attribute lookup {x.__qualname__} on {x.__module__} failed")
            raise AttributeError(f"Can't pickle local object {x.__qualname__!r}")
        return
    if kind.__name__ in ('generator', 'module', '_io.TextIOWrapper', 'TextIOWrapper'):
        raise TypeError(f"cannot pickle '{kind.__name__}' object")
    if kind.__module__.split('.')[0] not in ('torch', 'numpy') and '__deepcopy__' in kind.__dict__:
        _refuse(f'pickle of a {kind.__name__}, which has a __deepcopy__ of its own')
    if hasattr(x, '__dict__'):
        _check(x.__dict__, seen)

def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    _check(obj, set())
    kept = ('pickle', _copy.deepcopy(obj))
    if isinstance(file, _io.BytesIO):
        file._take(kept)
    elif isinstance(file, _files._Stream):
        file._keep(kept)
    else:
        _refuse('pickle.dump into other things than files and io.BytesIO')
def load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    if isinstance(file, _io.BytesIO):
        kept = file._give()
    elif isinstance(file, _files._Stream):
        kept = file._kept()
    else:
        _refuse('pickle.load from other things than files and io.BytesIO')
    if kept[0] != 'pickle':
        _refuse('pickle.load of what torch.save wrote')
    return _copy.deepcopy(kept[1])
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('pickle.' + name)

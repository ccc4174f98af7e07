"""pickle: objects as bytes, protocols 4 and 5 (_pickler.py), and files of them.

What has no bytes here (tensors, modules, objects of the library) is kept by value, as `copy.deepcopy` copies it: it goes through
dumps and loads, and through files; its bytes are refused by name. So are what has a `__deepcopy__` of its own there, and the
protocols before the fourth.
"""
import copy as _copy
import _files
import io as _io
import _pickler
from _pickler import PickleError, PicklingError, UnpicklingError
from _os import refuse as _refuse

HIGHEST_PROTOCOL, DEFAULT_PROTOCOL = 5, 4

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

class _Kept:
    """Stands for bytes that are not modelled: nothing can be done with them but loading."""
    def __init__(self, value):
        self.__dict__['_value'] = value
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        _refuse('the bytes of a pickled tensor or object of the library')
    def _no(self, *args):
        _refuse('the bytes of a pickled tensor or object of the library')
    __repr__ = __str__ = __len__ = __iter__ = __getitem__ = __contains__ = __eq__ = __ne__ = __hash__ = __add__ = __radd__ = __bool__ = __format__ = _no
    __lt__ = __le__ = __gt__ = __ge__ = __mul__ = __bytes__ = _no

def _protocol(protocol):
    if protocol is None:
        return DEFAULT_PROTOCOL
    if protocol < 0:
        return HIGHEST_PROTOCOL
    if protocol > HIGHEST_PROTOCOL:
        raise ValueError(f'pickle protocol must be <= {HIGHEST_PROTOCOL}')
    if protocol < 4:
        _refuse(f'pickle in protocol {protocol}')
    return protocol
def _written(obj, protocol, find_id=None):
    """The bytes, or None where they are not modelled."""
    try:
        return _pickler.Writer(_protocol(protocol), find_id).bytes(obj)
    except _pickler.Unknown:
        if find_id is not None:
            _refuse('a Pickler with persistent_id over tensors or objects of the library')
        return None
def _by_value(obj):
    _check(obj, set())
    return ('pickle', _copy.deepcopy(obj))

def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    if buffer_callback is not None:
        _refuse('pickle.dumps with buffer_callback')
    data = _written(obj, protocol)
    return _Kept(_by_value(obj)) if data is None else data
def loads(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    if isinstance(data, _Kept):
        return _copy.deepcopy(data._value[1])
    if not isinstance(data, (bytes, bytearray)):
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'")
    return _pickler.Reader(bytes(data)).load()

def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    data = _written(obj, protocol)
    if data is not None:
        file.write(data)
    elif isinstance(file, _io.BytesIO):
        file._take(_by_value(obj))
    elif isinstance(file, _files._Stream):
        file._keep(_by_value(obj))
    else:
        _refuse('pickle.dump into other things than files and io.BytesIO')
def load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    return _load(file, None, None)
def _load(file, find_class, persistent):
    kept = None
    if isinstance(file, _io.BytesIO):
        kept = file._give() if file._kept is not None else None
    elif isinstance(file, _files._Stream):
        kept = file._kept() if file._file.kept is not None else None
    if kept is not None:
        if kept[0] != 'pickle':
            _refuse('pickle.load of what torch.save wrote')
        return _copy.deepcopy(kept[1])
    at = file.tell()
    reader = _pickler.Reader(file.read(), find_class, persistent)
    out = reader.load()
    file.seek(at + reader.at)
    return out

class Pickler:
    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        self._file, self._protocol = file, protocol
        for name in ('reducer_override', 'dispatch_table'):
            if hasattr(self, name):
                _refuse(f'a Pickler with {name}')
    def dump(self, obj):
        find_id = getattr(self, 'persistent_id', None)
        if find_id is None:
            return dump(obj, self._file, self._protocol)
        self._file.write(_written(obj, self._protocol, find_id))
class Unpickler:
    def __init__(self, file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
        self._file = file
    def find_class(self, module_name, global_name, /):
        return _pickler.find(module_name, global_name)
    def persistent_load(self, pid):
        raise UnpicklingError('A load persistent id instruction was encountered, but no persistent_load function was specified.')
    def load(self):
        return _load(self._file, self.find_class, self.persistent_load)
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('pickle.' + name)

"""importlib.util: whether a module is to be found, as programs ask before they import one; after importlib/util.py.

A spec has its name and its parent alone; what makes modules of specs is refused by name."""
import sys as _sys
import importlib as _importlib
from _atlas import is_found as _is_found, refuse as _refuse

class _Spec:
    def __init__(self, name):
        self.name = name
    @property
    def parent(self):
        return self.name.rpartition('.')[0]
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        _refuse('importlib.machinery.ModuleSpec.' + name)
    def __repr__(self):
        _refuse('the text of a module\'s spec')
def resolve_name(name, package):
    if not name.startswith('.'):
        return name
    if not package:
        raise ImportError(f'no package specified for {name!r} (required for relative module names)')
    level = len(name) - len(name.lstrip('.'))
    if len(package.rsplit('.', level - 1)) < level:
        raise ImportError('attempted relative import beyond top-level package')
    return _importlib._resolved(name, package)
def find_spec(name, package=None):
    full = resolve_name(name, package)
    if full in _sys.modules:
        module = _sys.modules[full]
        if module is None:
            return None
        if _is_found(full):
            return _Spec(full)
        try:
            spec = None if full == '__main__' else module.__spec__
        except AttributeError:
            raise ValueError(f'{full}.__spec__ is not set') from None
        if spec is None:
            raise ValueError(f'{full}.__spec__ is None')
        return spec
    parent = full.rpartition('.')[0]
    if parent:
        try:
            __import__(parent)
            _sys.modules[parent].__path__
        except AttributeError as e:
            raise ModuleNotFoundError(f'__path__ attribute not found on {parent!r} while trying to find {full!r}', name=full) from e
    return _Spec(full) if _is_found(full) else None
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('importlib.util.' + name)

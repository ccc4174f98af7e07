"""importlib: import_module; loaders are refused by name, specs are in importlib.util."""
import sys as _sys
from _os import refuse as _refuse

def _resolved(name, package):
    level = len(name) - len(name.lstrip('.'))
    bits = package.rsplit('.', level - 1)
    if len(bits) < level:
        raise ImportError('attempted relative import beyond top-level package')
    return f'{bits[0]}.{name[level:]}' if name[level:] else bits[0]
def import_module(name, package=None):
    if name.startswith('.'):
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        name = _resolved(name, package)
    __import__(name)
    return _sys.modules[name]
def invalidate_caches():
    pass
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    if name == 'metadata' or name == 'util':
        __import__('importlib.' + name)
        return _sys.modules['importlib.' + name]
    _refuse('importlib.' + name)

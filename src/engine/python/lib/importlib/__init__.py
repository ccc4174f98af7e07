"""importlib: import_module; loaders and specs are refused by name."""
import sys as _sys
from _os import refuse as _refuse

def import_module(name, package=None):
    if name.startswith('.'):
        _refuse('importlib.import_module of a relative name')
    __import__(name)
    return _sys.modules[name]
def invalidate_caches():
    pass
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    if name == 'metadata':
        import importlib.metadata
        return _sys.modules['importlib.metadata']
    _refuse('importlib.' + name)

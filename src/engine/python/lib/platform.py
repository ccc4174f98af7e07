"""platform: the interpreter, and the system that the goldens are made on."""
import sys as _sys
from _os import refuse as _refuse

def system():
    return 'Linux'
def machine():
    return 'x86_64'
def python_version():
    return '.'.join(map(str, _sys.version_info[:3]))
def python_version_tuple():
    return tuple(map(str, _sys.version_info[:3]))
def python_implementation():
    return 'CPython'
def architecture():
    return ('64bit', 'ELF')
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('platform.' + name)

"""os: environment variables and path arithmetic; files are refused by name."""
from _os import environ as _environ, refuse as _refuse
import os.path as path

name = 'posix'
sep = '/'
linesep = '\n'
pathsep = ':'
curdir = '.'
devnull = '/dev/null'
environ = dict(_environ)

def getenv(key, default=None):
    return environ.get(key, default)
def putenv(key, value):
    environ[key] = value
def getcwd():
    return '/home/user'
def getpid():
    return 1
def cpu_count():
    return 1
def fspath(p):
    return p if isinstance(p, (str, bytes)) else p.__fspath__()
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('os.' + name)
class PathLike:
    pass

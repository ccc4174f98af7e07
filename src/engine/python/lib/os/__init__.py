"""os: environment variables and path arithmetic; files in memory (_files), the rest refused by name."""
from _os import environ as _environ, refuse as _refuse
import os.path as path

name = 'posix'
sep = '/'
linesep = '\n'
pathsep = ':'
curdir = '.'
devnull = '/dev/null'
environ = dict(_environ)

extsep, pardir, altsep, defpath = '.', '..', None, '/bin:/usr/bin'
error = OSError
_of_files = ('DirEntry F_OK R_OK W_OK X_OK access chdir getcwd listdir makedirs mkdir remove removedirs rename replace rmdir scandir stat '
             'stat_result unlink walk').split()

def getenv(key, default=None):
    return environ.get(key, default)
def putenv(key, value):
    environ[key] = value
def getpid():
    return 1
def cpu_count():
    return 1
def fspath(p):
    return p if isinstance(p, (str, bytes)) else p.__fspath__()
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    if name in _of_files:
        import _files
        return getattr(_files, name)
    _refuse('os.' + name)
class PathLike:
    pass

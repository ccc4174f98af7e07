"""tempfile: folders and files in memory below /tmp. Their names are counted up, where CPython draws them."""
import os as _os
import shutil as _shutil
from _os import refuse as _refuse

tempdir, template = None, 'tmp'
_made = [0]

def gettempdir():
    return '/tmp'
def gettempprefix():
    return 'tmp'
def _fresh(suffix, prefix, dir):
    while True:
        n, code = _made[0], ''
        _made[0] += 1
        for _ in range(8):
            n, d = divmod(n, 26)
            code = chr(97 + d) + code
        p = _os.path.join(_os.path.abspath(dir or '/tmp'), ('tmp' if prefix is None else prefix) + code + (suffix or ''))
        if not _os.path.exists(p):
            return p
def mkdtemp(suffix=None, prefix=None, dir=None):
    p = _fresh(suffix, prefix, dir)
    _os.mkdir(p)
    return p
def mktemp(suffix='', prefix='tmp', dir=None):
    return _fresh(suffix, prefix, dir)
class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)
    def __enter__(self):
        return self.name
    def __exit__(self, *exc):
        self.cleanup()
    def cleanup(self):
        if _os.path.exists(self.name):
            _shutil.rmtree(self.name)
    def __repr__(self):
        return f'<{type(self).__name__} {self.name!r}>'
class _TemporaryFileWrapper:
    def __init__(self, file, name, delete):
        self.file, self.name, self.delete = file, name, delete
    def __getattr__(self, name):
        return getattr(self.file, name)
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        self.close()
    def __iter__(self):
        return iter(self.file)
    def close(self):
        if not self.file.closed:
            self.file.close()
            if self.delete and _os.path.exists(self.name):
                _os.unlink(self.name)
def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True, *, errors=None):
    p = _fresh(suffix, prefix, dir)
    return _TemporaryFileWrapper(open(p, mode, buffering, encoding, errors, newline), p, delete)
TemporaryFile = NamedTemporaryFile
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('tempfile.' + name)

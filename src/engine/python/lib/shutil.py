"""shutil: copies, moves and removals of files in memory."""
import os as _os
import _files
from _os import refuse as _refuse

class Error(OSError):
    pass
class SameFileError(Error):
    pass
def copyfile(src, dst, *, follow_symlinks=True):
    it = _files._find(src)
    if it is None or isinstance(it, dict):
        raise _files._oserror(2 if it is None else 21, src)
    if _files._find(dst) is it:
        raise SameFileError(f'{src!r} and {dst!r} are the same file')
    at, name = _files._folder(dst)
    if isinstance(at.get(name), dict):
        raise _files._oserror(21, dst)
    at[name] = _files._File()
    at[name]._as_text, at[name].kept = it._as_text, it.kept
    return dst
def copy(src, dst, *, follow_symlinks=True):
    if _os.path.isdir(dst):
        dst = _os.path.join(dst, _os.path.basename(src))
    return copyfile(src, dst)
copy2 = copy
def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    if ignore is not None:
        _refuse('shutil.copytree with ignore=')
    names = _os.listdir(src)
    _os.makedirs(dst, exist_ok=dirs_exist_ok)
    for n in names:
        a, b = _os.path.join(src, n), _os.path.join(dst, n)
        if _os.path.isdir(a):
            copytree(a, b, dirs_exist_ok=dirs_exist_ok, copy_function=copy_function)
        else:
            copy_function(a, b)
    return dst
def move(src, dst, copy_function=copy2):
    real = dst
    if _os.path.isdir(dst):
        real = _os.path.join(dst, _os.path.basename(_os.fspath(src).rstrip('/')))
        if _os.path.exists(real):
            raise Error(f"Destination path '{real}' already exists")
    _os.rename(src, real)
    return real
def rmtree(path, ignore_errors=False, onerror=None):
    try:
        _files.drop_tree(path)
    except OSError:
        if onerror is not None:
            _refuse('shutil.rmtree with onerror=')
        if not ignore_errors:
            raise
def which(cmd, mode=1, path=None):
    # No programs lie on this machine.
    return None
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('shutil.' + name)

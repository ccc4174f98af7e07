"""Files in memory: what a run writes it can read again, and nothing else is there.

A run begins in an empty folder, /home/user, beside an empty /tmp; it ends without leaving anything. After CPython 3.11's
io, os, os.path and genericpath in our own words. What is written stands in the file at once: CPython keeps up to 8 kB back until a
stream is flushed, closed or no longer referred to. Left out, by name: the machine's own folders (/etc, /proc …), times,
owners and rights, links, descriptors, and the bytes of what torch.save or pickle wrote. With several ranks what one of
them did not write itself is refused, for another may have.
"""
from _os import environ as _environ, program as _program, refuse as _refuse
import os.path as _path
from sys import argv as _argv

# A folder is a dict in the order of making; a file is a _File.
class _File:
    def __init__(self):
        # Bytes as characters of the same numbers: text grows behind itself without being copied.
        self._as_text = ''
        # An object in place of bytes (torch.save, pickle).
        self.kept = None
    def bytes(self):
        if self.kept is not None:
            _refuse('the bytes of what torch.save or pickle wrote')
        return self.data
    @property
    def data(self):
        return self._as_text.encode('latin-1')
    @data.setter
    def data(self, b):
        self._as_text = b.decode('latin-1')
    def size(self):
        if self.kept is not None:
            self.bytes()
        return len(self._as_text)

_root = {'home': {'user': {}}, 'tmp': {}}
_here = ['/home/user']
_machine = ('bin', 'boot', 'dev', 'etc', 'lib', 'lib64', 'media', 'mnt', 'opt', 'proc', 'root', 'run', 'sbin', 'srv', 'sys', 'usr', 'var')
_many = int(dict(_environ).get('WORLD_SIZE', '1')) > 1

def _name(p):
    if hasattr(p, '__fspath__'):
        p = p.__fspath__()
    if isinstance(p, int):
        _refuse('files by descriptor')
    if isinstance(p, bytes):
        _refuse('names of files as bytes')
    if not isinstance(p, str):
        raise TypeError(f'expected str, bytes or os.PathLike object, not {type(p).__name__}')
    return p

def _parts(p):
    out = [x for x in _path.normpath(_path.join(_here[0], _name(p))).split('/') if x]
    if out and out[0] in _machine:
        _refuse(f'{p}: a file of the machine')
    return out

def _find(p):
    """The file or folder of that name, None where there is none."""
    at = _root
    for x in _parts(p):
        if not isinstance(at, dict) or x not in at:
            if _many:
                _refuse(f'{p}: whether another rank made it')
            return None
        at = at[x]
    return None if isinstance(at, _File) and _name(p).endswith('/') else at

def _oserror(no, p):
    words = {2: 'No such file or directory', 17: 'File exists', 20: 'Not a directory', 21: 'Is a directory', 39: 'Directory not empty'}
    return OSError(no, words[no], p)

def _folder(p):
    """The folder that holds p, and p's name in it."""
    parts = _parts(p)
    if not parts:
        raise _oserror(17, p)
    at = _root
    for x in parts[:-1]:
        if x not in at:
            if _many:
                _refuse(f'{p}: whether another rank made it')
            raise _oserror(2, p)
        at = at[x]
        if not isinstance(at, dict):
            raise _oserror(20, p)
    return at, parts[-1]

# What torch.save and pickle do.
def keep(p, kept):
    at, name = _folder(p)
    if isinstance(at.get(name), dict):
        raise _oserror(21, p)
    at[name] = _File()
    at[name].kept = kept

def kept(p):
    it = _find(p)
    if it is None:
        raise _oserror(2, p)
    if isinstance(it, dict):
        raise _oserror(21, p)
    if it.kept is None:
        _refuse('reading an object from a file that was written as bytes')
    return it.kept

# os.path
def exists(p):
    return _find(p) is not None
lexists = exists
def isfile(p):
    return isinstance(_find(p), _File)
def isdir(p):
    return isinstance(_find(p), dict)
def islink(p):
    return False
def getsize(p):
    it = _find(p)
    if it is None:
        raise _oserror(2, p)
    return it.size() if isinstance(it, _File) else _refuse('the size of a folder')
def samefile(a, b):
    return stat(a)._it is stat(b)._it

# os
class stat_result:
    def __init__(self, it):
        self._it = it
    @property
    def st_size(self):
        return self._it.size() if isinstance(self._it, _File) else _refuse('the size of a folder')
    def __getattr__(self, name):
        _refuse('os.stat_result.' + name)

def stat(p):
    it = _find(p)
    if it is None:
        raise _oserror(2, p)
    return stat_result(it)
def getcwd():
    return _here[0]
def chdir(p):
    it = _find(p)
    if not isinstance(it, dict):
        raise _oserror(2 if it is None else 20, p)
    _here[0] = '/' + '/'.join(_parts(p))
def mkdir(p, mode=0o777):
    at, name = _folder(p)
    if name in at:
        raise _oserror(17, p)
    at[name] = {}
def makedirs(name, mode=0o777, exist_ok=False):
    p = _name(name)
    head, tail = _path.split(p)
    if not tail:
        head, tail = _path.split(head)
    if head and tail and not exists(head):
        try:
            makedirs(head, exist_ok=exist_ok)
        except FileExistsError:
            pass
    if p == '':
        raise _oserror(2, p)
    if exist_ok and isdir(p):
        return
    mkdir(p)
def _holds(p):
    it = _find(p)
    if it is None or isinstance(it, _File):
        raise _oserror(2 if it is None else 20, p)
    if _many:
        _refuse(f'{p}: what other ranks wrote there')
    return it
def listdir(path='.'):
    return list(_holds(path))
class DirEntry:
    def __init__(self, folder, name, it):
        self.name, self.path, self._it = name, _path.join(folder, name), it
    def is_dir(self, *, follow_symlinks=True):
        return isinstance(self._it, dict)
    def is_file(self, *, follow_symlinks=True):
        return isinstance(self._it, _File)
    def is_symlink(self):
        return False
    def stat(self, *, follow_symlinks=True):
        return stat_result(self._it)
    def __fspath__(self):
        return self.path
    def __repr__(self):
        return f'<DirEntry {self.name!r}>'
class _Scan(list):
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        pass
    def close(self):
        pass
def scandir(path='.'):
    p = _name(path)
    return _Scan([DirEntry(p, k, v) for k, v in _holds(p).items()])
def remove(p):
    at, name = _folder(p)
    it = _find(p)
    if it is None or isinstance(it, dict):
        raise _oserror(2 if it is None else 21, p)
    del at[name]
unlink = remove
def rmdir(p):
    it = _holds(p)
    if it:
        raise _oserror(39, p)
    at, name = _folder(p)
    del at[name]
def removedirs(p):
    rmdir(p)
    head = _path.split(p)[0]
    while head and not _holds(head):
        rmdir(head)
        head = _path.split(head)[0]
def rename(src, dst):
    it = _find(src)
    if it is None:
        e = _oserror(2, src)
        raise OSError(2, e.strerror, _name(src), None, _name(dst))
    to, new = _folder(dst)
    at, old = _folder(src)
    there = to.get(new)
    if there is not None and (isinstance(there, dict) or isinstance(it, dict)):
        _refuse('os.rename where a folder is concerned and the new name is taken')
    del at[old]
    to[new] = it
replace = rename
def walk(top, topdown=True, onerror=None, followlinks=False):
    top = _name(top)
    it = _find(top)
    if not isinstance(it, dict):
        if onerror is not None:
            onerror(_oserror(2 if it is None else 20, top))
        return
    dirs = [k for k, v in it.items() if isinstance(v, dict)]
    files = [k for k, v in it.items() if not isinstance(v, dict)]
    if topdown:
        yield top, dirs, files
    for d in dirs:
        yield from walk(_path.join(top, d), topdown, onerror)
    if not topdown:
        yield top, dirs, files
F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
def access(p, mode):
    return exists(p) if mode != X_OK else _refuse('os.access for execution')
def drop_tree(p):
    at, name = _folder(p)
    if not isinstance(at.get(name), dict):
        raise _oserror(2 if name not in at else 20, p)
    del at[name]


_codecs = {'utf-8': 'utf-8', 'utf8': 'utf-8', 'ascii': 'ascii', 'us-ascii': 'ascii', 'latin-1': 'latin-1', 'latin1': 'latin-1', 'iso-8859-1': 'latin-1'}

class UnsupportedOperation(OSError):
    pass
UnsupportedOperation.__module__ = 'io'

def _lines(text):
    rows = text.split('\n')
    return [x + '\n' for x in rows[:-1]] + ([rows[-1]] if rows[-1] else [])

class _Stream:
    """A place in a file, and what may be done there."""
    def __init__(self, file, name, mode):
        self._file, self.name, self._place, self.closed = file, name, 0, False
        # The lines that follow the place _of, and which of them is next.
        self._lines, self._at, self._of = [], 0, -1
        self._reads = 'r' in mode or '+' in mode
        self._writes = mode[0] in 'wax' or '+' in mode
        self._adds = 'a' in mode
        if self._adds:
            self._place = file.size() if file.kept is None else 0
    def _open(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')
    def _take(self, size):
        self._open()
        if not self._reads:
            raise UnsupportedOperation('not readable' if self._text else 'read')
        data = self._file._as_text if self._file.kept is None else self._file.bytes()
        end = len(data) if size is None or size < 0 else self._place + size
        out = data[self._place:end].encode('latin-1')
        self._place += len(out)
        return out
    def _put(self, b):
        self._open()
        if not self._writes:
            raise UnsupportedOperation('not writable' if self._text else 'write')
        self._of = -1
        end = self._file.size()
        if self._adds or self._place == end:
            self._file._as_text += b.decode('latin-1')
            self._place = end + len(b)
            return
        data = self._file.bytes()
        if self._place > len(data):
            data += b'\x00' * (self._place - len(data))
        self._file.data = data[:self._place] + b + data[self._place + len(b):]
        self._place += len(b)
    def seek(self, offset, whence=0):
        self._open()
        if whence and offset and self._text:
            raise UnsupportedOperation(f"can't do nonzero {'cur' if whence == 1 else 'end'}-relative seeks")
        place = offset + (self._place if whence == 1 else self._file.size() if whence == 2 else 0)
        if place < 0:
            raise ValueError(f'negative seek position {place}') if self._text else OSError(22, 'Invalid argument')
        self._place = place
        return place
    def tell(self):
        self._open()
        return self._place
    def truncate(self, size=None):
        self._open()
        size = self._place if size is None else size
        data = self._file.bytes()
        self._file.data = data[:size] + b'\x00' * (size - len(data))
        return size
    def flush(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')
    def close(self):
        self.closed = True
    def readable(self):
        return self._reads
    def writable(self):
        return self._writes
    def seekable(self):
        return True
    def isatty(self):
        return False
    def fileno(self):
        _refuse('the descriptor of a file')
    def __enter__(self):
        self._open()
        return self
    def __exit__(self, *exc):
        self.close()
    def __iter__(self):
        self._open()
        return self
    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line
    def readlines(self, hint=-1):
        return list(self)
    def writelines(self, lines):
        for x in lines:
            self.write(x)
    # What torch.save and pickle do with an open file.
    def _keep(self, kept):
        self._open()
        if not self._writes:
            raise UnsupportedOperation('write')
        if self._text:
            raise TypeError('write() argument must be str, not bytes')
        if self._file._as_text or self._file.kept is not None:
            _refuse('an object written behind something else in a file')
        self._file.kept = kept
    def _kept(self):
        self._open()
        if not self._reads:
            raise UnsupportedOperation('read')
        if self._file.kept is None:
            _refuse('reading an object from a file that was written as bytes')
        return self._file.kept

class _Binary(_Stream):
    _text = False
    @property
    def mode(self):
        return self._mode
    def read(self, size=-1):
        return self._take(size)
    def readline(self, size=-1):
        self._open()
        if self._of != self._place:
            if self._file.kept is not None:
                self._file.bytes()
            self._lines, self._at = _lines(self._file._as_text[self._place:]), 0
        line = self._lines[self._at] if self._at < len(self._lines) else ''
        self._at += 1
        self._place += len(line)
        self._of = self._place
        return line.encode('latin-1')
    def write(self, b):
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        self._put(bytes(b))
        return len(b)
    def __repr__(self):
        return f'<_io.{type(self).__name__} name={self.name!r}>'
class BufferedReader(_Binary):
    pass
class BufferedWriter(_Binary):
    pass
class BufferedRandom(_Binary):
    pass

class TextIOWrapper(_Stream):
    _text = True
    def __init__(self, file, name, mode, encoding, errors, newline):
        _Stream.__init__(self, file, name, mode)
        self.mode, self.encoding, self.errors, self._newline = mode, encoding, errors or 'strict', newline
        self._codec = _codecs.get(encoding.lower())
        if self._codec is None or self.errors != 'strict':
            _refuse(f'files with encoding={encoding!r}, errors={self.errors!r}')
        if newline not in (None, '', '\n'):
            _refuse(f'open() with newline={newline!r}')
    def _ahead(self):
        self._open()
        if not self._reads:
            raise UnsupportedOperation('not readable')
        if self._of != self._place:
            text = self._file.bytes()[self._place:].decode(self._codec)
            self._turned = self._newline is None and '\r' in text
            if self._turned:
                if self._place:
                    _refuse('the middle of a file whose lines end with \\r')
                text = text.replace('\r\n', '\n').replace('\r', '\n')
            self._lines, self._at = _lines(text), 0
    def _moved(self, out):
        if not self._turned:
            self._place += len(out.encode(self._codec))
        self._of = self._place
        return out
    def read(self, size=-1):
        self._ahead()
        text = ''.join(self._lines[self._at:])
        if size is None or size < 0:
            self._at = len(self._lines)
            return self._moved(text)
        self._lines, self._at = _lines(text[size:]), 0
        return self._moved(text[:size])
    def readline(self, size=-1):
        self._ahead()
        line = self._lines[self._at] if self._at < len(self._lines) else ''
        self._at += 1
        return self._moved(line)
    def write(self, s):
        if not isinstance(s, str):
            raise TypeError(f'write() argument must be str, not {type(s).__name__}')
        self._put(s.encode(self._codec))
        return len(s)
    def seek(self, offset, whence=0):
        self._of = -1
        return _Stream.seek(self, offset, whence)
    def tell(self):
        if self._of >= 0 and self._turned:
            _refuse('tell() in a file whose lines end with \\r')
        return _Stream.tell(self)
    def __repr__(self):
        return f'<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding={self.encoding!r}>'
for _kind in (BufferedReader, BufferedWriter, BufferedRandom, TextIOWrapper):
    _kind.__module__ = '_io'

def open(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    name = _name(file)
    if not isinstance(mode, str):
        raise TypeError(f"open() argument 'mode' must be str, not {type(mode).__name__}")
    if len(set(mode)) != len(mode) or not set(mode) <= set('rwaxbt+'):
        raise ValueError(f'invalid mode: {mode!r}')
    if 'b' in mode and 't' in mode:
        raise ValueError("can't have text and binary mode at once")
    kinds = [c for c in mode if c in 'rwax']
    if len(kinds) != 1:
        raise ValueError('must have exactly one of create/read/write/append mode' if kinds else 'Must have exactly one of create/read/write/append mode and at most one plus')
    if 'b' in mode and encoding is not None:
        raise ValueError("binary mode doesn't take an encoding argument")
    if opener is not None:
        _refuse('open() with opener=')
    kind = kinds[0]
    it = _find(name)
    if isinstance(it, dict):
        raise _oserror(21, name)
    if kind == 'r':
        # A program may read its own text, where it says whose it is (__file__, sys.argv[0]).
        if it is None and name in _argv[:1] and _program() is not None:
            it = _File()
            it.data = _program().encode()
        if it is None:
            raise _oserror(2, name)
    else:
        if kind == 'x' and it is not None:
            raise _oserror(17, name)
        if it is None:
            at, last = _folder(name)
            it = at[last] = _File()
        elif kind == 'w':
            it._as_text, it.kept = '', None
    if 'b' not in mode:
        return TextIOWrapper(it, file, mode, 'UTF-8' if encoding is None else encoding, errors, newline)
    made = (BufferedRandom if '+' in mode else BufferedReader if kind == 'r' else BufferedWriter)(it, file, mode)
    made._mode = mode if kind != 'r' or '+' in mode else 'rb'
    if '+' in mode:
        made._mode = 'rb+'
    return made

"""pathlib: POSIX paths as objects, over the files in memory (_files). After CPython 3.11's Lib/pathlib.py in our own words; owners, links and times are refused by name."""
import os as _os
import fnmatch as _fn
from _os import refuse as _refuse

class PurePath:
    def __new__(cls, *args):
        if cls is PurePath:
            cls = PurePosixPath
        elif cls is Path:
            cls = PosixPath
        self = object.__new__(cls)
        p = _os.path.join(*[_os.fspath(a) for a in args]) if args else ''
        self._root = '//' if p.startswith('//') and not p.startswith('///') else '/' if p.startswith('/') else ''
        self._names = [x for x in p.split('/') if x and x != '.']
        return self
    def __init__(self, *args):
        pass
    def _made(self, root, names):
        p = object.__new__(type(self))
        p._root, p._names = root, names
        return p
    def __str__(self):
        return self._root + '/'.join(self._names) or '.'
    def __fspath__(self):
        return str(self)
    def as_posix(self):
        return str(self)
    def __bytes__(self):
        return str(self).encode()
    def __repr__(self):
        return f'{type(self).__name__}({str(self)!r})'
    def __hash__(self):
        return hash(str(self))
    def __eq__(self, other):
        return str(self) == str(other) if isinstance(other, PurePath) else NotImplemented
    def _key(self):
        return [self._root] + self._names
    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented
    def __le__(self, other):
        return self.parts <= other.parts if isinstance(other, PurePath) else NotImplemented
    def __gt__(self, other):
        return self.parts > other.parts if isinstance(other, PurePath) else NotImplemented
    def __ge__(self, other):
        return self.parts >= other.parts if isinstance(other, PurePath) else NotImplemented
    def joinpath(self, *args):
        return type(self)(self, *args)
    def __truediv__(self, other):
        return type(self)(self, other) if isinstance(other, str) or hasattr(other, '__fspath__') else NotImplemented
    def __rtruediv__(self, other):
        return type(self)(other, self) if isinstance(other, str) else NotImplemented
    @property
    def parts(self):
        return tuple(([self._root] if self._root else []) + self._names)
    @property
    def root(self):
        return self._root
    @property
    def anchor(self):
        return self._root
    @property
    def drive(self):
        return ''
    @property
    def name(self):
        return self._names[-1] if self._names else ''
    @property
    def suffix(self):
        i = self.name.rfind('.')
        return self.name[i:] if 0 < i < len(self.name) - 1 else ''
    @property
    def suffixes(self):
        n = self.name
        return [] if n.endswith('.') else ['.' + x for x in n.lstrip('.').split('.')[1:]]
    @property
    def stem(self):
        i = self.name.rfind('.')
        return self.name[:i] if 0 < i < len(self.name) - 1 else self.name
    @property
    def parent(self):
        return self._made(self._root, self._names[:-1]) if self._names else self
    @property
    def parents(self):
        return tuple([self._made(self._root, self._names[:i]) for i in range(len(self._names) - 1, -1, -1)])
    def is_absolute(self):
        return bool(self._root)
    def with_name(self, name):
        if not self.name:
            raise ValueError(f'{self!r} has an empty name')
        if not name or '/' in name or name == '.':
            raise ValueError(f'Invalid name {name!r}')
        return self._made(self._root, self._names[:-1] + [name])
    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)
    def with_suffix(self, suffix):
        if '/' in suffix or suffix and not suffix.startswith('.') or suffix == '.':
            raise ValueError(f'Invalid suffix {suffix!r}')
        if not self.name:
            raise ValueError(f'{self!r} has an empty name')
        return self.with_name(self.stem + suffix)
    def relative_to(self, *other):
        o = type(self)(*other)
        n = len(o._names)
        if o._root != self._root or self._names[:n] != o._names:
            raise ValueError(f'{str(self)!r} is not in the subpath of {str(o)!r} OR one path is relative and the other is absolute.')
        return self._made('', self._names[n:])
    def is_relative_to(self, *other):
        try:
            self.relative_to(*other)
            return True
        except ValueError:
            return False
    def match(self, pattern):
        want = [x for x in pattern.split('/') if x]
        have = self._names
        if pattern.startswith('/') and (not self._root or len(want) != len(have)) or len(want) > len(have):
            return False
        return all(_fn.fnmatchcase(a, b) for a, b in zip(have[len(have) - len(want):], want))
class PurePosixPath(PurePath):
    pass

class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls(_os.getcwd())
    @classmethod
    def home(cls):
        return cls('/home/user')
    def expanduser(self):
        return type(self)(_os.path.expanduser(str(self)))
    def absolute(self):
        return self if self._root else type(self)(_os.getcwd(), self)
    def resolve(self, strict=False):
        if strict:
            _os.stat(self)
        return type(self)(_os.path.abspath(self))
    def exists(self):
        return _os.path.exists(self)
    def is_file(self):
        return _os.path.isfile(self)
    def is_dir(self):
        return _os.path.isdir(self)
    def is_symlink(self):
        return False
    def samefile(self, other):
        return _os.path.samefile(self, other)
    def stat(self):
        return _os.stat(self)
    def open(self, mode='r', buffering=-1, encoding=None, errors=None, newline=None):
        return open(self, mode, buffering, encoding, errors, newline)
    def read_text(self, encoding=None, errors=None):
        with self.open('r', encoding=encoding, errors=errors) as f:
            return f.read()
    def read_bytes(self):
        with self.open('rb') as f:
            return f.read()
    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError(f'data must be str, not {type(data).__name__}')
        with self.open('w', encoding=encoding, errors=errors, newline=newline) as f:
            return f.write(data)
    def write_bytes(self, data):
        with self.open('wb') as f:
            return f.write(data)
    def touch(self, mode=0o666, exist_ok=True):
        if not exist_ok and self.exists():
            raise FileExistsError(17, 'File exists', str(self))
        self.open('a').close()
    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        try:
            _os.mkdir(str(self))
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(exist_ok=exist_ok)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise
    def rmdir(self):
        _os.rmdir(str(self))
    def unlink(self, missing_ok=False):
        try:
            _os.unlink(str(self))
        except FileNotFoundError:
            if not missing_ok:
                raise
    def rename(self, target):
        _os.rename(str(self), target)
        return type(self)(target)
    replace = rename
    def iterdir(self):
        for n in _os.listdir(str(self)):
            yield self._made(self._root, self._names + [n])
    def _glob(self, parts):
        if not parts:
            yield self
            return
        head, rest = parts[0], parts[1:]
        if head == '**':
            seen = set()
            for d in self._folders():
                for p in d._glob(rest):
                    if p not in seen:
                        seen.add(p)
                        yield p
        elif self.is_dir():
            for p in self.iterdir():
                if _fn.fnmatchcase(p.name, head) and (not rest or p.is_dir()):
                    yield from p._glob(rest)
    def _folders(self):
        yield self
        for p in self.iterdir():
            if p.is_dir():
                yield from p._folders()
    def _patterns(self, pattern):
        if not pattern:
            raise ValueError(f'Unacceptable pattern: {pattern!r}')
        if pattern.startswith('/'):
            raise NotImplementedError('Non-relative patterns are unsupported')
        return [x for x in pattern.split('/') if x]
    def glob(self, pattern):
        yield from self._glob(self._patterns(pattern))
    def rglob(self, pattern):
        yield from self._glob(['**'] + self._patterns(pattern))
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        pass
    def __getattr__(self, name):
        if name in ('chmod', 'group', 'owner', 'hardlink_to', 'lchmod', 'link_to', 'lstat', 'readlink', 'symlink_to', 'is_mount', 'is_socket'):
            _refuse('pathlib.Path.' + name)
        raise AttributeError(f'{type(self).__name__!r} object has no attribute {name!r}')
class PosixPath(Path, PurePosixPath):
    pass
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('pathlib.' + name)

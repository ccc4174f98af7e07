"""Arrays in files and out of bytes: save, load, savez, fromfile, tofile, frombuffer, memmap.

After numpy's lib/_npyio_impl.py, lib/_format_impl.py and memmap's behaviour, in our own words. Left out, by name: text
(`sep=`), objects, and the bytes of an archive (savez), which is kept as what it holds.
"""
import _files
from _atlas import refuse as _refuse
import numpy as np

__name__ = 'numpy'

_codes = {'bool': '|b1', 'int8': '|i1', 'uint8': '|u1'}

def _code(dtype):
    kind = dtype.kind
    return _codes.get(dtype.name) or '<' + kind + str(dtype.itemsize)

def _made(data, dtype, shape, readonly=False, mapped=False):
    return np._over_bytes(data, dtype, tuple(shape), readonly, mapped)

def frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None):
    locked = not isinstance(buffer, bytearray)
    if not isinstance(buffer, (bytes, bytearray)):
        _refuse(f'numpy.frombuffer of a {type(buffer).__name__}')
    if not locked:
        _refuse('numpy.frombuffer of a bytearray, which it shares')
    dtype = np.dtype(dtype)
    size = len(buffer)
    if offset < 0 or offset > size:
        raise ValueError(f'offset must be non-negative and no greater than buffer length ({size})')
    if count < 0:
        if (size - offset) % dtype.itemsize:
            raise ValueError('buffer size must be a multiple of element size')
        count = (size - offset) // dtype.itemsize
    elif offset + count * dtype.itemsize > size:
        raise ValueError('buffer is smaller than requested size')
    return _made(bytes(buffer[offset:offset + count * dtype.itemsize]), dtype, (count,), locked)

def fromfile(file, dtype=float, count=-1, sep='', offset=0, *, like=None):
    if sep:
        _refuse('numpy.fromfile of text')
    dtype = np.dtype(dtype)
    own = not hasattr(file, 'read')
    f = open(file, 'rb') if own else file
    try:
        if offset:
            f.seek(offset, 1)
        data = f.read() if count < 0 else f.read(count * dtype.itemsize)
        rest = len(data) % dtype.itemsize
        if rest:
            f.seek(-rest, 1)
            data = data[:-rest]
    finally:
        if own:
            f.close()
    return _made(data, dtype, (len(data) // dtype.itemsize,))

def tofile(self, fid, sep='', format='%s'):
    if sep:
        _refuse('numpy.ndarray.tofile as text')
    if hasattr(fid, 'write'):
        fid.write(self.tobytes())
    else:
        with open(fid, 'wb') as f:
            f.write(self.tobytes())

def _header(a, turned):
    shape = a.shape
    text = "{'descr': %r, 'fortran_order': %r, 'shape': %r, }" % (_code(a.dtype), turned, shape)
    if shape:
        text += ' ' * (21 - len(repr(shape[-1 if turned else 0])))
    text += ' ' * (64 - (10 + len(text) + 1) % 64) + '\n'
    return b'\x93NUMPY\x01\x00' + bytes((len(text) % 256, len(text) // 256)) + text.encode('latin-1')

def _write(f, a):
    contiguous = all(s == t for s, t, n in zip(a.strides, _steps(a.shape, a.itemsize), a.shape) if n > 1)
    turned = not contiguous and a.ndim > 1 and all(s == t for s, t, n in zip(a.strides[::-1], _steps(a.shape[::-1], a.itemsize), a.shape[::-1]) if n > 1)
    f.write(_header(a, turned))
    f.write((a.T if turned else a).tobytes())

def _steps(shape, size):
    out = []
    for n in shape[::-1]:
        out.insert(0, size)
        size *= n
    return out

def save(file, arr, allow_pickle=True):
    a = np.asanyarray(arr)
    if hasattr(file, 'write'):
        return _write(file, a)
    file = file.__fspath__() if hasattr(file, '__fspath__') else file
    with open(file if file.endswith('.npy') else file + '.npy', 'wb') as f:
        _write(f, a)

def _read(f):
    version = f.read(2)
    size = int.from_bytes(f.read(2), 'little')
    if version != b'\x01\x00':
        _refuse(f'a .npy file of version {tuple(version)}')
    text = f.read(size).decode('latin-1')
    code = text[text.index("'descr': '") + 10:].split("'")[0]
    turned = "'fortran_order': True" in text
    shape = tuple(int(n) for n in text[text.index("'shape': (") + 10:].split(')')[0].split(',') if n.strip())
    return np.dtype(code), turned, shape

class NpzFile:
    def __init__(self, name, held):
        self._name, self._held = name, held
        self.files = list(held)
    def __getitem__(self, key):
        if key in self._held:
            return self._held[key].copy()
        if key.endswith('.npy') and key[:-4] in self._held:
            return self._held[key[:-4]].copy()
        raise KeyError(f'{key} is not a file in the archive')
    def __contains__(self, key):
        return key in self._held
    def __iter__(self):
        return iter(self.files)
    def __len__(self):
        return len(self.files)
    def keys(self):
        return self._held.keys()
    def values(self):
        return [self[k] for k in self.files]
    def items(self):
        return [(k, self[k]) for k in self.files]
    def get(self, key, default=None):
        return self[key] if key in self else default
    def close(self):
        pass
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        self.close()
    def __repr__(self):
        names = ', '.join(self.files[:5])
        return f'NpzFile {self._name!r} with keys: {names}{"..." if len(self.files) > 5 else ""}'

class _Archive:
    def __init__(self, held):
        self.held = held

def savez(file, *args, allow_pickle=True, **kwds):
    held = {}
    for k, v in kwds.items():
        held[k] = np.array(v)
    for i, v in enumerate(args):
        if f'arr_{i}' in held:
            raise ValueError(f'Cannot use un-named variables and keyword arr_{i}')
        held[f'arr_{i}'] = np.array(v)
    if hasattr(file, 'write'):
        _refuse('numpy.savez to an open file')
    file = file.__fspath__() if hasattr(file, '__fspath__') else file
    _files.keep(file if file.endswith('.npz') else file + '.npz', _Archive(held))

savez_compressed = savez

def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding='ASCII', *, max_header_size=10000):
    own = not hasattr(file, 'read')
    f = open(file, 'rb') if own else file
    try:
        it = getattr(f, '_file', None)
        if it is not None and it.kept is not None:
            if not isinstance(it.kept, _Archive):
                _refuse('numpy.load of what torch.save or pickle wrote')
            return NpzFile(f.name, it.kept.held)
        start = f.read(6)
        if start != b'\x93NUMPY':
            if not start:
                raise EOFError('No data left in file')
            if allow_pickle:
                _refuse('numpy.load of a pickle')
            raise ValueError('This file contains pickled (object) data. If you trust the file you can load it unsafely using the `allow_pickle=` keyword argument or `pickle.load()`.')
        dtype, turned, shape = _read(f)
        if mmap_mode is not None:
            if turned:
                _refuse('numpy.load of a file in Fortran order as a map')
            return memmap(file, dtype=dtype, mode=mmap_mode, offset=f.tell(), shape=shape)
        count = 1
        for n in shape:
            count *= n
        a = _made(f.read(count * dtype.itemsize), dtype, shape[::-1] if turned else shape)
        return a.T if turned else a
    finally:
        if own:
            f.close()

# A file that is the memory of an array behind a head of other bytes.
class _Mapped(_files._File):
    def __init__(self, head, array, tail):
        self._head, self._array, self._tail = head, array, tail
        self.kept = None
    @property
    def _as_text(self):
        return self._head + self._array.tobytes().decode('latin-1') + self._tail
    @_as_text.setter
    def _as_text(self, text):
        _refuse('writing to a file that is mapped by numpy.memmap')

def memmap(filename, dtype=np.uint8, mode='r+', offset=0, shape=None, order='C'):
    mode = {'readonly': 'r', 'copyonwrite': 'c', 'readwrite': 'r+', 'write': 'w+'}.get(mode, mode)
    if mode not in ('r', 'c', 'r+', 'w+'):
        raise ValueError("mode must be one of ['r', 'c', 'r+', 'w+', 'readonly', 'copyonwrite', 'readwrite', 'write'] (got {!r})".format(mode))
    if mode == 'w+' and shape is None:
        raise ValueError("shape must be given if mode == 'w+'")
    if order != 'C' or hasattr(filename, 'read'):
        _refuse('numpy.memmap with an order or of an open file')
    dtype = np.dtype(dtype)
    size = dtype.itemsize
    with open(filename, 'rb' if mode in 'rc' else mode + 'b' if mode == 'r+' else 'wb+') as f:
        it = f._file
        data = it.bytes()
        if shape is None:
            if (len(data) - offset) % size:
                raise ValueError('Size of available data is not a multiple of the data-type size.')
            shape = ((len(data) - offset) // size,)
        shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
        wanted = size
        for n in shape:
            wanted *= n
        if mode == 'w+' or (mode == 'r+' and len(data) < offset + wanted):
            data = data + b'\x00' * (offset + wanted - len(data))
        if not wanted:
            raise ValueError('cannot mmap an empty file')
        if len(data) < offset + wanted:
            raise ValueError('mmap length is greater than file size')
        made = _made(data[offset:offset + wanted], dtype, shape, mode == 'r', True)
    if mode in ('r+', 'w+'):
        at, name = _files._folder(filename)
        at[name] = _Mapped(data[:offset].decode('latin-1'), made, data[offset + wanted:].decode('latin-1'))
    return made

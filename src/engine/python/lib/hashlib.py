"""hashlib: MD5, SHA-1 and SHA-2. Others are refused by name."""
from _octets import digest as _digest
from _atlas import refuse as _refuse

_SIZES = {'md5': 16, 'sha1': 20, 'sha224': 28, 'sha256': 32, 'sha384': 48, 'sha512': 64}
_OTHERS = ('blake2b', 'blake2s', 'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'shake_128', 'shake_256')
algorithms_guaranteed = {*_SIZES, *_OTHERS}

class HASH:
    def __init__(self, name, data=b''):
        self.name = name
        self.digest_size = _SIZES[name]
        self.block_size = 128 if name in ('sha384', 'sha512') else 64
        self._parts = []
        self.update(data)
    def update(self, data, /):
        if isinstance(data, str):
            raise TypeError('Strings must be encoded before hashing')
        self._parts.append(bytes(data) if isinstance(data, (bytes, bytearray)) else _wrong())
    def digest(self):
        self._parts = [b''.join(self._parts)]
        return _digest(self.name, self._parts[0])
    def hexdigest(self):
        return self.digest().hex()
    def copy(self):
        return HASH(self.name, b''.join(self._parts))
    def __repr__(self):
        return f'<{self.name} _hashlib.HASH object @ {hex(id(self))}>'

HASH.__module__ = '_hashlib'

def _wrong():
    raise TypeError('object supporting the buffer API required')
def new(name, data=b'', *, usedforsecurity=True):
    key = str(name).lower().replace('-', '')
    if key in _SIZES:
        return HASH(key, data)
    if key in _OTHERS:
        _refuse('hashlib.' + key)
    raise ValueError(f'unsupported hash type {name}')
def md5(string=b'', *, usedforsecurity=True):
    return HASH('md5', string)
def sha1(string=b'', *, usedforsecurity=True):
    return HASH('sha1', string)
def sha224(string=b'', *, usedforsecurity=True):
    return HASH('sha224', string)
def sha256(string=b'', *, usedforsecurity=True):
    return HASH('sha256', string)
def sha384(string=b'', *, usedforsecurity=True):
    return HASH('sha384', string)
def sha512(string=b'', *, usedforsecurity=True):
    return HASH('sha512', string)
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('hashlib.' + name)

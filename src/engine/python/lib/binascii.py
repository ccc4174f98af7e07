"""binascii: bytes as text of hexadecimal digits or of the 64 signs."""
from _octets import to64 as _to64, from64 as _from64, crc32 as _crc32
from _atlas import refuse as _refuse

class Error(ValueError):
    pass
Error.__module__ = 'binascii'
class Incomplete(Exception):
    pass

_SIGNS = b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

def _ascii(s):
    if isinstance(s, str):
        if not s.isascii():
            raise ValueError('string argument should contain only ASCII characters')
        return s.encode()
    if isinstance(s, (bytes, bytearray)):
        return bytes(s)
    raise TypeError(f"argument should be bytes, buffer or ASCII string, not '{type(s).__name__}'")
def hexlify(data, sep=None, bytes_per_sep=1):
    return (data.hex() if sep is None else data.hex(sep, bytes_per_sep)).encode()
b2a_hex = hexlify
def unhexlify(hexstr):
    s = _ascii(hexstr)
    if len(s) % 2:
        raise Error('Odd-length string')
    if s.strip(b'0123456789abcdefABCDEF'):
        raise Error('Non-hexadecimal digit found')
    return bytes.fromhex(s.decode())
a2b_hex = unhexlify
def b2a_base64(data, *, newline=True):
    return _to64(data) + (b'\n' if newline else b'')
def a2b_base64(data, /, *, strict_mode=False):
    if strict_mode:
        _refuse('a2b_base64 in strict mode')
    s = _ascii(data)
    good = bytearray()
    pads = 0
    for c in s:
        if c == 61:
            pads += 1
            if len(good) % 4 >= 2 and len(good) % 4 + pads >= 4:
                break
        elif c in _SIGNS:
            good.append(c)
            pads = 0
    n = len(good) % 4
    if n == 1:
        raise Error('Invalid base64-encoded string: number of data characters '
                    f'({len(good)}) cannot be 1 more than a multiple of 4')
    if n and n + pads < 4:
        raise Error('Incorrect padding')
    return _from64(bytes(good) + b'=' * (-n % 4))
def crc32(data, value=0, /):
    return _crc32(data, value)
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('binascii.' + name)

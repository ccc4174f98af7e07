"""base64: bytes as text of 16, 32 or 64 signs. Leaves out: 85 signs, `casefold` and `map01`."""
import binascii
from _atlas import refuse as _refuse

def _bytes(s):
    if isinstance(s, str):
        if not s.isascii():
            raise ValueError('string argument should contain only ASCII characters')
        return s.encode()
    if isinstance(s, (bytes, bytearray)):
        return bytes(s)
    raise TypeError(f'argument should be a bytes-like object or ASCII string, not {type(s).__name__!r}')
def b64encode(s, altchars=None):
    text = binascii.b2a_base64(s, newline=False)
    return text if altchars is None else text.translate(bytes.maketrans(b'+/', altchars))
def b64decode(s, altchars=None, validate=False):
    s = _bytes(s)
    if altchars is not None:
        s = s.translate(bytes.maketrans(_bytes(altchars), b'+/'))
    if validate:
        _refuse('b64decode with validate=True')
    return binascii.a2b_base64(s)
def standard_b64encode(s):
    return b64encode(s)
def standard_b64decode(s):
    return b64decode(s)
def urlsafe_b64encode(s):
    return b64encode(s, b'-_')
def urlsafe_b64decode(s):
    return b64decode(_bytes(s).translate(bytes.maketrans(b'-_', b'+/')))
def b16encode(s):
    return binascii.hexlify(s).upper()
def b16decode(s, casefold=False):
    s = _bytes(s)
    if casefold:
        s = s.upper()
    if s.strip(b'0123456789ABCDEF'):
        raise binascii.Error('Non-base16 digit found')
    return binascii.unhexlify(s)
_SIGNS = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
def b32encode(s):
    out = bytearray()
    for i in range(0, len(s), 5):
        part = bytes(s[i:i + 5])
        n = int.from_bytes(part + b'\0' * (5 - len(part)), 'big')
        signs = [_SIGNS[n >> 5 * (7 - k) & 31] for k in range(8)]
        used = (len(part) * 8 + 4) // 5
        out.extend(signs[:used] + [61] * (8 - used))
    return bytes(out)
def b32decode(s, casefold=False, map01=None):
    s = _bytes(s)
    if map01 is not None:
        _refuse('b32decode with map01')
    if len(s) % 8:
        raise binascii.Error('Incorrect padding')
    if casefold:
        s = s.upper()
    text = s.rstrip(b'=')
    if len(s) - len(text) not in (0, 1, 3, 4, 6):
        raise binascii.Error('Incorrect padding')
    n = 0
    for c in text:
        if c not in _SIGNS:
            raise binascii.Error('Non-base32 digit found')
        n = n << 5 | _SIGNS.index(c)
    whole = len(text) * 5 // 8
    return (n >> len(text) * 5 - whole * 8).to_bytes(whole, 'big') if whole else b''
def encodebytes(s):
    return b''.join(binascii.b2a_base64(s[i:i + 57]) for i in range(0, len(s), 57))
def decodebytes(s):
    return binascii.a2b_base64(s)
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('base64.' + name)

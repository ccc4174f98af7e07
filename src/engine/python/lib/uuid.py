"""uuid: identifiers given or made of names. Those made of chance or of the machine's clock are refused: no two runs agree on them."""
import hashlib as _hashlib
from _atlas import refuse as _refuse

class UUID:
    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        if bytes_le is not None or fields is not None:
            _refuse('uuid.UUID of bytes_le or fields')
        if hex is not None:
            hex = hex.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '')
            if len(hex) != 32:
                raise ValueError('badly formed hexadecimal UUID string')
            int = _int(hex, 16)
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError('bytes is not a 16-char string')
            int = _int.from_bytes(bytes, 'big')
        if not 0 <= int < 1 << 128:
            raise ValueError('int is out of range (need a 128-bit value)')
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError('illegal version number')
            int = int & ~(0xc000 << 48) | 0x8000 << 48
            int = int & ~(0xf000 << 64) | version << 76
        self.int = int
    @property
    def hex(self):
        return f'{self.int:032x}'
    @property
    def bytes(self):
        return self.int.to_bytes(16, 'big')
    @property
    def version(self):
        return self.int >> 76 & 15 if self.int >> 62 & 3 == 2 else None
    @property
    def urn(self):
        return 'urn:uuid:' + str(self)
    def __str__(self):
        h = self.hex
        return '-'.join([h[:8], h[8:12], h[12:16], h[16:20], h[20:]])
    def __repr__(self):
        return f'UUID({str(self)!r})'
    def __int__(self):
        return self.int
    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented
    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented
    def __hash__(self):
        return hash(self.int)

_int = int
NAMESPACE_DNS = UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_URL = UUID('6ba7b811-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_OID = UUID('6ba7b812-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_X500 = UUID('6ba7b814-9dad-11d1-80b4-00c04fd430c8')
def uuid3(namespace, name):
    return UUID(bytes=_hashlib.md5(namespace.bytes + name.encode()).digest(), version=3)
def uuid5(namespace, name):
    return UUID(bytes=_hashlib.sha1(namespace.bytes + name.encode()).digest()[:16], version=5)
def uuid1(node=None, clock_seq=None):
    _refuse('uuid.uuid1: no two runs agree on it')
def uuid4():
    _refuse('uuid.uuid4: no two runs agree on it')
def getnode():
    _refuse('uuid.getnode')

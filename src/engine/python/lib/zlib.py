"""zlib: its checksum. Compression is refused by name."""
from _octets import crc32 as _crc32
from _atlas import refuse as _refuse

def crc32(data, value=0, /):
    return _crc32(data, value)
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('zlib.' + name)

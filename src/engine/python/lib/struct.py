"""struct: numbers to bytes and back. Native sizes and alignment are those of 64-bit Linux."""
from _octets import float_bytes as _float_bytes, float_from as _float_from
import operator as _operator

class error(Exception):
    pass
error.__module__ = 'struct'

_NATIVE = {'b': 1, 'B': 1, '?': 1, 'c': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'n': 8, 'N': 8, 'e': 2, 'f': 4, 'd': 8, 's': 1, 'p': 1, 'x': 1, 'P': 8}
_STANDARD = {**_NATIVE, 'l': 4, 'L': 4}
_RANGES = {'b': 'byte format requires -128 <= number <= 127', 'B': 'ubyte format requires 0 <= number <= 255',
           'h': 'short format requires (-32767 -1) <= number <= 32767', 'H': 'ushort format requires 0 <= number <= (32767 *2 +1)'}

def _parse(fmt):
    """Little-endian?, and rows of (code, count, size, offset), with the whole size."""
    if isinstance(fmt, bytes):
        fmt = fmt.decode()
    if not isinstance(fmt, str):
        raise TypeError(f'Struct() argument 1 must be a str or bytes object, not {type(fmt).__name__}')
    order = fmt[0] if fmt and fmt[0] in '@=<>!' else ''
    native = order in ('', '@')
    sizes = _NATIVE if native else _STANDARD
    rows, at, i = [], 0, len(order)
    while i < len(fmt):
        if fmt[i].isspace():
            i += 1
            continue
        j = i
        while j < len(fmt) and fmt[j] in '0123456789':
            j += 1
        if j == len(fmt):
            raise error('repeat count given without format specifier')
        count = int(fmt[i:j]) if j > i else 1
        code = fmt[j]
        if code not in sizes or not native and code in 'nNP':
            raise error('bad char in struct format')
        size = sizes[code]
        if native:
            at += -at % size
        rows.append((code, count, size, at))
        at += count * size
        i = j + 1
    return order not in ('>', '!'), rows, at, native

class Struct:
    def __init__(self, format):
        self._little, self._rows, self.size, self._native = _parse(format)
        self.format = format.decode() if isinstance(format, bytes) else format
        self._count = sum(1 if code in 'sp' else 0 if code == 'x' else count for code, count, size, at in self._rows)
    def _one(self, code, size, v):
        order = 'little' if self._little else 'big'
        if code in 'efd':
            try:
                made = _float_bytes(v, size, self._little)
            except TypeError:
                raise error('required argument is not a float') from None
            if made is None:
                raise OverflowError(f"float too large to pack with {code} format")
            return made
        if code == '?':
            return bytes([bool(v)])
        if code == 'c':
            if not isinstance(v, bytes) or len(v) != 1:
                raise error('char format requires a bytes object of length 1')
            return v
        try:
            n = _operator.index(v)
        except TypeError:
            raise error('required argument is not an integer') from None
        signed = code in 'bhilqn'
        low, high = (-1 << size * 8 - 1, (1 << size * 8 - 1) - 1) if signed else (0, (1 << size * 8) - 1)
        if not low <= n <= high:
            if code in _RANGES and self._native:
                raise error(_RANGES[code])
            if self._native and size == 8:
                raise error('int too large to convert' if code in 'qQ' else 'argument out of range')
            if not self._native and size == 8:
                raise error('int too large to convert')
            raise error(_RANGES[code] if code in 'bB' else f"'{code}' format requires {low} <= number <= {high}" if not code in 'hH' else _RANGES[code])
        return n.to_bytes(size, order, signed=signed)
    def pack(self, *values):
        if len(values) != self._count:
            raise error(f'pack expected {self._count} items for packing (got {len(values)})')
        out, i = bytearray(), 0
        for code, count, size, at in self._rows:
            out.extend(b'\0' * (at - len(out)))
            if code == 'x':
                out.extend(b'\0' * count)
            elif code in 'sp':
                v = values[i]
                i += 1
                if not isinstance(v, (bytes, bytearray)):
                    raise error(f"argument for '{code}' must be a bytes object")
                if code == 'p':
                    v = bytes([min(len(v), count - 1, 255)]) + v[:count - 1] if count else b''
                out.extend(v[:count] + b'\0' * (count - len(v)))
            else:
                for _ in range(count):
                    out.extend(self._one(code, size, values[i]))
                    i += 1
        return bytes(out)
    def pack_into(self, buffer, offset, *values):
        data = self.pack(*values)
        if offset < 0:
            offset += len(buffer)
        if offset + len(data) > len(buffer):
            raise error(f'pack_into requires a buffer of at least {offset + len(data)} bytes for packing {len(data)} bytes at offset {offset} (actual buffer size is {len(buffer)})')
        buffer[offset:offset + len(data)] = data
    def unpack(self, buffer):
        if len(buffer) != self.size:
            raise error(f'unpack requires a buffer of {self.size} bytes')
        return self.unpack_from(buffer)
    def unpack_from(self, buffer, offset=0):
        data = bytes(buffer)
        if offset < 0:
            if offset + len(data) < 0:
                raise error(f'offset {offset} out of range for {len(data)}-byte buffer')
            offset += len(data)
        if len(data) - offset < self.size:
            raise error(f'unpack_from requires a buffer of at least {self.size + offset} bytes for unpacking {self.size} bytes at offset {offset} (actual buffer size is {len(data)})')
        out = []
        for code, count, size, at in self._rows:
            at += offset
            if code == 'x':
                continue
            if code == 's':
                out.append(data[at:at + count])
            elif code == 'p':
                out.append(data[at + 1:at + 1 + min(data[at], count - 1)] if count else b'')
            else:
                for k in range(count):
                    part = data[at + k * size:at + (k + 1) * size]
                    if code in 'efd':
                        out.append(_float_from(part, self._little))
                    elif code == 'c':
                        out.append(part)
                    elif code == '?':
                        out.append(part != b'\0')
                    else:
                        out.append(int.from_bytes(part, 'little' if self._little else 'big', signed=code in 'bhilqn'))
        return tuple(out)
    def iter_unpack(self, buffer):
        if self.size == 0:
            raise error('cannot iteratively unpack with a struct of length 0')
        if len(buffer) % self.size:
            raise error(f'iterative unpacking requires a buffer of a multiple of {self.size} bytes')
        return (self.unpack_from(buffer, i) for i in range(0, len(buffer), self.size))

def pack(fmt, *values):
    return Struct(fmt).pack(*values)
def pack_into(fmt, buffer, offset, *values):
    return Struct(fmt).pack_into(buffer, offset, *values)
def unpack(fmt, buffer):
    return Struct(fmt).unpack(buffer)
def unpack_from(fmt, buffer, offset=0):
    return Struct(fmt).unpack_from(buffer, offset)
def iter_unpack(fmt, buffer):
    return Struct(fmt).iter_unpack(buffer)
def calcsize(fmt):
    return _parse(fmt)[2]

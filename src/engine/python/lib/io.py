"""io: streams in memory, of text and of bytes."""
class _IOBase:
    def flush(self):
        pass
    def readable(self):
        return True
    writable = seekable = readable
    def isatty(self):
        return False
    def __iter__(self):
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
    def close(self):
        self.closed = True
    def _usable(self):
        if self.closed:
            raise ValueError('I/O operation on closed file' + self._end)
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        self.close()


class StringIO(_IOBase):
    _end = ''
    def __init__(self, initial_value='', newline='\n'):
        self._text = initial_value
        self._pos = 0
        self.closed = False
    def write(self, s):
        self._usable()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        self._text = self._text[:self._pos] + s + self._text[self._pos + len(s):]
        self._pos += len(s)
        return len(s)
    def getvalue(self):
        self._usable()
        return self._text
    def read(self, size=-1):
        self._usable()
        end = len(self._text) if size is None or size < 0 else self._pos + size
        out = self._text[self._pos:end]
        self._pos += len(out)
        return out
    def readline(self):
        self._usable()
        i = self._text.find('\n', self._pos)
        end = len(self._text) if i < 0 else i + 1
        out = self._text[self._pos:end]
        self._pos = end
        return out
    def truncate(self, size=None):
        self._usable()
        size = self._pos if size is None else size
        self._text = self._text[:size]
        return size
    def seek(self, pos, whence=0):
        self._usable()
        self._pos = len(self._text) if whence == 2 else pos
        return self._pos
    def tell(self):
        self._usable()
        return self._pos


class BytesIO(_IOBase):
    _end = '.'
    def __init__(self, initial_bytes=b''):
        self._data = bytes(initial_bytes)
        self._pos = 0
        # What torch.save put here; the bytes of its files are not modelled.
        self._kept = None
        self.closed = False

    def _bytes(self):
        self._usable()
        if self._kept is not None:
            from torch._C import _refuse
            _refuse("the bytes of what torch.save wrote")
        return self._data

    def _take(self, kept):
        if self._data or self._kept is not None:
            from torch._C import _refuse
            _refuse("torch.save into a buffer that holds something")
        self._kept = kept
        self._pos = None

    def _give(self):
        if self._kept is None or self._pos != 0:
            from torch._C import _refuse
            _refuse("torch.load of a buffer that is not at the start of what torch.save wrote")
        self._pos = None
        return self._kept

    def write(self, b):
        data = self._bytes()
        self._data = data[:self._pos] + bytes(b) + data[self._pos + len(b):]
        self._pos += len(b)
        return len(b)

    def getvalue(self):
        return self._bytes()

    def read(self, size=-1):
        data = self._bytes()
        end = len(data) if size is None or size < 0 else self._pos + size
        out = data[self._pos:end]
        self._pos += len(out)
        return out

    def readline(self, size=-1):
        data = self._bytes()
        i = data.find(b'\n', self._pos)
        end = len(data) if i < 0 else i + 1
        return self.read((end if size is None or size < 0 else min(end, self._pos + size)) - self._pos)

    def readinto(self, b):
        part = self.read(len(b))
        b[:len(part)] = part
        return len(part)

    read1 = read

    def seek(self, pos, whence=0):
        if self._kept is not None and (pos, whence) != (0, 0):
            self._bytes()
        self._pos = len(self._data) + pos if whence == 2 else self._pos + pos if whence == 1 else pos
        return self._pos

    def tell(self):
        self._bytes()
        return self._pos

    def truncate(self, size=None):
        if size == 0:
            self._kept = None
        self._data = self._bytes()[:self._pos if size is None else size]
        return len(self._data)

"""io: text streams in memory."""
class StringIO:
    def __init__(self, initial_value='', newline='\n'):
        self._text = initial_value
        self._pos = 0
        self.closed = False
    def write(self, s):
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        self._text = self._text[:self._pos] + s + self._text[self._pos + len(s):]
        self._pos += len(s)
        return len(s)
    def getvalue(self):
        return self._text
    def read(self, size=-1):
        end = len(self._text) if size is None or size < 0 else self._pos + size
        out = self._text[self._pos:end]
        self._pos += len(out)
        return out
    def readline(self):
        i = self._text.find('\n', self._pos)
        end = len(self._text) if i < 0 else i + 1
        out = self._text[self._pos:end]
        self._pos = end
        return out
    def __iter__(self):
        while True:
            line = self.readline()
            if not line:
                return
            yield line
    def seek(self, pos, whence=0):
        self._pos = len(self._text) if whence == 2 else pos
        return self._pos
    def tell(self):
        return self._pos
    def flush(self):
        pass
    def close(self):
        self.closed = True
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        self.close()

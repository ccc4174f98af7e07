"""json: encoding in Python (so that default= and subclasses work), parsing native."""
from _json import encode_string as _quote, parse as _parse
from math import isfinite as _isfinite
from _os import refuse as _refuse

class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        lineno = doc.count('\n', 0, pos) + 1
        colno = pos - doc.rfind('\n', 0, pos)
        ValueError.__init__(self, f'{msg}: line {lineno} column {colno} (char {pos})')
        self.msg, self.doc, self.pos, self.lineno, self.colno = msg, doc, pos, lineno, colno

class JSONEncoder:
    item_separator = ', '
    key_separator = ': '
    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys, self.ensure_ascii, self.allow_nan, self.sort_keys = skipkeys, ensure_ascii, allow_nan, sort_keys
        self.indent = ' ' * indent if isinstance(indent, int) else indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default
        self._open = []
    def default(self, o):
        raise TypeError(f'Object of type {o.__class__.__name__} is not JSON serializable')
    def _float(self, f):
        if _isfinite(f):
            return float.__repr__(f)
        if not self.allow_nan:
            raise ValueError('Out of range float values are not JSON compliant')
        return 'NaN' if f != f else 'Infinity' if f > 0 else '-Infinity'
    def encode(self, o):
        return self._encode(o, '\n')
    def iterencode(self, o):
        yield self.encode(o)
    def _scalar(self, o):
        if o is None:
            return 'null'
        if o is True:
            return 'true'
        if o is False:
            return 'false'
        if isinstance(o, int):
            return int.__repr__(o)
        if isinstance(o, float):
            return self._float(o)
        return None
    def _encode(self, o, nl):
        if isinstance(o, str):
            return _quote(o, self.ensure_ascii)
        s = self._scalar(o)
        if s is not None:
            return s
        if any(x is o for x in self._open):
            raise ValueError('Circular reference detected')
        self._open.append(o)
        try:
            if isinstance(o, (list, tuple)):
                return self._wrap('[', ']', [self._encode(v, self._deeper(nl)) for v in o], nl)
            if isinstance(o, dict):
                return self._wrap('{', '}', self._pairs(o, nl), nl)
            return self._encode(self.default(o), nl)
        finally:
            self._open.pop()
    def _deeper(self, nl):
        return nl + self.indent if self.indent is not None else nl
    def _pairs(self, o, nl):
        out = []
        items = sorted(o.items()) if self.sort_keys else o.items()
        for k, v in items:
            if isinstance(k, str):
                key = k
            else:
                key = self._scalar(k)
                if key is None:
                    if self.skipkeys:
                        continue
                    raise TypeError(f'keys must be str, int, float, bool or None, not {k.__class__.__name__}')
            out.append(_quote(key, self.ensure_ascii) + self.key_separator + self._encode(v, self._deeper(nl)))
        return out
    def _wrap(self, a, b, parts, nl):
        if not parts:
            return a + b
        if self.indent is None:
            return a + self.item_separator.join(parts) + b
        inner = nl + self.indent
        return a + inner + (self.item_separator + inner).join(parts) + nl + b

def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None, default=None, sort_keys=False, **kw):
    return (cls or JSONEncoder)(skipkeys=skipkeys, ensure_ascii=ensure_ascii, allow_nan=allow_nan, indent=indent, separators=separators,
                                default=default, sort_keys=sort_keys, **kw).encode(obj)

def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))

class JSONDecoder:
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook, self.object_pairs_hook = object_hook, object_pairs_hook
        self.parse_float, self.parse_int, self.parse_constant = parse_float or float, parse_int or int, parse_constant or float
        self.strict = strict
        if not strict:
            _refuse('json with strict=False')
        self._raw = parse_float is not None or parse_int is not None or parse_constant is not None or object_pairs_hook is not None
        self._hooked = self._raw or object_hook is not None
    def _made(self, v):
        if isinstance(v, list):
            return [self._made(x) for x in v]
        if isinstance(v, dict):
            return self.object_hook({k: self._made(x) for k, x in v.items()})
        if isinstance(v, tuple):
            kind, text = v
            if kind == 'object':
                items = [(k, self._made(x)) for k, x in text]
                if self.object_pairs_hook is not None:
                    return self.object_pairs_hook(items)
                return dict(items) if self.object_hook is None else self.object_hook(dict(items))
            return (self.parse_float if kind == 'float' else self.parse_int if kind == 'int' else self.parse_constant)(text)
        return v
    def decode(self, s):
        value, message, pos = _parse(s, 0, False, self._raw)
        if message is not None:
            raise JSONDecodeError(message, s, pos)
        return self._made(value) if self._hooked else value
    def raw_decode(self, s, idx=0):
        value, message, pos = _parse(s, idx, True, self._raw)
        if message is not None:
            raise JSONDecodeError(message, s, pos)
        return self._made(value) if self._hooked else value, pos

def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None, **kw):
    if isinstance(s, (bytes, bytearray)):
        s = s.decode('utf-8')
    if not isinstance(s, str):
        raise TypeError(f'the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}')
    for name, hook in (('object_hook', object_hook), ('parse_float', parse_float), ('parse_int', parse_int), ('parse_constant', parse_constant),
                       ('object_pairs_hook', object_pairs_hook)):
        if hook is not None:
            kw[name] = hook
    return (cls or JSONDecoder)(**kw).decode(s)

def load(fp, **kw):
    return loads(fp.read(), **kw)

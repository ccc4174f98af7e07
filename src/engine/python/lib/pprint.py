"""pprint: structures over several lines, as narrow as asked. After the behaviour of CPython's own printer.

Leaves out: the printing of namespaces and counters over several lines, which is refused where it would be needed.
"""
import re as _re
import sys as _sys
from _atlas import refuse as _refuse

def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers).pprint(object)
def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers).pformat(object)
def pp(object, *args, sort_dicts=False, **kwargs):
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)
def saferepr(object):
    return PrettyPrinter()._repr(object, set(), 0)
def isreadable(object):
    return PrettyPrinter().isreadable(object)
def isrecursive(object):
    return PrettyPrinter().isrecursive(object)

class _Key:
    """An order among keys of all kinds: their own where they have one, else by type and identity."""
    def __init__(self, v):
        self.v = v
    def __lt__(self, other):
        try:
            return self.v < other.v
        except TypeError:
            return (str(type(self.v)), id(self.v)) < (str(type(other.v)), id(other.v))

def _pair(item):
    return (_Key(item[0]), _Key(item[1]))

class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError('indent must be >= 0')
        if depth is not None and depth <= 0:
            raise ValueError('depth must be > 0')
        if not width:
            raise ValueError('width must be != 0')
        self._indent, self._width, self._depth, self._stream = indent, width, depth, stream
        self._compact, self._sort, self._underscore = bool(compact), sort_dicts, underscore_numbers
    def pprint(self, object):
        (self._stream or _sys.stdout).write(self.pformat(object) + '\n')
    def pformat(self, object):
        out = []
        self._format(object, out, 0, 0, set(), 0)
        return ''.join(out)
    def isreadable(self, object):
        self._readable, self._recursive = True, False
        self._repr(object, set(), 0)
        return self._readable and not self._recursive
    def isrecursive(self, object):
        self._readable, self._recursive = True, False
        self._repr(object, set(), 0)
        return self._recursive

    def format(self, object, context, maxlevels, level):
        return self._repr(object, set(), level), True, False
    def _loop(self, v):
        self._recursive = True
        return f'<Recursion on {type(v).__name__} with id={id(v)}>'
    _readable, _recursive = True, False
    def _repr(self, v, seen, level):
        """On one line; dictionaries sorted, what is deeper than asked left out."""
        t = type(v)
        r = t.__repr__
        if t in (int,) and self._underscore:
            return f'{v:_d}'
        if issubclass(t, dict) and r is dict.__repr__:
            if not v:
                return '{}'
            brackets = '{}'
        elif issubclass(t, list) and r is list.__repr__:
            if not v:
                return '[]'
            brackets = '[]'
        elif issubclass(t, tuple) and r is tuple.__repr__:
            if not v:
                return '()'
            brackets = '()'
        else:
            text = repr(v)
            if text.startswith('<'):
                self._readable = False
            return text
        if self._depth and level >= self._depth:
            self._readable = False
            return f'{brackets[0]}...{brackets[1]}'
        if id(v) in seen:
            return self._loop(v)
        seen.add(id(v))
        level += 1
        if brackets == '{}':
            items = sorted(v.items(), key=_pair) if self._sort else v.items()
            inner = ', '.join(f'{self._repr(k, seen, level)}: {self._repr(x, seen, level)}' for k, x in items)
        else:
            inner = ', '.join(self._repr(x, seen, level) for x in v)
            if brackets == '()' and len(v) == 1:
                inner += ','
        seen.discard(id(v))
        return brackets[0] + inner + brackets[1]

    def _format(self, v, out, indent, allowance, seen, level):
        if id(v) in seen:
            out.append(self._loop(v))
            return
        text = self._repr(v, set(seen), level)
        if len(text) > self._width - indent - allowance and not (self._depth and level >= self._depth and not isinstance(v, str)):
            write = self._writer(type(v), v)
            if write is not None:
                seen.add(id(v))
                write(v, out, indent, allowance, seen, level + 1)
                seen.discard(id(v))
                return
        out.append(text)
    def _writer(self, t, v):
        r = t.__repr__
        if r is dict.__repr__:
            return self._dict
        for kind, write in ((list, self._list), (tuple, self._tuple), (set, self._set), (frozenset, self._set), (str, self._str)):
            if r is kind.__repr__:
                return write
        if hasattr(t, '__dataclass_fields__') and not isinstance(v, type) and getattr(getattr(r, '__code__', None), 'co_filename', '').endswith('dataclasses.py'):
            return self._dataclass
        if t.__name__ in ('OrderedDict', 'defaultdict', 'Counter', 'ChainMap', 'deque', 'SimpleNamespace', 'mappingproxy', 'bytes', 'bytearray') and t.__module__ in ('collections', 'types', 'builtins'):
            _refuse(f'pprint of {t.__name__} over several lines')
        return None
    def _dataclass(self, v, out, indent, allowance, seen, level):
        name = type(v).__name__
        out.append(name + '(')
        indent += len(name) + 1
        fields = [f.name for f in v.__dataclass_fields__.values() if f.repr]
        for i, n in enumerate(fields):
            last = i == len(fields) - 1
            x = getattr(v, n)
            out.append(n + '=')
            if id(x) in seen:
                out.append('...')
            else:
                self._format(x, out, indent + len(n) + 1, allowance if last else 1, seen, level)
            if not last:
                out.append(',\n' + ' ' * indent)
        out.append(')')
    def _dict(self, v, out, indent, allowance, seen, level):
        out.append('{')
        if self._indent > 1:
            out.append((self._indent - 1) * ' ')
        items = sorted(v.items(), key=_pair) if self._sort else list(v.items())
        indent += self._indent
        gap = ',\n' + ' ' * indent
        for i, (k, x) in enumerate(items):
            last = i == len(items) - 1
            name = self._repr(k, set(seen), level)
            out.append(f'{name}: ')
            self._format(x, out, indent + len(name) + 2, allowance + 1 if last else 1, seen, level)
            if not last:
                out.append(gap)
        out.append('}')
    def _list(self, v, out, indent, allowance, seen, level):
        out.append('[')
        self._items(v, out, indent, allowance + 1, seen, level)
        out.append(']')
    def _tuple(self, v, out, indent, allowance, seen, level):
        out.append('(')
        end = ',)' if len(v) == 1 else ')'
        self._items(v, out, indent, allowance + len(end), seen, level)
        out.append(end)
    def _set(self, v, out, indent, allowance, seen, level):
        if not v:
            out.append(repr(v))
            return
        if type(v) is set:
            start, end = '{', '}'
        else:
            start, end = type(v).__name__ + '({', '})'
            indent += len(type(v).__name__) + 1
        out.append(start)
        self._items(sorted(v, key=_Key), out, indent, allowance + len(end), seen, level)
        out.append(end)
    def _items(self, items, out, indent, allowance, seen, level):
        indent += self._indent
        if self._indent > 1:
            out.append((self._indent - 1) * ' ')
        gap = ',\n' + ' ' * indent
        glue = ''
        width = room = self._width - indent + 1
        items = list(items)
        for i, x in enumerate(items):
            last = i == len(items) - 1
            if last:
                room -= allowance
                width -= allowance
            if self._compact:
                text = self._repr(x, set(seen), level)
                w = len(text) + 2
                if room < w:
                    room = width
                    if glue:
                        glue = gap
                if room >= w:
                    room -= w
                    out.append(glue)
                    glue = ', '
                    out.append(text)
                    continue
            out.append(glue)
            glue = gap
            self._format(x, out, indent, allowance if last else 1, seen, level)
    def _str(self, s, out, indent, allowance, seen, level):
        """Over several literals, cut at line ends and behind words."""
        if not s:
            out.append(repr(s))
            return
        pieces = []
        lines = s.splitlines(True)
        if level == 1:
            indent += 1
            allowance += 1
        most = most_first = self._width - indent
        text = ''
        for i, line in enumerate(lines):
            text = repr(line)
            if i == len(lines) - 1:
                most_first -= allowance
            if len(text) <= most_first:
                pieces.append(text)
                continue
            words = _re.findall(r'\S*\s*', line)[:-1]
            room = most
            part = ''
            for j, word in enumerate(words):
                longer = part + word
                if j == len(words) - 1 and i == len(lines) - 1:
                    room -= allowance
                if len(repr(longer)) > room:
                    if part:
                        pieces.append(repr(part))
                    part = word
                else:
                    part = longer
            if part:
                pieces.append(repr(part))
        if len(pieces) == 1:
            out.append(text)
            return
        out.append(('(' if level == 1 else '') + ('\n' + ' ' * indent).join(pieces) + (')' if level == 1 else ''))

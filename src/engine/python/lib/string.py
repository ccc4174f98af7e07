"""string: constants, capwords, templates and Formatter."""
whitespace = ' \t\n\r\x0b\x0c'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = '!"#$%&' + "'" + '()*+,-./:;<=>?@[\\]^_' + chr(96) + '{|}~'
printable = digits + ascii_letters + punctuation + whitespace

def capwords(s, sep=None):
    return (sep or ' ').join(x.capitalize() for x in s.split(sep))

class _Names:
    """A mapping that has every name and remembers those asked for."""
    def __init__(self):
        self.names = []
    def __contains__(self, name):
        return True
    def __getitem__(self, name):
        if name not in self.names:
            self.names.append(name)
        return name

class Template:
    def __init__(self, template):
        self.template = template
    def _run(self, mapping, safe):
        s = self.template
        out = []
        i = 0
        while i < len(s):
            c = s[i]
            if c != '$':
                out.append(c)
                i += 1
                continue
            if s[i + 1:i + 2] == '$':
                out.append('$')
                i += 2
                continue
            brace = s[i + 1:i + 2] == '{'
            j = i + 2 if brace else i + 1
            k = j
            while k < len(s) and s[k].isascii() and (s[k].isalnum() or s[k] == '_') and (k > j or not s[k].isdigit()):
                k += 1
            name = s[j:k]
            end = k + 1 if brace else k
            if not name or (brace and s[k:k + 1] != '}'):
                if not safe:
                    line = s.count('\n', 0, i)
                    raise ValueError(f'Invalid placeholder in string: line {line + 1}, col {i - (s.rfind(chr(10), 0, i) if line else -1)}')
                out.append(c)
                i += 1
                continue
            if safe and name not in mapping:
                out.append(s[i:end])
            else:
                out.append(str(mapping[name]))
            i = end
        return ''.join(out)
    def get_identifiers(self):
        seen = _Names()
        self._run(seen, True)
        return seen.names
    def is_valid(self):
        try:
            self._run(_Names(), False)
        except ValueError:
            return False
        return True
    def substitute(self, mapping={}, /, **kws):
        return self._run({**mapping, **kws}, False)
    def safe_substitute(self, mapping={}, /, **kws):
        return self._run({**mapping, **kws}, True)

class Formatter:
    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)
    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2, 0)
        self.check_unused_args(used, args, kwargs)
        return result
    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError('Max string recursion exceeded')
        result = []
        for literal, name, spec, conversion in self.parse(format_string):
            if literal:
                result.append(literal)
            if name is None:
                continue
            if name == '':
                if auto_arg_index is False:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                name = str(auto_arg_index)
                auto_arg_index += 1
            elif name.isdigit():
                if auto_arg_index:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                auto_arg_index = False
            obj, used = self.get_field(name, args, kwargs)
            used_args.add(used)
            obj = self.convert_field(obj, conversion)
            spec, auto_arg_index = self._vformat(spec, args, kwargs, used_args, recursion_depth - 1, auto_arg_index)
            result.append(self.format_field(obj, spec))
        return ''.join(result), auto_arg_index
    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]
    def check_unused_args(self, used_args, args, kwargs):
        pass
    def format_field(self, value, format_spec):
        return format(value, format_spec)
    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion in ('s', 'r', 'a'):
            return {'s': str, 'r': repr, 'a': ascii}[conversion](value)
        raise ValueError(f'Unknown conversion specifier {conversion}')
    def parse(self, format_string):
        s, i, literal = format_string, 0, ''
        while i < len(s):
            c = s[i]
            if c not in '{}':
                k = i
                while k < len(s) and s[k] not in '{}':
                    k += 1
                literal += s[i:k]
                i = k
            elif s[i + 1:i + 2] == c:
                yield literal + c, None, None, None
                literal = ''
                i += 2
            elif c == '}':
                raise ValueError("Single '}' encountered in format string")
            else:
                depth, k, bracket = 1, i + 1, False
                while k < len(s) and depth:
                    bracket = s[k] == '[' or bracket and s[k] != ']'
                    depth += 0 if bracket else (s[k] == '{') - (s[k] == '}')
                    k += 1
                if depth:
                    raise ValueError("expected '}' before end of string" if i + 1 < len(s) else "Single '{' encountered in format string")
                yield (literal, *self._field(s[i + 1:k - 1]))
                literal, i = '', k
        if literal:
            yield literal, None, None, None
    def _field(self, text):
        k, bracket = 0, False
        while k < len(text) and (bracket or text[k] not in ':!'):
            bracket = text[k] == '[' or bracket and text[k] != ']'
            k += 1
        name, rest, conversion = text[:k], text[k:], None
        if rest[:1] == '!':
            conversion, after = rest[1:2], rest[2:]
            if not conversion:
                raise ValueError("unmatched '{' in format spec")
            if after and after[0] != ':':
                raise ValueError("expected ':' after conversion specifier")
            rest = after
        return name, rest[1:], conversion
    def get_field(self, field_name, args, kwargs):
        k = 0
        while k < len(field_name) and field_name[k] not in '.[':
            k += 1
        first = field_name[:k]
        first = int(first) if first.isdigit() else first
        obj = self.get_value(first, args, kwargs)
        while k < len(field_name):
            if field_name[k] == '.':
                end = k + 1
                while end < len(field_name) and field_name[end] not in '.[':
                    end += 1
                if end == k + 1:
                    raise ValueError('Empty attribute in format string')
                obj = getattr(obj, field_name[k + 1:end])
                k = end
            else:
                end = field_name.find(']', k)
                if end < 0:
                    raise ValueError("Missing ']' in format string")
                key = field_name[k + 1:end]
                obj = obj[int(key) if key.isdigit() else key]
                k = end + 1
                if k < len(field_name) and field_name[k] not in '.[':
                    raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        return obj, first

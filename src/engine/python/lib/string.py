"""string: constants, capwords and templates."""
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
    def substitute(self, mapping={}, /, **kws):
        return self._run({**mapping, **kws}, False)
    def safe_substitute(self, mapping={}, /, **kws):
        return self._run({**mapping, **kws}, True)

"""fnmatch: names against shell patterns, as regular expressions."""
import re as _re

def translate(pat):
    out, i = '', 0
    while i < len(pat):
        c = pat[i]
        i += 1
        if c == '*':
            out += '.*' if not out.endswith('.*') else ''
        elif c == '?':
            out += '.'
        elif c == '[' and ']' in pat[i + 1:]:
            j = pat.index(']', i + 1)
            inner = pat[i:j].replace('\\', '\\\\')
            i = j + 1
            out += '[' + ('^' + inner[1:] if inner[0] == '!' else inner) + ']'
        else:
            out += _re.escape(c)
    return f'(?s:{out})\\Z'
def fnmatchcase(name, pat):
    return _re.match(translate(pat), name) is not None
fnmatch = fnmatchcase
def filter(names, pat):
    return [n for n in names if fnmatchcase(n, pat)]

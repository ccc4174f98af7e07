"""shlex: split, quote and join of POSIX shell words. The lexer's class is refused by name."""
import re as _re
from _os import refuse as _refuse

def split(s, comments=False, posix=True):
    if s is None:
        _refuse('shlex.split of standard input')
    if not posix:
        _refuse('shlex.split with posix=False')
    words, word, i, n = [], None, 0, len(s)
    while i < n:
        c = s[i]
        i += 1
        if c in ' \t\r\n':
            if word is not None:
                words.append(word)
                word = None
        elif comments and c == '#':
            while i < n and s[i] != '\n':
                i += 1
            if word is not None:
                words.append(word)
                word = None
        elif c == '\\':
            if i >= n:
                raise ValueError('No escaped character')
            word = (word or '') + s[i]
            i += 1
        elif c in '\'"':
            word = word or ''
            while True:
                if i >= n:
                    raise ValueError('No closing quotation')
                d = s[i]
                i += 1
                if d == c:
                    break
                if d == '\\' and c == '"':
                    if i >= n:
                        raise ValueError('No escaped character')
                    if s[i] not in '"\\':
                        word += '\\'
                    word += s[i]
                    i += 1
                else:
                    word += d
        else:
            word = (word or '') + c
    if word is not None:
        words.append(word)
    return words

_unsafe = _re.compile(r'[^\w@%+=:,./-]', _re.ASCII).search

def quote(s):
    if not s:
        return "''"
    if _unsafe(s) is None:
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"

def join(split_command):
    return ' '.join(quote(a) for a in split_command)

def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('shlex.' + name)

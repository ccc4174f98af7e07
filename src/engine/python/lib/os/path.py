"""os.path: POSIX path arithmetic; what is there the files in memory say (_files)."""
from _os import refuse as _refuse
sep, pathsep, curdir, pardir, extsep = '/', ':', '.', '..', '.'

def _s(p):
    if isinstance(p, str):
        return p
    if not hasattr(p, '__fspath__'):
        if isinstance(p, bytes):
            _refuse('names of files as bytes')
        raise TypeError(f'expected str, bytes or os.PathLike object, not {type(p).__name__}')
    return p.__fspath__()
def _joined(*parts):
    # genericpath._check_arg_types
    odd = next((x for x in parts if not isinstance(x, (str, bytes)) and not hasattr(x, '__fspath__')), parts)
    if odd is not parts:
        if odd is parts[0]:
            _s(odd)
        raise TypeError(f"join() argument must be str, bytes, or os.PathLike object, not {type(odd).__name__!r}")
    if len({isinstance(x, bytes) for x in parts}) > 1:
        raise TypeError("Can't mix strings and bytes in path components") from None
def join(a, *p):
    _joined(a, *p)
    a = _s(a)
    for b in p:
        b = _s(b)
        if b.startswith('/'):
            a = b
        elif not a or a.endswith('/'):
            a += b
        else:
            a += '/' + b
    return a
def split(p):
    p = _s(p)
    i = p.rfind('/') + 1
    head, tail = p[:i], p[i:]
    if head and head != '/' * len(head):
        head = head.rstrip('/')
    return head, tail
def basename(p):
    p = _s(p)
    return p[p.rfind('/') + 1:]
def dirname(p):
    p = _s(p)
    return split(p)[0]
def splitext(p):
    p = _s(p)
    i = p.rfind('.')
    j = p.rfind('/')
    if i > j + 1 and p[j + 1:i].strip('.'):
        return p[:i], p[i:]
    return p, ''
def isabs(p):
    p = _s(p)
    return p.startswith('/')
def normpath(p):
    p = _s(p)
    if not p:
        return '.'
    out = []
    for part in p.split('/'):
        if part in ('', '.'):
            continue
        if part == '..' and out and out[-1] != '..':
            out.pop()
        elif part != '..' or not p.startswith('/'):
            out.append(part)
    return ('/' if p.startswith('/') else '') + '/'.join(out) or '.'
def abspath(p):
    p = _s(p)
    return normpath(p if isabs(p) else join(_here(), p))
realpath = abspath
def expanduser(p):
    p = _s(p)
    return '/home/user' + p[1:] if p.startswith('~') else p
def relpath(path, start=None):
    if not path:
        raise ValueError('no path specified')
    path = _s(path)
    a = [x for x in abspath('.' if start is None else start).split('/') if x]
    b = [x for x in abspath(path).split('/') if x]
    n = 0
    while n < len(a) and n < len(b) and a[n] == b[n]:
        n += 1
    return '/'.join(['..'] * (len(a) - n) + b[n:]) or '.'
def commonprefix(m):
    if not m:
        return ''
    a, b = min(m), max(m)
    n = 0
    while n < len(a) and n < len(b) and a[n] == b[n]:
        n += 1
    return a[:n]
def _here():
    import _files
    return _files.getcwd()
def __getattr__(name):
    if name in ('exists', 'lexists', 'isfile', 'isdir', 'islink', 'getsize', 'samefile'):
        import _files
        return getattr(_files, name)
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('os.path.' + name)

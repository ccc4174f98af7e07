"""os.path: POSIX path arithmetic. No file exists."""
from _os import refuse as _refuse
sep = '/'

def join(a, /, *rest):
    for b in rest:
        if b.startswith('/'):
            a = b
        elif not a or a.endswith('/'):
            a += b
        else:
            a += '/' + b
    return a
def split(p):
    i = p.rfind('/') + 1
    head, tail = p[:i], p[i:]
    if head and head != '/' * len(head):
        head = head.rstrip('/')
    return head, tail
def basename(p):
    return p[p.rfind('/') + 1:]
def dirname(p):
    return split(p)[0]
def splitext(p):
    i = p.rfind('.')
    j = p.rfind('/')
    if i > j + 1 and p[j + 1:i].strip('.'):
        return p[:i], p[i:]
    return p, ''
def isabs(p):
    return p.startswith('/')
def normpath(p):
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
    return normpath(p if isabs(p) else join('/home/user', p))
realpath = abspath
def expanduser(p):
    return '/home/user' + p[1:] if p.startswith('~') else p
def exists(p):
    return False
isfile = isdir = exists

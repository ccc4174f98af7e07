"""glob: names of files in memory by shell patterns, in the order of making (the order is the file system's)."""
import os as _os
import fnmatch as _fn

def has_magic(s):
    return any(c in s for c in '*?[')
def _below(folder):
    yield folder
    for name in _os.listdir(folder or '.') if _os.path.isdir(folder or '.') else []:
        p = _os.path.join(folder, name)
        if not name.startswith('.') and _os.path.isdir(p):
            yield from _below(p)
def _names(folder, pat, dirs):
    if not _os.path.isdir(folder or '.'):
        return
    for name in _os.listdir(folder or '.'):
        if _fn.fnmatchcase(name, pat) and (pat.startswith('.') or not name.startswith('.')):
            p = _os.path.join(folder, name)
            if not dirs or _os.path.isdir(p):
                yield p
def _walk(bases, parts, recursive):
    if not parts:
        yield from bases
        return
    head, rest = parts[0], parts[1:]
    for b in bases:
        if head == '**' and recursive:
            found = []
            for d in _below(b):
                if rest or d != b or d:
                    found.append(d if rest or d != b else _os.path.join(d, ''))
                if not rest:
                    found += [p for p in _names(d, '*', False) if not _os.path.isdir(p)]
        elif has_magic(head):
            found = _names(b, head, bool(rest))
        else:
            p = _os.path.join(b, head)
            found = [p] if _os.path.lexists(p) else []
        yield from _walk(found, rest, recursive)
def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    if root_dir is not None or dir_fd is not None or include_hidden:
        from _os import refuse
        refuse('glob with root_dir=, dir_fd= or include_hidden=')
    p = _os.fspath(pathname)
    yield from _walk(['/' if p.startswith('/') else ''], [x for x in p.split('/') if x], recursive)
def glob(pathname, **kw):
    return list(iglob(pathname, **kw))
def escape(pathname):
    return ''.join(f'[{c}]' if c in '*?[' else c for c in pathname)

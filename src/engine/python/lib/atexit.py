"""atexit: what runs when the program has ended. An error in it is refused: CPython writes it to standard error and goes on."""
from _lives import at_exit as _at_exit
from _os import refuse as _refuse

_rows = []

def _run():
    while _rows:
        f, args, kw = _rows.pop()
        try:
            f(*args, **kw)
        except Exception as e:
            _refuse(f'an error in a function of atexit ({type(e).__name__}: {e})')
_run_exitfuncs = _run

_asked = []

def register(func, /, *args, **kwargs):
    if not callable(func):
        raise TypeError('the first argument must be callable')
    if not _asked:
        _asked.append(True)
        _at_exit(_run)
    _rows.append((func, args, kwargs))
    return func
def unregister(func, /):
    _rows[:] = [row for row in _rows if row[0] != func]
def _clear():
    _rows.clear()
def _ncallbacks():
    return len(_rows)

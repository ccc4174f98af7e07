"""traceback: exceptions as text."""
import sys
from _atlas import format_exception as _format

def format_exc(limit=None, chain=True):
    e = sys.exc_info()[1]
    return 'NoneType: None\n' if e is None else _format(e)
def print_exc(limit=None, file=None, chain=True):
    (file or sys.stderr).write(format_exc())
def format_exception(exc, value=None, tb=None, limit=None, chain=True):
    return _format(exc if value is None else value).splitlines(keepends=True)
def print_exception(exc, value=None, tb=None, limit=None, file=None, chain=True):
    (file or sys.stderr).write(_format(exc if value is None else value))
def format_exception_only(exc, value=None):
    return [_format(exc if value is None else value).splitlines(keepends=True)[-1]]

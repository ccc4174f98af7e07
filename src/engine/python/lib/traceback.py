"""traceback: exceptions as text. Leaves out: limits, frames that are still running."""
import sys
from _atlas import format_exception as _format, format_only as _only, tb_entries as _entries, tb_lines as _lines, refuse as _refuse

def _exc(exc, value):
    return exc if value is None and isinstance(exc, BaseException) else value
def _limited(limit):
    if limit is not None:
        _refuse('traceback with limit=')
def format_exc(limit=None, chain=True):
    _limited(limit)
    e = sys.exc_info()[1]
    return 'NoneType: None\n' if e is None else _format(e, chain)
def print_exc(limit=None, file=None, chain=True):
    (file or sys.stderr).write(format_exc(limit, chain))
def format_exception(exc, /, value=None, tb=None, limit=None, chain=True):
    _limited(limit)
    e = _exc(exc, value)
    if e is None:
        return ['NoneType: None\n']
    if not chain or e.__cause__ is None and e.__context__ is None and not isinstance(e, BaseExceptionGroup):
        lines = _lines(e.__traceback__)
        return (['Traceback (most recent call last):\n'] if lines else []) + lines + _only(e).splitlines(keepends=True)
    return _format(e, chain).splitlines(keepends=True)
def print_exception(exc, /, value=None, tb=None, limit=None, file=None, chain=True):
    _limited(limit)
    (file or sys.stderr).write(_format(_exc(exc, value), chain))
def format_exception_only(exc, /, value=None):
    return _only(_exc(exc, value)).splitlines(keepends=True)

class FrameSummary:
    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None, end_colno=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self._line = line
        self.locals = locals
        self.end_lineno = end_lineno
        self.colno = colno
        self.end_colno = end_colno
    @property
    def line(self):
        return None if self._line is None else self._line.strip()
    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])
    def __getitem__(self, at):
        return (self.filename, self.lineno, self.name, self.line)[at]
    def __len__(self):
        return 4
    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return (self.filename, self.lineno, self.name, self.locals) == (other.filename, other.lineno, other.name, other.locals)
        return (self.filename, self.lineno, self.name, self.line) == other if isinstance(other, tuple) else NotImplemented
    def __repr__(self):
        return f'<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>'

class StackSummary(list):
    def format(self):
        return list(self._texts)

def extract_tb(tb, limit=None):
    _limited(limit)
    stack = StackSummary(FrameSummary(*row[:3], line=row[3], end_lineno=row[4]) for row in _entries(tb))
    stack._texts = _lines(tb)
    return stack
def format_tb(tb, limit=None):
    return extract_tb(tb, limit).format()
def print_tb(tb, limit=None, file=None):
    (file or sys.stderr).write(''.join(format_tb(tb, limit)))
def format_list(extracted_list):
    if isinstance(extracted_list, StackSummary):
        return extracted_list.format()
    _refuse('traceback.format_list of rows made elsewhere')
def print_list(extracted_list, file=None):
    (file or sys.stderr).write(''.join(format_list(extracted_list)))

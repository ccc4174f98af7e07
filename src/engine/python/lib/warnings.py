"""warnings: filters, recording, and the line on standard error."""
import sys
from _atlas import caller as _caller

filters = []
_once = set()

def _reset():
    filters[:] = [('default', None, DeprecationWarning, '__main__', 0), ('ignore', None, DeprecationWarning, None, 0),
                  ('ignore', None, PendingDeprecationWarning, None, 0), ('ignore', None, ImportWarning, None, 0),
                  ('ignore', None, ResourceWarning, None, 0)]
_reset()

def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    item = (action, message or None, category, module or None, lineno)
    if append:
        filters.append(item)
    else:
        filters.insert(0, item)

def simplefilter(action, category=Warning, lineno=0, append=False):
    filterwarnings(action, '', category, '', lineno, append)

def resetwarnings():
    filters[:] = []

class WarningMessage:
    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.line = line

def formatwarning(message, category, filename, lineno, line=None):
    s = f'{filename}:{lineno}: {category.__name__}: {message}\n'
    if line:
        s += f'  {line.strip()}\n'
    return s

def showwarning(message, category, filename, lineno, file=None, line=None):
    (file or sys.stderr).write(formatwarning(message, category, filename, lineno, line))

_recorders = []

def _matches(pattern, text):
    import re
    return re.match(pattern, text, re.I) is not None

def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = message.__class__
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    filename, lineno, module, line, _ = _caller(stacklevel)
    warn_explicit(message, category, filename, lineno, module, line=line)

def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None, line=None):
    text = str(message)
    action = 'default'
    for act, msg, cat, mod, ln in filters:
        if issubclass(category, cat) and (msg is None or _matches(msg, text)) and (mod is None or mod == module or _matches(mod, module or '')) and ln in (0, lineno):
            action = act
            break
    if action == 'ignore':
        return
    w = message if isinstance(message, Warning) else category(message)
    if action == 'error':
        raise w
    if action == 'once':
        key = (text, category)
    elif action == 'module':
        key = (text, category, module)
    else:
        key = (text, category, filename, lineno)
    if action != 'always':
        if key in _once:
            return
        _once.add(key)
    if _recorders:
        _recorders[-1].append(WarningMessage(w, category, filename, lineno))
    else:
        showwarning(w, category, filename, lineno, None, line)

class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._action = action
        self._category = category
    def __enter__(self):
        self._saved = filters[:]
        self._seen = set(_once)
        _once.clear()
        if self._action is not None:
            simplefilter(self._action, self._category)
        if self._record:
            log = []
            _recorders.append(log)
            return log
    def __exit__(self, *exc_info):
        filters[:] = self._saved
        _once.clear()
        _once.update(self._seen)
        if self._record:
            _recorders.pop()

"""logging: loggers, handlers and formatters that write to standard error."""
import sys
import time

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
_names = {50: 'CRITICAL', 40: 'ERROR', 30: 'WARNING', 20: 'INFO', 10: 'DEBUG', 0: 'NOTSET'}
_levels = {v: k for k, v in _names.items()}
BASIC_FORMAT = '%(levelname)s:%(name)s:%(message)s'

def getLevelName(level):
    return _names.get(level, _levels.get(level, f'Level {level}'))
def addLevelName(level, name):
    _names[level] = name
    _levels[name] = level
def _check(level):
    if isinstance(level, str):
        if level not in _levels:
            raise ValueError(f'Unknown level: {level!r}')
        return _levels[level]
    return level

class LogRecord:
    def __init__(self, name, level, msg, args, exc_info):
        self.name = name
        self.levelno = level
        self.levelname = getLevelName(level)
        self.msg = msg
        self.args = args[0] if len(args) == 1 and isinstance(args[0], dict) and args[0] else args
        self.exc_info = exc_info
        self.created = time.time()
        self.msecs = 0
        self.filename = self.pathname = self.module = self.funcName = '?'
        self.lineno = 0
        self.process = 1
        self.threadName = 'MainThread'
    def getMessage(self):
        msg = str(self.msg)
        return msg % self.args if self.args else msg

class Formatter:
    def __init__(self, fmt=None, datefmt=None, style='%', validate=True, *, defaults=None):
        self._fmt = fmt or '%(message)s'
        self.datefmt = datefmt
        self._style = style
    def formatTime(self, record, datefmt=None):
        return time.strftime(datefmt or '%Y-%m-%d %H:%M:%S')
    def format(self, record):
        record.message = record.getMessage()
        if 'asctime' in self._fmt:
            record.asctime = self.formatTime(record, self.datefmt)
        if self._style == '{':
            s = self._fmt.format(**record.__dict__)
        else:
            s = self._fmt % record.__dict__
        if record.exc_info:
            e = record.exc_info
            e = e[1] if isinstance(e, tuple) else e
            s += f'\n{type(e).__name__}: {e}'
        return s

class Filter:
    def __init__(self, name=''):
        self.name = name
    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + '.')

class _Filterer:
    def __init__(self):
        self.filters = []
    def addFilter(self, f):
        self.filters.append(f)
    def removeFilter(self, f):
        if f in self.filters:
            self.filters.remove(f)
    def _passes(self, record):
        return all(f.filter(record) if hasattr(f, 'filter') else f(record) for f in self.filters)

class Handler(_Filterer):
    def __init__(self, level=NOTSET):
        super().__init__()
        self.level = _check(level)
        self.formatter = None
    def setLevel(self, level):
        self.level = _check(level)
    def setFormatter(self, fmt):
        self.formatter = fmt
    def format(self, record):
        return (self.formatter or _default).format(record)
    def handle(self, record):
        if self._passes(record):
            self.emit(record)
    def emit(self, record):
        raise NotImplementedError('emit must be implemented by Handler subclasses')
    def flush(self):
        pass
    def close(self):
        pass
_default = Formatter()

class StreamHandler(Handler):
    terminator = '\n'
    def __init__(self, stream=None):
        super().__init__()
        self.stream = stream
    def emit(self, record):
        (self.stream or sys.stderr).write(self.format(record) + self.terminator)

class NullHandler(Handler):
    def emit(self, record):
        pass

class Logger(_Filterer):
    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name = name
        self.level = _check(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False
    def setLevel(self, level):
        self.level = _check(level)
    def getEffectiveLevel(self):
        log = self
        while log:
            if log.level:
                return log.level
            log = log.parent
        return NOTSET
    def isEnabledFor(self, level):
        return not self.disabled and level >= self.getEffectiveLevel() and level > _disabled[0]
    def addHandler(self, h):
        if h not in self.handlers:
            self.handlers.append(h)
    def removeHandler(self, h):
        if h in self.handlers:
            self.handlers.remove(h)
    def hasHandlers(self):
        log = self
        while log:
            if log.handlers:
                return True
            log = log.parent if log.propagate else None
        return False
    def getChild(self, suffix):
        return getLogger(suffix if self is root else f'{self.name}.{suffix}')
    def log(self, level, msg, *args, exc_info=None, **kwargs):
        if not self.isEnabledFor(level):
            return
        if exc_info is True:
            exc_info = sys.exc_info()
        record = LogRecord(self.name, level, msg, args, exc_info)
        if not self._passes(record):
            return
        found = False
        log = self
        while log:
            for h in log.handlers:
                found = True
                if level >= h.level:
                    h.handle(record)
            log = log.parent if log.propagate else None
        if not found and level >= WARNING:
            sys.stderr.write(record.getMessage() + '\n')
    def debug(self, msg, *args, **kw):
        self.log(DEBUG, msg, *args, **kw)
    def info(self, msg, *args, **kw):
        self.log(INFO, msg, *args, **kw)
    def warning(self, msg, *args, **kw):
        self.log(WARNING, msg, *args, **kw)
    warn = warning
    def error(self, msg, *args, **kw):
        self.log(ERROR, msg, *args, **kw)
    def exception(self, msg, *args, exc_info=True, **kw):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kw)
    def critical(self, msg, *args, **kw):
        self.log(CRITICAL, msg, *args, **kw)
    fatal = critical
    def __repr__(self):
        return f'<{self.__class__.__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>'

class LoggerAdapter:
    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra
    def __getattr__(self, name):
        return getattr(self.logger, name)

_disabled = [0]
root = Logger('root', WARNING)
_loggers = {}

def getLogger(name=None):
    if not name or name == 'root':
        return root
    if name not in _loggers:
        log = _loggers[name] = Logger(name)
        log.parent = root
        parts = name.split('.')
        for i in range(len(parts) - 1, 0, -1):
            p = '.'.join(parts[:i])
            if p in _loggers:
                log.parent = _loggers[p]
                break
        for other, l in _loggers.items():
            if other.startswith(name + '.') and not l.parent.name.startswith(name):
                l.parent = log
    return _loggers[name]

def basicConfig(*, level=None, format=None, datefmt=None, stream=None, handlers=None, force=False, style='%', filename=None, filemode='a', encoding=None):
    if force:
        root.handlers.clear()
    if not root.handlers:
        for h in handlers or [StreamHandler(stream)]:
            if h.formatter is None:
                h.setFormatter(Formatter(format or BASIC_FORMAT, datefmt, style))
            root.addHandler(h)
        if level is not None:
            root.setLevel(level)

def disable(level=CRITICAL):
    _disabled[0] = level
def _top(method):
    def f(msg, *args, **kw):
        if not root.handlers:
            basicConfig()
        getattr(root, method)(msg, *args, **kw)
    return f
debug = _top('debug')
info = _top('info')
warning = warn = _top('warning')
error = _top('error')
exception = _top('exception')
critical = fatal = _top('critical')
def log(level, msg, *args, **kw):
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **kw)
def captureWarnings(capture):
    pass
def shutdown():
    pass

"""logging: loggers, handlers and formatters that write to standard error."""
import sys
import time
from _atlas import caller as _caller, refuse as _refuse

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
    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        self.name = name
        self.msg = msg
        self.args = args[0] if args and len(args) == 1 and isinstance(args[0], dict) and args[0] else args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.filename = pathname.split('/')[-1]
        self.module = self.filename.rsplit('.', 1)[0]
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
        self.created = time.time()
        self.msecs = 0
        self.process = 1
        self.processName = 'MainProcess'
        self.threadName = 'MainThread'
    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'
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
        if self._style == '$':
            from string import Template
            s = Template(self._fmt).substitute(**record.__dict__)
        elif self._style == '{':
            s = self._fmt.format(**record.__dict__)
        else:
            s = self._fmt % record.__dict__
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            s += ('' if s.endswith('\n') else '\n') + record.exc_text
        return s
    def formatException(self, ei):
        import traceback
        return ''.join(traceback.format_exception(*ei)).removesuffix('\n')

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
    def __repr__(self):
        return f'<{self.__class__.__name__} ({getLevelName(self.level)})>'
_default = Formatter()

class StreamHandler(Handler):
    terminator = '\n'
    def __init__(self, stream=None):
        super().__init__()
        self.stream = stream
    def emit(self, record):
        (self.stream or sys.stderr).write(self.format(record) + self.terminator)
    def __repr__(self):
        name = str(getattr(self.stream or sys.stderr, 'name', ''))
        return f'<{self.__class__.__name__} {name + " " if name else ""}({getLevelName(self.level)})>'

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
    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            raise TypeError('level must be an integer')
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)
    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        if stack_info:
            _refuse('logging with stack_info')
        above, here = 1, _caller(0)[0]
        while _caller(above)[0] == here:
            above += 1
        file, line, _, _, function = _caller(above + stacklevel - 1)
        if isinstance(exc_info, BaseException):
            exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
        elif exc_info and not isinstance(exc_info, tuple):
            exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, file, line, msg, args, exc_info, function, extra))
    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        record = LogRecord(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key, value in (extra or {}).items():
            if key in ('message', 'asctime') or key in record.__dict__:
                raise KeyError(f'Attempt to overwrite {key!r} in LogRecord')
            setattr(record, key, value)
        return record
    def handle(self, record):
        level = record.levelno
        if self.disabled:
            return
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
            sys.stderr.write(_default.format(record) + '\n')
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

class RootLogger(Logger):
    def __init__(self, level):
        super().__init__('root', level)

class LoggerAdapter:
    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra
    def process(self, msg, kwargs):
        kwargs['extra'] = self.extra
        return msg, kwargs
    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)
    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)
    def __getattr__(self, name):
        level = {'debug': DEBUG, 'info': INFO, 'warning': WARNING, 'error': ERROR, 'critical': CRITICAL}.get(name)
        if level is not None:
            return lambda msg, *args, **kwargs: self.log(level, msg, *args, **kwargs)
        return getattr(self.logger, name)
    def __repr__(self):
        return f'<{self.__class__.__name__} {self.logger.name} ({getLevelName(self.getEffectiveLevel())})>'

_disabled = [0]
root = RootLogger(WARNING)
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

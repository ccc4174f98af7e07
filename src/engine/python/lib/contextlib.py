"""contextlib: context managers from generators, stacks of them, suppression."""
from abc import ABC
from functools import wraps
import sys

class AbstractContextManager(ABC):
    def __enter__(self):
        return self
    def __exit__(self, exc_type, exc_value, traceback):
        return None

class ContextDecorator:
    def _recreate_cm(self):
        return self
    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner

class _GeneratorContextManager(ContextDecorator, AbstractContextManager):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        self.__doc__ = getattr(func, '__doc__', None)
    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)
    def __enter__(self):
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None
    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            else:
                raise RuntimeError("generator didn't stop")
        else:
            if value is None:
                value = typ()
            try:
                self.gen.throw(typ, value, traceback)
            except StopIteration as exc:
                return exc is not value
            except RuntimeError as exc:
                if exc is value:
                    return False
                if isinstance(value, StopIteration) and exc.__cause__ is value:
                    return False
                raise
            except BaseException as exc:
                if exc is not value:
                    raise
                return False
            raise RuntimeError("generator didn't stop after throw()")

def contextmanager(func):
    @wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper

class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result
    def __enter__(self):
        return self.enter_result
    def __exit__(self, *excinfo):
        pass

class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing
    def __enter__(self):
        return self.thing
    def __exit__(self, *exc_info):
        self.thing.close()

class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions
    def __enter__(self):
        pass
    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._exceptions)

class _RedirectStream(AbstractContextManager):
    _stream = None
    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []
    def __enter__(self):
        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target
    def __exit__(self, exctype, excinst, exctb):
        setattr(sys, self._stream, self._old_targets.pop())

class redirect_stdout(_RedirectStream):
    _stream = 'stdout'

class redirect_stderr(_RedirectStream):
    _stream = 'stderr'

class ExitStack(AbstractContextManager):
    def __init__(self):
        self._exit_callbacks = []
    def pop_all(self):
        new = type(self)()
        new._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = []
        return new
    def push(self, exit):
        f = getattr(type(exit), '__exit__', None)
        if f is None:
            self._exit_callbacks.append(exit)
        else:
            self._exit_callbacks.append(lambda *info: f(exit, *info))
        return exit
    def enter_context(self, cm):
        cls = type(cm)
        try:
            enter, exit = cls.__enter__, cls.__exit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the context manager protocol") from None
        result = enter(cm)
        self._exit_callbacks.append(lambda *info: exit(cm, *info))
        return result
    def callback(self, callback, /, *args, **kwds):
        def run(*info):
            callback(*args, **kwds)
        self._exit_callbacks.append(run)
        return callback
    def close(self):
        self.__exit__(None, None, None)
    def __enter__(self):
        return self
    def __exit__(self, *exc_details):
        received = exc_details[0] is not None
        suppressed = False
        pending = False
        while self._exit_callbacks:
            cb = self._exit_callbacks.pop()
            try:
                if cb(*exc_details):
                    suppressed = True
                    pending = False
                    exc_details = (None, None, None)
            except BaseException as e:
                exc_details = (type(e), e, e.__traceback__)
                pending = True
        if pending:
            raise exc_details[1]
        return received and suppressed

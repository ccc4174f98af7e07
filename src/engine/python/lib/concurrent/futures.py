"""concurrent.futures: a pool of threads does each call where it is submitted (threading.py). Processes are refused by name."""
import threading as _threading
from _os import refuse as _refuse

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED'

class Error(Exception):
    pass
class CancelledError(Error):
    pass
class InvalidStateError(Error):
    pass
class BrokenExecutor(RuntimeError):
    pass
TimeoutError = TimeoutError
for _kind in (Error, CancelledError, InvalidStateError):
    _kind.__module__ = 'concurrent.futures._base'

class Future:
    def __init__(self):
        self._done, self._cancelled, self._result, self._exception, self._callbacks = False, False, None, None, []
    def cancel(self):
        if self._done:
            return self._cancelled
        self._done = self._cancelled = True
        self._tell()
        return True
    def cancelled(self):
        return self._cancelled
    def running(self):
        return False
    def done(self):
        return self._done
    def _ready(self):
        if not self._done:
            _refuse('a future that waits for another thread')
        if self._cancelled:
            raise CancelledError()
    def result(self, timeout=None):
        self._ready()
        if self._exception is not None:
            raise self._exception
        return self._result
    def exception(self, timeout=None):
        self._ready()
        return self._exception
    def add_done_callback(self, fn):
        if self._done:
            fn(self)
        else:
            self._callbacks.append(fn)
    def _tell(self):
        for fn in self._callbacks:
            fn(self)
    def set_running_or_notify_cancel(self):
        return not self._cancelled
    def set_result(self, result):
        if self._done:
            raise InvalidStateError(f"{'CANCELLED' if self._cancelled else 'FINISHED'}: {self!r}")
        self._result, self._done = result, True
        self._tell()
    def set_exception(self, exception):
        self._exception, self._done = exception, True
        self._tell()

class Executor:
    def map(self, fn, *iterables, timeout=None, chunksize=1):
        futures = [self.submit(fn, *args) for args in zip(*iterables)]
        def results():
            for f in futures:
                yield f.result()
        return results()
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        self.shutdown(wait=True)
        return False

class ThreadPoolExecutor(Executor):
    _pools = [0]
    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=()):
        if max_workers is not None and max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        self._max_workers = 5 if max_workers is None else max_workers
        prefix = thread_name_prefix or f'ThreadPoolExecutor-{self._pools[0]}'
        self._pools[0] += 1
        self._thread, self._closed, self._first = _threading.Thread(name=f'{prefix}_0'), False, (initializer, initargs)
    def submit(self, fn, /, *args, **kwargs):
        if self._closed:
            raise RuntimeError('cannot schedule new futures after shutdown')
        f = Future()
        first, self._first = self._first, (None, ())
        def work():
            if first[0] is not None:
                first[0](*first[1])
            return fn(*args, **kwargs)
        try:
            result = _threading._apart(self._thread, work)
        except BaseException as e:
            f.set_exception(e)
        else:
            f.set_result(result)
        return f
    def shutdown(self, wait=True, *, cancel_futures=False):
        self._closed = True
class ProcessPoolExecutor(Executor):
    def __init__(self, *args, **kw):
        _refuse('concurrent.futures.ProcessPoolExecutor')

def as_completed(fs, timeout=None):
    for f in list(dict.fromkeys(fs)):
        f._ready() if not f._cancelled else None
        yield f
class DoneAndNotDoneFutures(tuple):
    def __new__(cls, done, not_done):
        return tuple.__new__(cls, (done, not_done))
    done = property(lambda self: self[0])
    not_done = property(lambda self: self[1])
def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    fs = set(fs)
    for f in fs:
        if not f.done():
            _refuse('a future that waits for another thread')
    return DoneAndNotDoneFutures(fs, set())

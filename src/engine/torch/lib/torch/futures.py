"""torch.futures: a value that is set once, and functions that wait for it.

Here everything a future waits for has happened when it is asked: `wait` ends the collective behind it.
Leaves out: futures across processes, `collect_all` of several devices.
"""
from torch._C import _missing


class Future:
    def __init__(self, *, devices=None):
        self._ready = False
        self._result = None
        self._failure = None
        self._callbacks = []
        self._source = None  # what gives the result when it is waited for

    def _settle(self):
        if self._ready or self._source is None:
            return
        source, self._source = self._source, None
        try:
            self.set_result(source())
        except Exception as error:
            self.set_exception(error)

    def done(self):
        return self._ready

    def wait(self):
        self._settle()
        if not self._ready:
            raise RuntimeError("the future was never given a result")
        if self._failure is not None:
            raise self._failure
        return self._result

    def value(self):
        return self.wait()

    def set_result(self, result):
        if self._ready:
            raise RuntimeError("Future can only be marked completed once")
        self._ready, self._result = True, result
        for callback in self._callbacks:
            callback(self)

    def set_exception(self, result):
        self._ready, self._failure = True, result
        for callback in self._callbacks:
            callback(self)

    def then(self, callback):
        """The future of `callback(self)`."""
        after = Future()

        def result():
            self._settle()
            return callback(self)

        after._source = result
        return after

    def add_done_callback(self, callback):
        if self._ready:
            callback(self)
        else:
            self._callbacks.append(callback)


def collect_all(futures):
    after = Future()

    def result():
        for f in futures:
            f._settle()
        return list(futures)

    after._source = result
    return after


def wait_all(futures):
    return [f.wait() for f in collect_all(futures).wait()]


def __getattr__(name):
    return _missing("torch.futures", name)

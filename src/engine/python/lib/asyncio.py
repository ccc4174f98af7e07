"""asyncio: one loop in the order of CPython 3.11's, over the simulated clock of `time`: a sleep moves the clock and takes no time.

After base_events, futures, tasks, locks, queues, timeouts and taskgroups in our own words. Functions in threads run at once.
Refused by name: sockets, streams, processes, signals; a program in which everything waits for ever.
"""
import heapq as _heapq
import time as _time
from collections import deque as _deque
from _coroutines import coroutine as _coroutine, is_coroutine as iscoroutine, made_by as _made_by
from _os import refuse as _refuse
from _time import advance as _advance

class CancelledError(BaseException):
    pass
CancelledError.__module__ = 'asyncio.exceptions'
class InvalidStateError(Exception):
    pass
InvalidStateError.__module__ = 'asyncio.exceptions'
class QueueEmpty(Exception):
    pass
class QueueFull(Exception):
    pass
class BrokenBarrierError(RuntimeError):
    pass
for _kind in (QueueEmpty, QueueFull):
    _kind.__module__ = 'asyncio.queues'
TimeoutError = TimeoutError

_PENDING, _CANCELLED, _FINISHED = 'PENDING', 'CANCELLED', 'FINISHED'
_running = []
_state = {'loop': None, 'tasks': 0, 'order': 0}
_tasks = {}
_current = {}

class Handle:
    def __init__(self, callback, args, loop, when=None):
        self._callback, self._args, self._loop, self._when, self._cancelled = callback, args, loop, when, False
    def cancel(self):
        self._cancelled = True
    def cancelled(self):
        return self._cancelled
    def when(self):
        return self._when
    def _run(self):
        self._callback(*self._args)
TimerHandle = Handle

class AbstractEventLoop:
    pass
class BaseEventLoop(AbstractEventLoop):
    def __init__(self):
        self._ready, self._scheduled = _deque(), []
        self._closed, self._stopping = False, False
    def time(self):
        return _time.monotonic()
    def is_running(self):
        return self in _running
    def is_closed(self):
        return self._closed
    def close(self):
        if self.is_running():
            raise RuntimeError('Cannot close a running event loop')
        self._closed = True
    def stop(self):
        self._stopping = True
    def get_debug(self):
        return False
    def set_debug(self, enabled):
        pass
    def _open(self):
        if self._closed:
            raise RuntimeError('Event loop is closed')
    def call_soon(self, callback, *args, context=None):
        self._open()
        h = Handle(callback, args, self)
        self._ready.append(h)
        return h
    call_soon_threadsafe = call_soon
    def call_later(self, delay, callback, *args, context=None):
        return self.call_at(self.time() + delay, callback, *args)
    def call_at(self, when, callback, *args, context=None):
        self._open()
        h = Handle(callback, args, self, when)
        _state['order'] += 1
        _heapq.heappush(self._scheduled, (when, _state['order'], h))
        return h
    def create_future(self):
        return Future(loop=self)
    def create_task(self, coro, *, name=None, context=None):
        self._open()
        return Task(coro, loop=self, name=name)
    def run_in_executor(self, executor, func, *args):
        f = self.create_future()
        try:
            f.set_result(func(*args))
        except Exception as e:
            f.set_exception(e)
        return f
    def _once(self):
        while self._scheduled and self._scheduled[0][2]._cancelled:
            _heapq.heappop(self._scheduled)
        if not self._ready:
            if not self._scheduled:
                _refuse('asyncio: everything waits, for ever')
            wait = self._scheduled[0][0] - self.time()
            if wait > 0:
                _advance(wait)
        now = max(self.time(), self._scheduled[0][0] if self._scheduled and not self._ready else 0) + 1e-9
        while self._scheduled and self._scheduled[0][0] < now:
            self._ready.append(_heapq.heappop(self._scheduled)[2])
        for _ in range(len(self._ready)):
            h = self._ready.popleft()
            if not h._cancelled:
                h._run()
    def run_forever(self):
        self._open()
        if self.is_running():
            raise RuntimeError('This event loop is already running')
        if _running:
            raise RuntimeError('Cannot run the event loop while another loop is running')
        _running.append(self)
        try:
            while True:
                self._once()
                if self._stopping:
                    break
        finally:
            self._stopping = False
            _running.pop()
    def run_until_complete(self, future):
        self._open()
        if self.is_running():
            raise RuntimeError('This event loop is already running')
        if _running:
            raise RuntimeError('Cannot run the event loop while another loop is running')
        future = ensure_future(future, loop=self)
        def stop(f):
            self.stop()
        future.add_done_callback(stop)
        try:
            self.run_forever()
        finally:
            future.remove_done_callback(stop)
        if not future.done():
            raise RuntimeError('Event loop stopped before Future completed.')
        return future.result()
    @_coroutine
    def shutdown_asyncgens(self):
        return None
    shutdown_default_executor = shutdown_asyncgens
SelectorEventLoop = BaseEventLoop

def iscoroutinefunction(func):
    return _made_by(func) == 'coroutine'

def get_running_loop():
    if not _running:
        raise RuntimeError('no running event loop')
    return _running[-1]
def new_event_loop():
    return BaseEventLoop()
def set_event_loop(loop):
    _state['loop'] = loop
def get_event_loop():
    if _running:
        return _running[-1]
    if _state['loop'] is None:
        _state['loop'] = new_event_loop()
    return _state['loop']

class Future:
    _asyncio_future_blocking = False
    def __init__(self, *, loop=None):
        self._loop = get_event_loop() if loop is None else loop
        self._state, self._result, self._exception = _PENDING, None, None
        self._callbacks, self._cancel_message = [], None
    def get_loop(self):
        return self._loop
    def cancelled(self):
        return self._state == _CANCELLED
    def done(self):
        return self._state != _PENDING
    def _cancelled_error(self):
        return CancelledError() if self._cancel_message is None else CancelledError(self._cancel_message)
    def result(self):
        if self._state == _CANCELLED:
            raise self._cancelled_error()
        if self._state != _FINISHED:
            raise InvalidStateError('Result is not set.')
        if self._exception is not None:
            raise self._exception
        return self._result
    def exception(self):
        if self._state == _CANCELLED:
            raise self._cancelled_error()
        if self._state != _FINISHED:
            raise InvalidStateError('Exception is not set.')
        return self._exception
    def cancel(self, msg=None):
        if self._state != _PENDING:
            return False
        self._state, self._cancel_message = _CANCELLED, msg
        self._tell()
        return True
    def _tell(self):
        callbacks, self._callbacks = self._callbacks, []
        for f in callbacks:
            self._loop.call_soon(f, self)
    def add_done_callback(self, fn, *, context=None):
        if self._state != _PENDING:
            self._loop.call_soon(fn, self)
        else:
            self._callbacks.append(fn)
    def remove_done_callback(self, fn):
        n = len(self._callbacks)
        self._callbacks = [f for f in self._callbacks if f != fn]
        return n - len(self._callbacks)
    def set_result(self, result):
        if self._state != _PENDING:
            raise InvalidStateError('invalid state')
        self._result, self._state = result, _FINISHED
        self._tell()
    def set_exception(self, exception):
        if self._state != _PENDING:
            raise InvalidStateError('invalid state')
        if isinstance(exception, type):
            exception = exception()
        if type(exception) is StopIteration:
            raise TypeError('StopIteration interacts badly with generators and cannot be raised into a Future')
        self._exception, self._state = exception, _FINISHED
        self._tell()
    def __await__(self):
        if self._state == _PENDING:
            self._asyncio_future_blocking = True
            yield self
        if self._state == _PENDING:
            raise RuntimeError("await wasn't used with future")
        return self.result()
    __iter__ = __await__

class Task(Future):
    def __init__(self, coro, *, loop=None, name=None, context=None):
        Future.__init__(self, loop=loop)
        if not iscoroutine(coro):
            raise TypeError(f'a coroutine was expected, got {coro!r}')
        if name is None:
            _state['tasks'] += 1
            name = f"Task-{_state['tasks']}"
        self._name, self._coro = str(name), coro
        self._must_cancel, self._waits_for, self._requests = False, None, 0
        self._loop.call_soon(self._step)
        _tasks[id(self)] = self
    def get_name(self):
        return self._name
    def set_name(self, value):
        self._name = str(value)
    def get_coro(self):
        return self._coro
    def set_result(self, result):
        raise RuntimeError('Task does not support set_result operation')
    def set_exception(self, exception):
        raise RuntimeError('Task does not support set_exception operation')
    def cancelling(self):
        return self._requests
    def uncancel(self):
        if self._requests > 0:
            self._requests -= 1
        return self._requests
    def cancel(self, msg=None):
        if self.done():
            return False
        self._requests += 1
        if self._waits_for is not None and self._waits_for.cancel(msg=msg):
            return True
        self._must_cancel, self._cancel_message = True, msg
        return True
    def _finish(self, how, *args):
        _tasks.pop(id(self), None)
        how(self, *args)
    def _step(self, exc=None):
        if self.done():
            raise InvalidStateError(f'_step(): already done: {self!r}, {exc!r}')
        if self._must_cancel:
            if not isinstance(exc, CancelledError):
                exc = self._cancelled_error()
            self._must_cancel = False
        self._waits_for = None
        before = _current.get('task')
        _current['task'] = self
        try:
            result = self._coro.send(None) if exc is None else self._coro.throw(exc)
        except StopIteration as e:
            if self._must_cancel:
                self._finish(Future.cancel, self._cancel_message)
            else:
                self._finish(Future.set_result, e.value)
        except CancelledError:
            self._finish(Future.cancel)
        except (KeyboardInterrupt, SystemExit) as e:
            self._finish(Future.set_exception, e)
            raise
        except BaseException as e:
            self._finish(Future.set_exception, e)
        else:
            if isinstance(result, Future) and result._asyncio_future_blocking:
                if result is self:
                    self._loop.call_soon(self._step, RuntimeError(f'Task cannot await on itself: {self!r}'))
                else:
                    result._asyncio_future_blocking = False
                    result.add_done_callback(self._wakeup)
                    self._waits_for = result
                    if self._must_cancel and result.cancel(msg=self._cancel_message):
                        self._must_cancel = False
            elif result is None:
                self._loop.call_soon(self._step)
            else:
                self._loop.call_soon(self._step, RuntimeError(f'Task got bad yield: {result!r}'))
        finally:
            _current['task'] = before
    def _wakeup(self, future):
        try:
            future.result()
        except BaseException as e:
            self._step(e)
        else:
            self._step()

def current_task(loop=None):
    if loop is None:
        get_running_loop()
    return _current.get('task')
def all_tasks(loop=None):
    if loop is None:
        loop = get_running_loop()
    return {t for t in _tasks.values() if t._loop is loop and not t.done()}
def create_task(coro, *, name=None, context=None):
    return get_running_loop().create_task(coro, name=name)
def isfuture(obj):
    return isinstance(obj, Future)
@_coroutine
def _awaiting(awaitable):
    return (yield from awaitable.__await__())
def ensure_future(obj, *, loop=None):
    if isfuture(obj):
        return obj
    if not iscoroutine(obj):
        if not hasattr(obj, '__await__'):
            raise TypeError('An asyncio.Future, a coroutine or an awaitable is required')
        obj = _awaiting(obj)
    return (get_event_loop() if loop is None else loop).create_task(obj)

@_coroutine
def sleep(delay, result=None):
    if delay <= 0:
        yield
        return result
    loop = get_running_loop()
    f = loop.create_future()
    def wake():
        if not f.done():
            f.set_result(result)
    h = loop.call_later(delay, wake)
    try:
        return (yield from f)
    finally:
        h.cancel()

class _Gathering(Future):
    def __init__(self, children, *, loop):
        Future.__init__(self, loop=loop)
        self._children, self._asked = children, False
    def cancel(self, msg=None):
        if self.done():
            return False
        asked = False
        for c in self._children:
            if c.cancel(msg=msg):
                asked = True
        self._asked = self._asked or asked
        return asked
def gather(*aws, return_exceptions=False):
    if not aws:
        f = get_event_loop().create_future()
        f.set_result([])
        return f
    known, children = {}, []
    left = [0]
    outer = None
    def done(f):
        left[0] -= 1
        if outer is None or outer.done():
            return
        if not return_exceptions:
            if f.cancelled():
                outer.set_exception(f._cancelled_error())
                return
            if f.exception() is not None:
                outer.set_exception(f.exception())
                return
        if left[0] == 0:
            results = [CancelledError(c._cancel_message or '') if c.cancelled() else c._result if c.exception() is None else c.exception() for c in children]
            if outer._asked:
                outer.set_exception(f._cancelled_error())
            else:
                outer.set_result(results)
    loop = None
    for a in aws:
        if id(a) not in known:
            f = ensure_future(a, loop=loop)
            loop = f._loop
            known[id(a)] = f
            left[0] += 1
            f.add_done_callback(done)
        children.append(known[id(a)])
    outer = _Gathering(children, loop=loop)
    return outer

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = 'FIRST_COMPLETED', 'FIRST_EXCEPTION', 'ALL_COMPLETED'
def _release(waiter, *args):
    if not waiter.done():
        waiter.set_result(None)
@_coroutine
def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    if isfuture(fs) or iscoroutine(fs):
        raise TypeError(f'expect a list of futures, not {type(fs).__name__}')
    if not fs:
        raise ValueError('Set of Tasks/Futures is empty.')
    fs = dict.fromkeys(fs)
    if any(iscoroutine(f) for f in fs):
        raise TypeError('Passing coroutines is forbidden, use tasks explicitly.')
    loop = get_running_loop()
    waiter = loop.create_future()
    h = loop.call_later(timeout, _release, waiter) if timeout is not None else None
    left = [len(fs)]
    def done(f):
        left[0] -= 1
        if left[0] <= 0 or return_when == FIRST_COMPLETED or return_when == FIRST_EXCEPTION and not f.cancelled() and f.exception() is not None:
            if h is not None:
                h.cancel()
            _release(waiter)
    for f in fs:
        f.add_done_callback(done)
    try:
        yield from waiter
    finally:
        if h is not None:
            h.cancel()
        for f in fs:
            f.remove_done_callback(done)
    return {f for f in fs if f.done()}, {f for f in fs if not f.done()}
@_coroutine
def wait_for(fut, timeout):
    loop = get_running_loop()
    if timeout is None:
        return (yield from ensure_future(fut, loop=loop) if not iscoroutine(fut) else fut.__await__())
    fut = ensure_future(fut, loop=loop)
    if timeout <= 0:
        if not fut.done():
            yield from _cancel_and_wait(fut)
        try:
            return fut.result()
        except CancelledError as e:
            raise TimeoutError from e
    waiter = loop.create_future()
    h = loop.call_later(timeout, _release, waiter)
    def done(f):
        _release(waiter)
    fut.add_done_callback(done)
    try:
        try:
            yield from waiter
        except CancelledError:
            if fut.done():
                return fut.result()
            fut.remove_done_callback(done)
            yield from _cancel_and_wait(fut)
            raise
        if fut.done():
            return fut.result()
        fut.remove_done_callback(done)
        yield from _cancel_and_wait(fut)
        try:
            return fut.result()
        except CancelledError as e:
            raise TimeoutError from e
    finally:
        h.cancel()
def _cancel_and_wait(fut):
    waiter = get_running_loop().create_future()
    def done(f):
        _release(waiter)
    fut.add_done_callback(done)
    try:
        fut.cancel()
        yield from waiter
    finally:
        fut.remove_done_callback(done)
def as_completed(fs, *, timeout=None):
    if timeout is not None:
        _refuse('asyncio.as_completed with timeout')
    loop = get_event_loop()
    todo = list(dict.fromkeys(ensure_future(f, loop=loop) for f in fs))
    done = Queue()
    for f in todo:
        f.add_done_callback(done.put_nowait)
    @_coroutine
    def one():
        f = yield from done.get().__await__()
        return f.result()
    for _ in todo:
        yield one()
def shield(arg):
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner._loop.create_future()
    def done(f):
        if outer.cancelled():
            return
        if f.cancelled():
            outer.cancel()
        elif f.exception() is not None:
            outer.set_exception(f.exception())
        else:
            outer.set_result(f.result())
    inner.add_done_callback(done)
    return outer
@_coroutine
def to_thread(func, /, *args, **kwargs):
    f = get_running_loop().run_in_executor(None, lambda: func(*args, **kwargs))
    yield
    return f.result()

class _Entered:
    @_coroutine
    def __aenter__(self):
        yield from self.acquire().__await__()
        return None
    @_coroutine
    def __aexit__(self, *exc):
        self.release()
        return None
        yield

class Lock(_Entered):
    def __init__(self):
        self._waiters, self._locked = _deque(), False
    def locked(self):
        return self._locked
    @_coroutine
    def acquire(self):
        if not self._locked and all(w.cancelled() for w in self._waiters):
            self._locked = True
            return True
        f = get_running_loop().create_future()
        self._waiters.append(f)
        try:
            try:
                yield from f
            finally:
                self._waiters.remove(f)
        except CancelledError:
            if not self._locked:
                self._wake()
            raise
        self._locked = True
        return True
    def release(self):
        if not self._locked:
            raise RuntimeError('Lock is not acquired.')
        self._locked = False
        self._wake()
    def _wake(self):
        for f in self._waiters:
            if not f.done():
                f.set_result(True)
            return
class Event:
    def __init__(self):
        self._waiters, self._value = _deque(), False
    def is_set(self):
        return self._value
    def set(self):
        if not self._value:
            self._value = True
            for f in self._waiters:
                if not f.done():
                    f.set_result(True)
    def clear(self):
        self._value = False
    @_coroutine
    def wait(self):
        if self._value:
            return True
        f = get_running_loop().create_future()
        self._waiters.append(f)
        try:
            yield from f
            return True
        finally:
            self._waiters.remove(f)
class Semaphore(_Entered):
    def __init__(self, value=1):
        if value < 0:
            raise ValueError('Semaphore initial value must be >= 0')
        self._waiters, self._value = _deque(), value
    def locked(self):
        return self._value == 0 or any(not w.cancelled() for w in self._waiters)
    @_coroutine
    def acquire(self):
        if not self.locked():
            self._value -= 1
            return True
        f = get_running_loop().create_future()
        self._waiters.append(f)
        try:
            try:
                yield from f
            finally:
                self._waiters.remove(f)
        except CancelledError:
            if not f.cancelled():
                self._value += 1
                self._wake()
            raise
        if self._value > 0:
            self._wake()
        return True
    def release(self):
        self._value += 1
        self._wake()
    def _wake(self):
        for f in self._waiters:
            if not f.done():
                self._value -= 1
                f.set_result(True)
                return
class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        self._bound = value
        Semaphore.__init__(self, value)
    def release(self):
        if self._value >= self._bound:
            raise ValueError('BoundedSemaphore released too many times')
        Semaphore.release(self)

class Queue:
    def __init__(self, maxsize=0):
        self._maxsize, self._getters, self._putters = maxsize, _deque(), _deque()
        self._unfinished, self._finished = 0, Event()
        self._finished.set()
        self._init(maxsize)
    def _init(self, maxsize):
        self._queue = _deque()
    def _get(self):
        return self._queue.popleft()
    def _put(self, item):
        self._queue.append(item)
    def _wake(self, waiters):
        while waiters:
            f = waiters.popleft()
            if not f.done():
                f.set_result(None)
                break
    def qsize(self):
        return len(self._queue)
    @property
    def maxsize(self):
        return self._maxsize
    def empty(self):
        return not self._queue
    def full(self):
        return self._maxsize > 0 and self.qsize() >= self._maxsize
    def _while(self, blocked, waiters):
        while blocked():
            f = get_running_loop().create_future()
            waiters.append(f)
            try:
                yield from f
            except BaseException:
                f.cancel()
                if f in waiters:
                    waiters.remove(f)
                if not blocked() and not f.cancelled():
                    self._wake(waiters)
                raise
    @_coroutine
    def put(self, item):
        yield from self._while(self.full, self._putters)
        return self.put_nowait(item)
    def put_nowait(self, item):
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished += 1
        self._finished.clear()
        self._wake(self._getters)
    @_coroutine
    def get(self):
        yield from self._while(self.empty, self._getters)
        return self.get_nowait()
    def get_nowait(self):
        if self.empty():
            raise QueueEmpty
        item = self._get()
        self._wake(self._putters)
        return item
    def task_done(self):
        if self._unfinished <= 0:
            raise ValueError('task_done() called too many times')
        self._unfinished -= 1
        if self._unfinished == 0:
            self._finished.set()
    @_coroutine
    def join(self):
        if self._unfinished > 0:
            yield from self._finished.wait().__await__()
class PriorityQueue(Queue):
    def _init(self, maxsize):
        self._queue = []
    def _put(self, item):
        _heapq.heappush(self._queue, item)
    def _get(self):
        return _heapq.heappop(self._queue)
class LifoQueue(Queue):
    def _init(self, maxsize):
        self._queue = []
    def _get(self):
        return self._queue.pop()

class Timeout:
    def __init__(self, when):
        self._when, self._state, self._handle, self._task = when, 'created', None, None
    def when(self):
        return self._when
    def expired(self):
        return self._state in ('expiring', 'expired')
    def reschedule(self, when):
        self._when = when
        if self._handle is not None:
            self._handle.cancel()
        loop = get_running_loop()
        if when is None:
            self._handle = None
        elif when <= loop.time():
            self._handle = loop.call_soon(self._expire)
        else:
            self._handle = loop.call_at(when, self._expire)
    def _expire(self):
        self._task.cancel()
        self._state, self._handle = 'expiring', None
    @_coroutine
    def __aenter__(self):
        self._state, self._task = 'active', current_task()
        self._requests = self._task.cancelling()
        self.reschedule(self._when)
        return self
        yield
    @_coroutine
    def __aexit__(self, kind, value, tb):
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if self._state == 'expiring':
            self._state = 'expired'
            if self._task.uncancel() <= self._requests and kind is CancelledError:
                raise TimeoutError from value
        else:
            self._state = 'exited'
        return None
        yield
def timeout(delay):
    return Timeout(get_running_loop().time() + delay if delay is not None else None)
def timeout_at(when):
    return Timeout(when)

class TaskGroup:
    def __init__(self):
        self._entered = self._exiting = self._aborting = False
        self._tasks, self._errors, self._base, self._done, self._cancel_parent = {}, [], None, None, False
    @_coroutine
    def __aenter__(self):
        if self._entered:
            raise RuntimeError(f'TaskGroup {self!r} has been already entered')
        self._entered, self._loop, self._parent = True, get_running_loop(), current_task()
        return self
        yield
    @_coroutine
    def __aexit__(self, kind, value, tb):
        self._exiting = True
        if value is not None and isinstance(value, (SystemExit, KeyboardInterrupt)) and self._base is None:
            self._base = value
        raised = value if kind is CancelledError else None
        if self._cancel_parent and self._parent.uncancel() == 0:
            raised = None
        if kind is not None and not self._aborting:
            self._abort()
        while self._tasks:
            self._done = self._loop.create_future()
            try:
                yield from self._done
            except CancelledError as e:
                if not self._aborting:
                    raised = e
                    self._abort()
            self._done = None
        if self._base is not None:
            raise self._base
        if raised is not None and not self._errors:
            raise raised
        if kind is not None and kind is not CancelledError:
            self._errors.append(value)
        if self._errors:
            raise BaseExceptionGroup('unhandled errors in a TaskGroup', self._errors) from None
    def create_task(self, coro, *, name=None, context=None):
        if not self._entered:
            raise RuntimeError(f'TaskGroup {self!r} has not been entered')
        if self._exiting and not self._tasks:
            raise RuntimeError(f'TaskGroup {self!r} is finished')
        if self._aborting:
            raise RuntimeError(f'TaskGroup {self!r} is shutting down')
        t = self._loop.create_task(coro, name=name)
        t.add_done_callback(self._ended)
        self._tasks[id(t)] = t
        return t
    def _abort(self):
        self._aborting = True
        for t in list(self._tasks.values()):
            if not t.done():
                t.cancel()
    def _ended(self, t):
        self._tasks.pop(id(t), None)
        if self._done is not None and not self._tasks and not self._done.done():
            self._done.set_result(True)
        if t.cancelled():
            return
        e = t.exception()
        if e is None:
            return
        self._errors.append(e)
        if isinstance(e, (SystemExit, KeyboardInterrupt)) and self._base is None:
            self._base = e
        if self._parent.done():
            return
        if not self._aborting and not self._cancel_parent:
            self._abort()
            self._cancel_parent = True
            self._parent.cancel()

class Runner:
    def __init__(self, *, debug=None, loop_factory=None):
        self._loop = (loop_factory or new_event_loop)()
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        self.close()
    def get_loop(self):
        return self._loop
    def run(self, coro, *, context=None):
        if not iscoroutine(coro):
            raise ValueError(f'a coroutine was expected, got {coro!r}')
        if _running:
            raise RuntimeError('Runner.run() cannot be called from a running event loop')
        return self._loop.run_until_complete(self._loop.create_task(coro))
    def close(self):
        left = [t for t in _tasks.values() if t._loop is self._loop and not t.done()]
        for t in left:
            t.cancel()
        if left:
            self._loop.run_until_complete(gather(*left, return_exceptions=True))
        # Where CPython shuts down generators and executors, by a task each.
        _state['tasks'] += 2
        self._loop.close()
def run(main, *, debug=None):
    if _running:
        raise RuntimeError('asyncio.run() cannot be called from a running event loop')
    with Runner() as runner:
        return runner.run(main)
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('asyncio.' + name)

"""threading: a thread runs to its end where it is started, which is one of the orders that CPython may take.

What would have to wait for another thread (a lock that is held, an event that is not set) is refused by name, and so are
timers, hooks, and daemons' fates.
"""
import sys as _sys
from _os import refuse as _refuse
from _time import advance as _advance

TIMEOUT_MAX = 9223372036.0
ThreadError = RuntimeError
_count = [0]

class Thread:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        if group is not None:
            raise AssertionError('group argument must be None for now')
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        if name is None:
            _count[0] += 1
            name = f'Thread-{_count[0]}'
            if target is not None and hasattr(target, '__name__'):
                name += f' ({target.__name__})'
        self._name, self._started, self._ended = str(name), False, False
        self.daemon = current_thread().daemon if daemon is None else daemon
        self.ident = None
    @property
    def name(self):
        return self._name
    @name.setter
    def name(self, name):
        self._name = str(name)
    def getName(self):
        return self._name
    def setName(self, name):
        self._name = str(name)
    def isDaemon(self):
        return self.daemon
    def setDaemon(self, daemon):
        self.daemon = daemon
    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)
    def start(self):
        if self._started:
            raise RuntimeError('threads can only be started once')
        self._started = True
        _alive.append(self)
        try:
            _apart(self, self.run)
        except SystemExit:
            pass
        except Exception:
            import traceback
            _sys.stderr.write(f'Exception in thread {self._name}:\n' + traceback.format_exc())
        finally:
            self._ended = True
            _alive.remove(self)
    def join(self, timeout=None):
        if not self._started:
            raise RuntimeError('cannot join thread before it is started')
        if self is _here[-1]:
            raise RuntimeError('cannot join current thread')
    def is_alive(self):
        return self._started and not self._ended
    def __repr__(self):
        _refuse('the repr of a thread')

class _Main(Thread):
    def __init__(self):
        self._target, self._args, self._kwargs = None, (), {}
        self._name, self._started, self._ended, self.daemon, self.ident = 'MainThread', True, False, False, 1
_main = _Main()
_here, _alive = [_main], [_main]

def _apart(thread, f):
    """Runs `f` with what belongs to a thread as a new one has it."""
    torch = _sys.modules.get('torch')
    _here.append(thread)
    try:
        if torch is None:
            return f()
        with torch.enable_grad():
            return f()
    finally:
        _here.pop()

def current_thread():
    return _here[-1]
currentThread = current_thread
def main_thread():
    return _main
def active_count():
    return len(_alive)
def enumerate():
    return list(_alive)
def get_ident():
    _refuse('the number of a thread')
get_native_id = get_ident
class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        _refuse('threading.Timer')

def _wait(timeout, what):
    if timeout is None or timeout < 0:
        _refuse(f'{what} that waits for another thread')
    _advance(timeout)
    return False

class _Lock:
    def __init__(self):
        self._held = False
    def acquire(self, blocking=True, timeout=-1):
        if self._held:
            return _wait(timeout, 'a lock') if blocking else False
        self._held = True
        return True
    def release(self):
        if not self._held:
            raise RuntimeError('release unlocked lock')
        self._held = False
    def locked(self):
        return self._held
    def __enter__(self):
        return self.acquire()
    def __exit__(self, *exc):
        self.release()
def Lock():
    return _Lock()
class _RLock:
    def __init__(self):
        self._owner, self._count = None, 0
    def acquire(self, blocking=True, timeout=-1):
        if self._count and self._owner is not _here[-1]:
            return _wait(timeout, 'a lock') if blocking else False
        self._owner = _here[-1]
        self._count += 1
        return True
    def release(self):
        if not self._count or self._owner is not _here[-1]:
            raise RuntimeError('cannot release un-acquired lock')
        self._count -= 1
    def __enter__(self):
        return self.acquire()
    def __exit__(self, *exc):
        self.release()
def RLock():
    return _RLock()
class Condition:
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release
    def __enter__(self):
        return self._lock.__enter__()
    def __exit__(self, *exc):
        return self._lock.__exit__(*exc)
    def wait(self, timeout=None):
        return _wait(timeout, 'Condition.wait')
    def wait_for(self, predicate, timeout=None):
        return predicate() or self.wait(timeout) or predicate()
    def notify(self, n=1):
        pass
    def notify_all(self):
        pass
class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError('semaphore initial value must be >= 0')
        self._value = value
    def acquire(self, blocking=True, timeout=None):
        if not self._value:
            return _wait(timeout, 'a semaphore') if blocking else False
        self._value -= 1
        return True
    __enter__ = acquire
    def release(self, n=1):
        self._value += n
    def __exit__(self, *exc):
        self.release()
class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        Semaphore.__init__(self, value)
        self._bound = value
    def release(self, n=1):
        if self._value + n > self._bound:
            raise ValueError('Semaphore released too many times')
        Semaphore.release(self, n)
class Event:
    def __init__(self):
        self._set = False
    def is_set(self):
        return self._set
    isSet = is_set
    def set(self):
        self._set = True
    def clear(self):
        self._set = False
    def wait(self, timeout=None):
        return True if self._set else _wait(timeout, 'Event.wait')
class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        if parties != 1:
            _refuse('threading.Barrier')

class local:
    """Each thread has attributes of its own."""
    def __new__(cls, *args, **kw):
        self = object.__new__(cls)
        object.__setattr__(self, '_by_thread', {})
        object.__setattr__(self, '_made_with', (args, kw))
        self._by_thread[id(_here[-1])] = {}
        return self
    def _own(self):
        rows = object.__getattribute__(self, '_by_thread')
        key = id(_here[-1])
        if key not in rows:
            rows[key] = {}
            args, kw = object.__getattribute__(self, '_made_with')
            if type(self).__init__ is not object.__init__:
                type(self).__init__(self, *args, **kw)
        return rows[key]
    def __getattribute__(self, name):
        own = local._own if name not in ('_by_thread', '_made_with') else None
        if own is not None:
            rows = own(self)
            if name == '__dict__':
                return rows
            if name in rows:
                return rows[name]
        return object.__getattribute__(self, name)
    def __setattr__(self, name, value):
        local._own(self)[name] = value
    def __delattr__(self, name):
        try:
            del local._own(self)[name]
        except KeyError:
            raise AttributeError(name) from None
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('threading.' + name)

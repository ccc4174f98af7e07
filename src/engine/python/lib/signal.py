"""signal: handlers are kept and never called, since no signal comes. Waiting for signals and timers are refused by name."""
from enum import IntEnum as _IntEnum
from _os import refuse as _refuse

class Signals(_IntEnum):
    SIGHUP = 1
    SIGINT = 2
    SIGQUIT = 3
    SIGABRT = 6
    SIGFPE = 8
    SIGKILL = 9
    SIGUSR1 = 10
    SIGSEGV = 11
    SIGUSR2 = 12
    SIGPIPE = 13
    SIGALRM = 14
    SIGTERM = 15
    SIGCHLD = 17
    SIGCONT = 18
    SIGSTOP = 19
    SIGTSTP = 20

class Handlers(_IntEnum):
    SIG_DFL = 0
    SIG_IGN = 1

for _kind in (Signals, Handlers):
    for _member in _kind:
        globals()[_member.name] = _member

def default_int_handler(signalnum, frame, /):
    raise KeyboardInterrupt

_handlers = {SIGINT: default_int_handler, SIGPIPE: SIG_IGN}

def signal(signalnum, handler):
    if not callable(handler) and handler not in (SIG_DFL, SIG_IGN):
        raise TypeError('signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object')
    if signalnum in (SIGKILL, SIGSTOP):
        raise OSError(22, 'Invalid argument')
    old = getsignal(signalnum)
    _handlers[signalnum] = handler if callable(handler) else Handlers(handler)
    return old
def getsignal(signalnum):
    return _handlers.get(signalnum, SIG_DFL)
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('signal.' + name)

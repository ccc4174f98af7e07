"""gc: switches that change nothing here, and a collection after which no ring of garbage is left.

How many objects a collection finds is not known; the count is refused where it is used.
"""
from _lives import collect as _collect
from _os import refuse as _refuse

class _Count:
    """Stands for a number that only a collector knows."""
    def _no(self, *args):
        _refuse('the count that gc.collect returns')
    __repr__ = __str__ = __int__ = __index__ = __float__ = __bool__ = __hash__ = _no
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __format__ = _no

_state = {'on': True, 'threshold': (700, 10, 10)}
garbage = []
callbacks = []
DEBUG_STATS, DEBUG_COLLECTABLE, DEBUG_UNCOLLECTABLE, DEBUG_SAVEALL, DEBUG_LEAK = 1, 2, 4, 32, 38

def collect(generation=2):
    if not 0 <= generation <= 2:
        raise ValueError('invalid generation')
    if generation == 2:
        _collect()
    return _Count()
def enable():
    _state['on'] = True
def disable():
    _state['on'] = False
def isenabled():
    return _state['on']
def get_threshold():
    return _state['threshold']
def set_threshold(threshold0, threshold1=None, threshold2=None):
    a, b, c = _state['threshold']
    _state['threshold'] = (threshold0, b if threshold1 is None else threshold1, c if threshold2 is None else threshold2)
def freeze():
    pass
unfreeze = freeze
def is_tracked(obj):
    _refuse('gc.is_tracked')
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('gc.' + name)

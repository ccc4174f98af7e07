"""timeit: texts and functions run many times, by the simulated clock of `time`. After CPython 3.11's timeit in our own words."""
import time as _time

default_number, default_repeat = 1000000, 5
default_timer = _time.perf_counter
dummy_src_name = '<timeit-src>'

def _indented(text, by):
    return text.replace('\n', '\n' + ' ' * by)

class Timer:
    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer = timer
        scope = {} if globals is None else dict(globals)
        before = after = ''
        if isinstance(setup, str):
            compile(setup, dummy_src_name, 'exec')
            before = setup + '\n'
            shown = _indented(setup, 4)
        elif callable(setup):
            scope['_setup'] = setup
            shown = '_setup()'
        else:
            raise ValueError('setup is neither a string nor callable')
        if isinstance(stmt, str):
            compile(before + stmt, dummy_src_name, 'exec')
            body = _indented(stmt, 8)
        elif callable(stmt):
            scope['_stmt'] = stmt
            body = '_stmt()'
        else:
            raise ValueError('stmt is neither a string nor callable')
        self.src = (f'def inner(_it, _timer):\n    {shown}\n    _t0 = _timer()\n    for _i in _it:\n        {body}\n        pass\n'
                    '    _t1 = _timer()\n    return _t1 - _t0\n')
        exec(compile(self.src, dummy_src_name, 'exec'), scope)
        self.inner = scope['inner']
    def timeit(self, number=default_number):
        return self.inner([None] * 0 if number <= 0 else range(number), self.timer)
    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]
    def autorange(self, callback=None):
        i = 1
        while True:
            for j in (1, 2, 5):
                number = i * j
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return (number, taken)
            i *= 10

def timeit(stmt='pass', setup='pass', timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)
def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)

"""tqdm: the loop it wraps runs as it would. The bar itself goes to standard error and shows time, neither of which a run
here has; `write` prints, as it does. Leaves out: nested bars, callbacks, pandas.
"""
import sys

class tqdm:
    def __init__(self, iterable=None, desc=None, total=None, leave=True, file=None, ncols=None, mininterval=0.1, maxinterval=10.0,
                 miniters=None, ascii=None, disable=False, unit='it', unit_scale=False, dynamic_ncols=False, smoothing=0.3,
                 bar_format=None, initial=0, position=None, postfix=None, unit_divisor=1000, write_bytes=False, lock_args=None,
                 nrows=None, colour=None, delay=0.0, **kwargs):
        if total is None and iterable is not None:
            try:
                total = len(iterable)
            except (TypeError, AttributeError):
                total = None
        self.iterable = iterable
        self.desc = desc or ''
        self.total = total
        self.leave = leave
        self.disable = disable
        self.unit = unit
        self.initial = initial
        self.n = initial
        self.postfix = None
    def __iter__(self):
        for item in self.iterable:
            yield item
            self.n += 1
    def __len__(self):
        return self.total if self.iterable is None else len(self.iterable)
    def __bool__(self):
        if self.total is not None:
            return self.total > 0
        if self.iterable is None:
            raise TypeError('bool() undefined when iterable == total == None')
        return bool(self.iterable)
    def __contains__(self, item):
        return item in self.iterable
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        self.close()
    def update(self, n=1):
        self.n += n
    def set_description(self, desc=None, refresh=True):
        self.desc = desc + ': ' if desc else ''
    def set_description_str(self, desc=None, refresh=True):
        self.desc = desc or ''
    def set_postfix(self, ordered_dict=None, refresh=True, **kwargs):
        rows = dict(ordered_dict or {})
        for key in sorted(kwargs):
            rows[key] = kwargs[key]
        self.postfix = ', '.join(f'{k}={v}'.strip() for k, v in rows.items())
    def set_postfix_str(self, s='', refresh=True):
        self.postfix = str(s)
    def refresh(self, *args, **kwargs):
        return True
    def reset(self, total=None):
        self.n = 0
        if total is not None:
            self.total = total
    def clear(self, *args, **kwargs):
        pass
    def close(self):
        pass
    def unpause(self):
        pass
    @classmethod
    def write(cls, s, file=None, end='\n', nolock=False):
        (file or sys.stdout).write(s + end)

def trange(*args, **kwargs):
    return tqdm(range(*args), **kwargs)

tqdm_notebook = tqdm
tnrange = trange

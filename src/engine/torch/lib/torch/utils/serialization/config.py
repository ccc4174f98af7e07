"""torch.utils.serialization.config: switches of torch.save and torch.load, kept and without effect here."""
from contextlib import ContextDecorator


class _Part:
    def __init__(self, name, values):
        self.__dict__.update(values, _name=name)

    def __setattr__(self, name, value):
        if name not in self.__dict__:
            raise AttributeError(f'{self._name}.{name} does not exist')
        self.__dict__[name] = value

    def __getattr__(self, name):
        raise AttributeError(f'{self._name}.{name} does not exist')


save = _Part(__name__ + '.save', {'compute_crc32': True, 'use_pinned_memory_for_d2h': False, 'storage_alignment': 64})
load = _Part(__name__ + '.load', {'mmap': False, 'endianness': None, 'mmap_flags': 2, 'calculate_storage_offsets': False})


class _Patch(ContextDecorator):
    def __init__(self, changes):
        self.changes = changes

    def _set(self, changes):
        before = {}
        for key, value in changes.items():
            part, name = key.split('.')
            before[key] = getattr(globals()[part], name)
            setattr(globals()[part], name, value)
        return before

    def __enter__(self):
        self.before = self._set(self.changes)

    def __exit__(self, *exc):
        self._set(self.before)


def patch(arg1=None, arg2=None, **kwargs):
    changes = kwargs if arg1 is None else {arg1: arg2} if isinstance(arg1, str) else arg1
    return _Patch(changes)

"""numpy.random.SeedSequence: entropy mixed into a pool of words, of which states are drawn and children spawned; after numpy/random/bit_generator.pyx.

Without entropy it starts from 0, as the unseeded generators do here. Leaves out: its words as arrays, which are of an unsigned type."""
from _atlas import refuse as _refuse
import numpy as np

__name__ = 'numpy.random'

_M = 0xffffffff

def _words(x):
    if isinstance(x, str):
        if x.startswith('0x'):
            x = int(x, 16)
        elif x.isdigit():
            x = int(x)
        else:
            raise ValueError('unrecognized seed string')
    if isinstance(x, (int, np.integer)):
        x = int(x)
        if x < 0:
            raise ValueError('expected non-negative integer')
        out = [x & _M]
        while x > _M:
            x >>= 32
            out.append(x & _M)
        return out
    if isinstance(x, (float, np.inexact)):
        raise TypeError('seed must be integer')
    return [w for v in x for w in _words(v)]

class SeedSequence:
    def __init__(self, entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0):
        if pool_size < 4:
            raise ValueError('The size of the entropy pool should be at least 4')
        if not isinstance(entropy, (int, np.integer, list, tuple, range, np.ndarray, type(None))):
            raise TypeError(f'SeedSequence expects int or sequence of ints for entropy not {entropy}')
        self.entropy = 0 if entropy is None else entropy
        self.spawn_key = tuple(spawn_key)
        self.pool_size = pool_size
        self.n_children_spawned = n_children_spawned
        self._mix()
    def _mix(self):
        words = _words(self.entropy)
        key = _words(self.spawn_key)
        size = self.pool_size
        if key:
            words = words + [0] * (size - len(words)) + key
        factor = 0x43b0d7e5
        def hashed(v):
            nonlocal factor
            v ^= factor
            factor = factor * 0x931e8875 & _M
            v = v * factor & _M
            return v ^ v >> 16
        def mixed(x, y):
            v = 0xca01f9dd * x - 0x4973f715 * y & _M
            return v ^ v >> 16
        pool = [hashed(words[i] if i < len(words) else 0) for i in range(size)]
        for a in range(size):
            for b in range(size):
                if a != b:
                    pool[b] = mixed(pool[b], hashed(pool[a]))
        for w in words[size:]:
            for b in range(size):
                pool[b] = mixed(pool[b], hashed(w))
        self._pool = pool
    @property
    def state(self):
        return {k: getattr(self, k) for k in ('entropy', 'spawn_key', 'pool_size', 'n_children_spawned') if getattr(self, k) is not None}
    def _drawn(self, n):
        factor = 0x8b51f9dd
        out = []
        for i in range(n):
            v = self._pool[i % self.pool_size] ^ factor
            factor = factor * 0x58f38ded & _M
            v = v * factor & _M
            out.append(v ^ v >> 16)
        return out
    def _halves(self, n):
        w = self._drawn(2 * n)
        return [w[2 * i] | w[2 * i + 1] << 32 for i in range(n)]
    @property
    def pool(self):
        _refuse("numpy's type 'uint32'")
    def generate_state(self, n_words, dtype='uint32'):
        _refuse("numpy's type 'uint32'")
    def spawn(self, n_children):
        first = self.n_children_spawned
        self.n_children_spawned = first + n_children
        return [type(self)(self.entropy, spawn_key=self.spawn_key + (i,), pool_size=self.pool_size) for i in range(first, first + n_children)]
    def __repr__(self):
        lines = [f'{type(self).__name__}(', f'    entropy={self.entropy!r},']
        if self.spawn_key:
            lines.append(f'    spawn_key={self.spawn_key!r},')
        if self.pool_size != 4:
            lines.append(f'    pool_size={self.pool_size!r},')
        if self.n_children_spawned != 0:
            lines.append(f'    n_children_spawned={self.n_children_spawned!r},')
        return '\n'.join(lines + [')'])

def _start(seed):
    """The four words that a generator starts from."""
    return (seed if isinstance(seed, SeedSequence) else SeedSequence(seed))._halves(4)

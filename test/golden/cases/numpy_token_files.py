"""Ids of tokens in files, as scripts that train language models keep them, and arrays that are saved and read again."""
import io
import os
import tempfile

import numpy as np
import torch

os.chdir(tempfile.mkdtemp())
ids = np.array([7, 1, 65535, 300, 2, 9, 40, 5], dtype=np.uint16)
print(ids, repr(ids[2]), ids.dtype, ids.dtype.kind, ids.nbytes, ids[::-1], ids.tolist())
print(np.zeros(2, np.uint16), np.dtype('<u2'), np.array([3.7, 2]).astype(np.uint16), ids.astype(np.float32).max())
ids.tofile('train.bin')
print(os.path.getsize('train.bin'), open('train.bin', 'rb').read())

class Batches:
    def __init__(self, file, length):
        self.data, self.length = np.memmap(file, dtype=np.uint16, mode='r'), length
    def get(self, size):
        at = torch.randint(len(self.data) - self.length, (size,))
        x = torch.stack([torch.from_numpy(self.data[i:i + self.length].astype(np.int64)) for i in at])
        y = torch.stack([torch.from_numpy(self.data[i + 1:i + 1 + self.length].astype(np.int64)) for i in at])
        return x, y

torch.manual_seed(3)
batches = Batches('train.bin', 3)
print(batches.get(2), batches.data)
try:
    batches.data[0] = 1
except ValueError as e:
    print(e)

shards = [[1, 2, 3], [4, 5], [6]]
whole = np.memmap('whole.bin', dtype=np.uint16, mode='w+', shape=(sum(map(len, shards)),))
at = 0
for shard in shards:
    whole[at:at + len(shard)] = shard
    at += len(shard)
whole.flush()
print(np.fromfile('whole.bin', dtype=np.uint16), np.memmap('whole.bin', dtype='uint16', mode='r', offset=4)[:2])

header = np.zeros(4, dtype=np.int32)
header[:3] = 20240520, 1, len(ids)
with open('shard.bin', 'wb') as f:
    f.write(header.tobytes())
    f.write(ids.tobytes())
with open('shard.bin', 'rb') as f:
    head = np.frombuffer(f.read(4 * 4), dtype=np.int32)
    body = np.frombuffer(f.read(), dtype=np.uint16)
print(head, body, np.frombuffer(ids.tobytes(), dtype=np.uint16, count=2, offset=2))

x = torch.arange(6.0).reshape(2, 3).numpy()
np.save('x', x)
np.save('turned.npy', x.T)
print(open('x.npy', 'rb').read()[:80], np.load('x.npy'), np.load('turned.npy').strides, np.load('x.npy', mmap_mode='r')[1])
np.savez('state', weight=x, step=3)
with np.load('state.npz') as state:
    print(state.files, state['weight'] * 2, state['step'], 'bias' in state, state)
buffer = io.BytesIO()
np.save(buffer, np.array([True, False]))
buffer.seek(0)
print(np.load(buffer))
for wrong in (
    lambda: np.frombuffer(b'abc', dtype=np.int16),
    lambda: np.load('nothing.npy'),
    lambda: np.memmap('new.bin', mode='w+'),
    lambda: np.savez('twice', x, arr_0=x),
):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)

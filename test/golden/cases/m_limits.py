# What a type can hold, and layers without elements: what they draw.
import numpy as np
import torch
for t in (np.float32,np.float64,np.float16,'float32',float):
    f=np.finfo(t); print(f.eps, f.max, f.min, f.tiny, f.dtype, f.bits, f.resolution, f.smallest_normal, repr(f.eps), type(f.eps), f.eps.item())
for t in (np.int32,np.int64,np.uint8,np.int8,int):
    f=np.iinfo(t); print(f.max,f.min,f.dtype,f.bits, type(f.max))
print(np.finfo(np.array([1.0],dtype=np.float32).dtype).eps, np.iinfo('int16').max)
for t in (np.int32,):
    try: np.finfo(t)
    except ValueError as e: print(e)
try: np.iinfo(np.float32)
except ValueError as e: print(e)
torch.manual_seed(0)
empty = torch.nn.Conv2d(0, 4, 1)
print(torch.rand(1), empty.bias)
torch.nn.Linear(0, 3)
print(torch.rand(1))

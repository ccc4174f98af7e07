# A program sets attributes of torch.Tensor: new ones, operators, printing; a compiled function sees them.
import torch
torch.Tensor.twice = lambda self: self * 2
torch.Tensor.cuda = lambda self, *a: self
x = torch.ones(2)
print(x.twice(), x.cuda())
@torch.compile
def f(x): return x.twice() + 1
print(f(x))
old = torch.Tensor.__repr__
torch.Tensor.__repr__ = lambda self: f'<{tuple(self.shape)}> ' + old(self)
print(x, [x])
def add(self, o): return 'added'
torch.Tensor.__add__ = add
print(x + 1)
del torch.Tensor.__add__
try: print(x + 1)
except Exception as e: print(type(e), e)
torch.Tensor.size2 = property(lambda s: s.size())
print(x.size2, torch.nn.Parameter(x).size2)
torch.Tensor.__getitem__ = lambda s, i: 'item'
print(x[0])
torch.Tensor.k = 3
print(x.k, torch.Tensor.k, 'k' in dir(x), 'k' in torch.Tensor.__dict__)
del torch.Tensor.k
print(hasattr(x, 'k'))
try: torch._C.TensorBase.kk = 1
except Exception as e: print(type(e), e)
try: del torch.Tensor.nothing
except Exception as e: print(type(e), e)
try: del torch.Tensor.relu
except Exception as e: print(type(e), e)
try: torch.Size.kk = 1
except Exception as e: print(type(e), e)

# Reading what is written: the same places in the same order pass, other overlaps are refused.
import torch
def t(f):
    try: print("ok", f())
    except Exception as e: print(type(e).__name__, e)
x = torch.arange(6.)
t(lambda: x.mul_(x[0:1].expand(6)))
def a(): y = torch.arange(6.); return y[1:].add_(y[:-1])
def b(): y = torch.arange(6.); return y.mul_(y)
def c(): y = torch.arange(6.); return y[:3].add_(y[3:])
def d(): y = torch.arange(6.).reshape(2, 3); return y.add_(y[0])
def e(): y = torch.arange(4.).reshape(2, 2); return y.add_(y.t())
def f(): y = torch.arange(6.); return torch.add(y[1:], 1, out=y[:-1])
def g(): y = torch.arange(6.); return torch.add(y, 1, out=y)
def h(): y = torch.arange(6.); return y[1:].copy_(y[:-1])
def i(): y = torch.ones(1).expand(3); return y.add_(1)
def j(): y = torch.arange(6.); y[1:] += y[:-1]; return y
def k(): y = torch.arange(6.); y[::2] += y[1::2]; return y
def l(): y = torch.arange(6.); y[:] = y.flip(0); return y
def m(): y = torch.arange(6.); return y.relu_(), y[1:].clamp_(min=y[:-1])
def n(): y = torch.arange(6.); return y[1:].addcmul_(y[:-1], y[1:])
def o(): y = torch.arange(6.); return torch.exp(y[:-1], out=y[1:])
def p(): y = torch.arange(6.); return y[1:].masked_fill_(y[:-1] > 2, 0)
def q(): y = torch.arange(6.); return y[1:].lerp_(y[:-1], .5)
def r(): y = torch.arange(6); return y[1:].bitwise_and_(y[:-1])
def s(): y = torch.arange(6.); return y[1:].copy_(y[1:])
def u(): y = torch.arange(6.).reshape(2,3); return y.mul_(y.sum(0)), y[0].add_(y[1])
for fn in (a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,u): print(fn.__name__, end=" "); t(fn)

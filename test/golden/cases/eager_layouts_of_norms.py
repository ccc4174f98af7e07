# Layouts of batch normalisation, attention, products and sorts for unusual strides, with their rows.
import torch
from torch import nn
bn=nn.BatchNorm1d(8)
for n,q in ((6,7),(6,1),(1,7),(6,2)):
    for mode in (True,False):
        bn.train(mode)
        x=torch.randn(n,q,8,requires_grad=True)
        y=bn(x.transpose(1,2))
        z=bn(torch.randn(n,8,q))
        print(n,q,mode,y.stride(),y.transpose(1,2).is_contiguous(),z.stride())
        y=bn((x+x).transpose(1,2)[:, :, :q]); print(y.stride())
        y.sum().backward(); print(x.grad.stride())
x=torch.randn(2,8,3,4).permute(0,1,3,2); b2=nn.BatchNorm2d(8); print(b2(x).stride(), b2(x.permute(0,1,3,2)[:,:,:2]).stride(), b2(torch.randn(2,3,4,8).permute(0,3,1,2)).stride())
print(nn.Dropout(.5)(torch.randn(2,3,4).transpose(1,2)).stride(), nn.functional.layer_norm(torch.randn(2,3,4).transpose(1,2),[3]).stride())
print(nn.InstanceNorm1d(8)(torch.randn(2,3,8).transpose(1,2)).stride(), nn.GroupNorm(2,8)(torch.randn(2,3,8).transpose(1,2)).stride())
b3=nn.BatchNorm3d(3)
for x in (torch.randn(2,3,2,4,5).to(memory_format=torch.channels_last_3d), torch.randn(2,3,2,4,5).permute(0,1,4,3,2), torch.randn(2,3,1,1,1).permute(0,1,4,3,2)):
    x=x.requires_grad_(); y=b3(x); print(y.stride()); y.sum().backward(); print(x.grad.stride())
b2=nn.BatchNorm2d(8)
for x in (torch.randn(2,8,1,1).to(memory_format=torch.channels_last),torch.randn(2,1,1,8).permute(0,3,1,2),torch.randn(2,1,3,8).permute(0,3,1,2),torch.randn(8,2).t(),torch.randn(2,8,3,4)[:,:,:,:2]):
    m=nn.BatchNorm1d(8) if x.dim()==2 else b2
    x=x.detach().requires_grad_(); y=m(x); print(y.stride()); y.sum().backward(); print(x.grad.stride())

import torch
import torch.nn.functional as F
a=torch.randn(1,2,3,1,requires_grad=True)
F.scaled_dot_product_attention(a,a,a)
b=torch.randn(1,2,1,3).transpose(2,3)
F.scaled_dot_product_attention(b,b,b)
q=torch.randn(1,2,3,8)[...,::2]
F.scaled_dot_product_attention(q,q,q)
x=torch.tensor([1.,2.,3.],requires_grad=True)
x.prod(0).backward()
y=torch.randn(2,3,requires_grad=True)
y.prod(1,keepdim=True).sum().backward()
with torch.no_grad():
    print(torch.sort(torch.randn(3,4).t(),dim=0)[1].stride(), torch.sort(torch.randn(3,1).expand(3,4))[0].stride(), torch.argsort(torch.randn(2,3,4).permute(2,0,1)).stride())
w=torch.nn.Conv2d(3,4,3).to(memory_format=torch.channels_last)
z=torch.randn(1,3,5,5,requires_grad=True)
w(z).sum().backward()
print(z.grad.stride(),w.weight.grad.stride())
c3=torch.nn.Conv3d(2,3,2); v=torch.randn(1,2,3,4,5).to(memory_format=torch.channels_last_3d).requires_grad_()
o=c3(v); print(o.stride()); print(torch.autograd.grad(o.sum(),(v,c3.weight))[0].stride())
wt=torch.randn(3,4,3).permute(1,0,2).requires_grad_()
print(torch.autograd.grad(F.conv1d(torch.randn(2,3,6),wt).sum(),wt)[0].stride())
import torch
import torch.nn.functional as F
x=torch.randn(2,4,6,4).transpose(2,3)
y=F.scaled_dot_product_attention(x,x,x)
y=F.scaled_dot_product_attention(x.contiguous(),x,x.contiguous())
y=F.scaled_dot_product_attention(x,x.contiguous(),x.contiguous(),is_causal=True)
y=x.rot90(1,(2,3))
y=x.rot90(2,(2,3))
y=x.rot90(-1,(2,3))
y=F.rms_norm(x,(6,))
z=x[0].detach().requires_grad_()
F.rms_norm(z,(6,),torch.ones(6)).sum().backward()
z.grad=None
z.prod(1).sum().backward()
print(z.grad.stride())
y=F.rms_norm(x.contiguous(),(6,))
x=torch.randn(2,5,6).transpose(1,2)
t=torch.randint(0,6,(2,6))[:,1:]
F.cross_entropy(x,t)
F.nll_loss(x,t.contiguous())
F.nll_loss(x.contiguous(),t)
F.nll_loss(x[:1],t[:1])
y=torch.randn(2,3,4,5).permute(0,3,1,2)
F.nll_loss(y,torch.randint(0,5,(2,3,8))[...,::2])
z=torch.randn(2,3,2,2,2)
F.nll_loss(z,torch.zeros(2,4,2,2,dtype=torch.long)[:,::2],reduction='none')
F.cross_entropy(x,t,label_smoothing=.1)
F.cross_entropy(torch.randn(3,6),torch.randint(0,6,(6,))[::2])

# Layouts that layers and operators give their results and gradients where the input is permuted, strided or expanded.
import torch
from torch import nn
import torch.nn.functional as F
torch.manual_seed(0)
def kinds3(n,c,l):
    yield 't', torch.randn(n,l,c).transpose(1,2)
    yield 'p', torch.randn(c,n,l).permute(1,0,2)
    yield 's', torch.randn(n,c,2*l)[:,:,::2]
    yield 'e', torch.randn(n,1,l).expand(n,c,l)
    yield 'r', torch.randn(l,c,n).permute(2,1,0)
def kinds4(n,c,h,w):
    yield 't', torch.randn(n,c,w,h).transpose(2,3)
    yield 'cl', torch.randn(n,h,w,c).permute(0,3,1,2)
    yield 'hc', torch.randn(n,h,c,w).permute(0,2,1,3)
    yield 's', torch.randn(n,c,h,w*2)[...,:w]
    yield 'e', torch.randn(n,c,1,1).expand(n,c,h,w)
    yield 'b', torch.randn(c,n,h,w).transpose(0,1)
L3=dict(conv=nn.Conv1d(4,6,3),convT=nn.ConvTranspose1d(4,6,3),dw=nn.Conv1d(4,4,3,groups=4),ln=nn.LayerNorm(8),inorm=nn.InstanceNorm1d(4),ina=nn.InstanceNorm1d(4,affine=True,track_running_stats=True),gn=nn.GroupNorm(2,4),mp=nn.MaxPool1d(2),ap=nn.AvgPool1d(2),aap=nn.AdaptiveAvgPool1d(3),amp=nn.AdaptiveMaxPool1d(2),rms=nn.RMSNorm(8),glu=nn.GLU(1),glu2=nn.GLU(-1),soft=nn.Softmax(-1),soft1=nn.LogSoftmax(1),drop=nn.Dropout(.3),up=nn.Upsample(scale_factor=2),upl=nn.Upsample(scale_factor=2,mode='linear'),pad=nn.ConstantPad1d(1,0.),rp=nn.ReflectionPad1d(2),rep=nn.ReplicationPad1d(2),relu=nn.ReLU(),elu=nn.ELU(),silu=nn.SiLU(),sp=nn.Softplus(),hs=nn.Hardswish(),mish=nn.Mish(),lr=nn.LeakyReLU(),ls=nn.LogSigmoid(),rr=nn.RReLU(),lp=nn.LPPool1d(2,2),lrn=nn.LocalResponseNorm(2),cumsum=lambda x:x.cumsum(1),sort=lambda x:x.sort(1)[0],topk=lambda x:x.topk(2,1)[0],flip=lambda x:x.flip(1),roll=lambda x:x.roll(1,1),norm=lambda x:F.normalize(x,dim=1),clamp=lambda x:x.clamp(-1,1),pow=lambda x:x**2,lin=nn.Linear(8,5),bil=lambda x:torch.einsum('ncl,ncm->nlm',x,x),cdist=lambda x:torch.cdist(x,x+1),logc=lambda x:x.logcumsumexp(1),gath=lambda x:x.gather(1,torch.zeros(2,2,8,dtype=torch.long)),msk=lambda x:x.masked_fill(x>0,1.),wh=lambda x:torch.where(x>0,x,x*2),cat=lambda x:torch.cat([x,x],1),stk=lambda x:torch.stack([x,x],1),tril=lambda x:x.tril(),cprod=lambda x:x.cumprod(1),var=lambda x:x.var(1),std=lambda x:x.std(1,keepdim=True),lse=lambda x:x.logsumexp(1),mx=lambda x:x.max(1)[0],med=lambda x:x.median(1)[0],nrm=lambda x:x.norm(dim=1),kl=lambda x:F.kl_div(x,x.exp(),reduction='none'),sl1=lambda x:F.smooth_l1_loss(x,x*2,reduction='none'),bce=lambda x:F.binary_cross_entropy_with_logits(x,x.sigmoid(),reduction='none'),unf=lambda x:x.unfold(2,3,2),fft=lambda x:torch.fft.rfft(x).abs(),rep2=lambda x:x.repeat(1,2,1),ri=lambda x:x.repeat_interleave(2,1),sdpa=lambda x:F.scaled_dot_product_attention(x,x,x),bmm=lambda x:x@x.transpose(1,2),lstm=lambda x:nn.LSTM(8,3,batch_first=True)(x)[0],gru=lambda x:nn.GRU(8,3)(x)[0],mha=lambda x:nn.MultiheadAttention(8,2,batch_first=True)(x,x,x)[0])
L4=dict(conv=nn.Conv2d(4,6,3,padding=1),convT=nn.ConvTranspose2d(4,6,2,2),dw=nn.Conv2d(4,4,3,groups=4),bn=nn.BatchNorm2d(4),bne=nn.BatchNorm2d(4).eval(),inorm=nn.InstanceNorm2d(4),gn=nn.GroupNorm(2,4),mp=nn.MaxPool2d(2),ap=nn.AvgPool2d(2),aap=nn.AdaptiveAvgPool2d(2),aap1=nn.AdaptiveAvgPool2d(1),amp=nn.AdaptiveMaxPool2d(2),pus=nn.PixelUnshuffle(2),cs=nn.ChannelShuffle(2),up=nn.Upsample(scale_factor=2),upb=nn.Upsample(scale_factor=2,mode='bilinear'),upc=nn.Upsample(scale_factor=2,mode='bicubic'),area=lambda x:F.interpolate(x,size=(3,2),mode='area'),pad=nn.ZeroPad2d(1),cp=lambda x:F.pad(x,(1,1),value=.5),circ=lambda x:F.pad(x,(1,1,1,1),mode='circular'),rp=nn.ReflectionPad2d(1),rep=nn.ReplicationPad2d(1),d2=nn.Dropout2d(.3),unf=nn.Unfold(2),gs=lambda x:F.grid_sample(x,torch.zeros(2,3,3,2)+.1),relu=nn.ReLU(),soft=nn.Softmax2d(),lrn=nn.LocalResponseNorm(2),lp=nn.LPPool2d(2,2),fl=nn.Flatten(),ln=nn.LayerNorm(6),rot=lambda x:x.rot90(1,(2,3)),mul=lambda x:x*torch.randn(2,4,1,1),sdpa=lambda x:F.scaled_dot_product_attention(x,x,x))
for name,gen,layers in (('3',lambda:kinds3(2,4,8),L3),('4',lambda:kinds4(2,4,4,6),L4)):
    for k,f in layers.items():
        for w,x in gen():
            x=x.detach().requires_grad_()
            try:
                y=f(x); s=tuple(y.stride())
                g=torch.autograd.grad((y*y).sum(),x)[0]
                y2=f(x); g2=torch.autograd.grad(y2,x,torch.ones(tuple(reversed(y2.shape))).permute(*reversed(range(y2.dim()))))[0]
                print(name,k,w,tuple(y.shape),s,g.stride(),g2.stride())
            except Exception as e: print(name,k,w,type(e).__name__,str(e)[:80])

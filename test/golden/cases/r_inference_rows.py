# Inference mode: operators made of others are rows themselves, those behind float(), if, tolist() included.
import torch
import torch.nn.functional as F
torch.manual_seed(0)
x = torch.arange(6.0).reshape(2, 3)
i = torch.arange(3)
b = torch.tensor([True])
with torch.inference_mode():
    i[0].item()
    float(x[0,0])
    int(i[1])
    bool(b)
    i.tolist()
    i[0].tolist()
    x.to(x)
    x.to('cpu')
    x.to(torch.float64)
    x.to('cpu',torch.float64)
    x.cpu()
    x.float()
    x.long()
    x.type(torch.float64)
    x.type_as(i)
    x.contiguous()
    x.T.contiguous()
    x.T
    x.mT
    str(x)
    [1,2,3][i[1]]
    f'{x[0,0]:.2f}'
    x.numpy()
    [r for r in x]
    x[:,1:2]
    x[x>1]
    x[i[0]]
    x[[0,1]]
    x.detach()
    x.data
    x.clone()
    torch.tensor([1.])
    torch.tensor(x)
    x.min()
    b&b
    x==x
    (x==x).all()
    1 if (x==x).all() else 0
    1-x
    2**x
    x//2
    x**2
    -x
    x@x.T
    1/x
    1 in i
    len(x)
    x.new_zeros(2)
    x.reshape(3,2)
    x.split(1)
    torch.chunk(x,2,-1)
    torch.einsum('ij,kj->ik',x,x)
    F.linear(x,x)
    x.softmax(-1)
    F.scaled_dot_product_attention(x[None],x[None],x[None])
    F.layer_norm(x,(3,))
    torch.where(x>1)
    F.rms_norm(x,(3,))
    x.nonzero(as_tuple=True)
    torch.outer(x[0],x[0])
    torch.full_like(x,2.)
    torch.arange(3)
    torch.tril(torch.ones(2,2))
    torch.multinomial(x[1],1)
    torch.topk(x,2)
    F.gelu(x)
    F.dropout(x,0.5,False)
    x.mean(-1,keepdim=True)
    x.std()
    x.masked_fill(x>1,0.)
    F.conv1d(x[None],torch.ones(2,2,2))
    F.cross_entropy(x,i[:2])
    torch.polar(x,x)
    torch.view_as_complex(torch.ones(2,2))
    x.expand_as(x)
    x.view_as(x)
    x.repeat_interleave(2,0)
    x.flatten()
    x.unflatten(1,(3,1))
    x.squeeze()
    torch.stack([x,x])
    torch.is_nonzero(b)
    x[0] = 3
    x[0] = x[1]

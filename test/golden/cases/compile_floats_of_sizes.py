"""Floats made of sizes that became dynamic: what of them the graph computes, what stays a number, what makes the size a constant."""
import math
import torch

@torch.compile
def twice_sqrt(x):
    return x * 2 / math.sqrt(x.size(0))

@torch.compile
def addalpha_(x):
    return torch.add(x, x, alpha=x.size(0) * 0.5)

@torch.compile
def bf_(x):
    return x.bfloat16() / math.sqrt(x.size(0))

@torch.compile
def clamp_(x):
    return x.clamp(max=x.size(0) * 0.5)

@torch.compile
def exp_(x):
    return x * math.exp(-x.size(0))

@torch.compile
def of_float_(x):
    return x / float(x.size(0))

@torch.compile
def frac_(x):
    return x * ((x.size(0) - 1) / x.size(0))

@torch.compile
def of_full_(x):
    return torch.full((2,), math.sqrt(x.size(0))) + x.sum()

@torch.compile
def leaky_(x):
    return torch.nn.functional.leaky_relu(x, 1.0 / x.size(0))

@torch.compile
def gt_(x):
    return x > x.size(0) * 0.5

@torch.compile
def halff_(x):
    return x * (x.size(0) / 2.0)

@torch.compile
def inplace_(x):
    return x.clone().mul_(math.sqrt(x.size(0)))

@torch.compile
def of_int64_(x):
    return torch.arange(x.size(0)) * (1.0 / x.size(0))

@torch.compile
def log2_(x):
    return x * math.log2(x.size(0))

@torch.compile
def mask_(x):
    return x.masked_fill(x > 0, x.size(0) * 0.5)

@torch.compile
def mathpow_(x):
    return x * math.pow(x.size(0), 0.5)

@torch.compile
def neg_(x):
    return x * -(x.size(0) * 0.5)

@torch.compile
def plus_(x):
    return x * +(x.size(0) * 0.5)

@torch.compile
def npsub_(x):
    return x - x.size(0) * 0.5

@torch.compile
def powt_(x):
    return x ** (1.0 / x.size(0))

@torch.compile
def rdiv_(x):
    return (x.size(0) * 0.5) / x

@torch.compile
def recip_(x):
    return x * (1.0 / x.size(0))

@torch.compile
def recipi_(x):
    return x * (1 / x.size(0))

@torch.compile
def rsub_(x):
    return 1.5 * x.size(0) - x

@torch.compile
def scale2_(x):
    return x * (1 / math.sqrt(x.size(0)))

@torch.compile
def scale4_(x):
    return x * x.size(0) ** -0.5

@torch.compile
def sqrt2_(x):
    return x * (2 * math.sqrt(x.size(0)))

@torch.compile
def sqrtadd_(x):
    return x / math.sqrt(x.size(0) + 1)

@torch.compile
def sqrtnm_(x):
    return x / math.sqrt(x.size(0) * x.size(1))

@torch.compile
def subself_(x):
    return x * (x.size(0) * 0.5) - x * (x.size(0) * 0.25)

@torch.compile
def two_(x):
    return x / math.sqrt(x.size(0)) + x.relu() / math.sqrt(x.size(0))

@torch.compile(backend="eager")
def handed_(x):
    return x / math.sqrt(x.size(0))

@torch.compile(backend="eager")
def handed_whole_(x):
    return x * x.size(0)

for f in (twice_sqrt, addalpha_, bf_, clamp_, exp_, of_float_, frac_, of_full_, leaky_, gt_, halff_, inplace_, of_int64_, log2_, mask_, mathpow_, neg_, plus_, npsub_, powt_, rdiv_, recip_, recipi_, rsub_, scale2_, scale4_, sqrt2_, sqrtadd_, sqrtnm_, subself_, two_, handed_, handed_whole_):
    for n in (4, 6, 9):
        print(f(torch.arange(1.0, 4 * n + 1).reshape(n, 4)).sum())

@torch.compile(dynamic=True)
def grad_sqrtn(x):
    return x / math.sqrt(x.size(0))

@torch.compile(dynamic=True)
def grad_scale4(x):
    return x * x.size(0) ** -0.5

@torch.compile(dynamic=True)
def grad_recip(x):
    return x * (1.0 / x.size(0))

@torch.compile(dynamic=True)
def grad_two(x):
    return x / math.sqrt(x.size(0)) + x.relu() / math.sqrt(x.size(0))

@torch.compile(dynamic=True)
def grad_npsub(x):
    return x - x.size(0) * 0.5

@torch.compile(dynamic=True)
def grad_2sqrt(x):
    return x * 2 / math.sqrt(x.size(0))

@torch.compile(dynamic=True)
def grad_bf(x):
    return x.bfloat16() / math.sqrt(x.size(0))

@torch.compile(dynamic=True)
def grad_rdiv(x):
    return (x.size(0) * 0.5) / x

@torch.compile(dynamic=True)
def grad_half(x):
    return x * (x.size(0) / 2)

for f in (grad_sqrtn, grad_scale4, grad_recip, grad_two, grad_npsub, grad_2sqrt, grad_bf, grad_rdiv, grad_half):
    for n in (5, 6, 9):
        x = torch.ones(n, 3, requires_grad=True)
        f(x).sum().backward()
        print(x.grad.sum())

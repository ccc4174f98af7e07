# requires_grad_() and changes of a shape in place inside a compiled function; disable(recursive=False).
import torch


@torch.compile
def f_b47(x):
    y = x.detach().requires_grad_(True)
    z = (y ** 2).sum()
    g, = torch.autograd.grad(z, y)
    return g
print(f_b47(torch.ones(2)))


@torch.compile
def f_b59(x):
    return x.t_(), x.unsqueeze_(0)
try:
    x = torch.arange(6.).view(2, 3)
    print(f_b59(x), x.shape)
except Exception as e:
    print(type(e).__name__)


@torch.compile
def f_b60(x):
    x = x.resize_(4)
    return x
try:
    x = torch.arange(6.)
    print(f_b60(x), x.shape)
except Exception as e:
    print(type(e).__name__)


@torch.compile
def f_c41(x_c41):
    y = x_c41 + 1
    x_c41.unsqueeze_(0)
    return y * 2
x_c41 = torch.ones(2)
print(f_c41(x_c41), x_c41.shape)


@torch.compile
def f_c42(x_c42):
    y = x_c42 + 1
    y.unsqueeze_(0)
    y.t_()
    y.resize_(2)
    return y * 2
x_c42 = torch.ones(2)
print(f_c42(x_c42), x_c42.shape)


@torch.compile
def f_c43(x_c43):
    x_c43.squeeze_(0)
    return x_c43 * 2
x_c43 = torch.ones(1, 2)
print(f_c43(x_c43), x_c43.shape)


@torch.compile
def f_c44(x):
    y = x.detach().requires_grad_(True)
    return (y * 2).sum(), y
a, b = f_c44(torch.ones(2))
print(a, b, b.requires_grad)


@torch.compile
def f_c45(x):
    y = x.detach()
    y.requires_grad_()
    print("b")
    return (y * 2).sum()
print(f_c45(torch.ones(2)))


@torch.compile
def f_c46(x):
    y = x * 2
    y.requires_grad_(True)
    z = (y * y).sum()
    z.backward()
    return y.grad
print(f_c46(torch.ones(2)))


@torch.compile
def f_c47(x_c47):
    x_c47.requires_grad_(True)
    return (x_c47 * 2).sum()
x_c47 = torch.ones(2)
o_c47 = f_c47(x_c47)
print(o_c47, x_c47.requires_grad)


@torch.compiler.disable(recursive=False)
def g_b77(x):
    return h_b77(x) * 2
def h_b77(x):
    return x + 3
@torch.compile
def f_b77(x):
    return g_b77(x + 1) - 1
print(f_b77(torch.ones(2)))


torch.manual_seed(0)
m_a31 = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
m_a31.forward = torch.compile(m_a31.forward)
print(m_a31(torch.ones(2, 2)))


class M_c50(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(2, 2)
    def forward(self, x):
        return torch.relu(self.l(x))
torch.manual_seed(0)
m_c50 = M_c50()
m_c50.forward = torch.compile(m_c50.forward)
print(m_c50(torch.ones(1, 2)))
m2_c50 = M_c50()
m2_c50.compile()
print(m2_c50(torch.ones(1, 2)))

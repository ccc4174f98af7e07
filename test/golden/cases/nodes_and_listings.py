# rows: none
# What nodes of the backward graph show, names of modules, and switches of serialization.
import torch
torch.manual_seed(0)
def show(name, v):
    if isinstance(v, torch.Tensor):
        return f'T{tuple(v.shape)} {v.dtype}'
    if isinstance(v, (tuple, list)):
        return type(v).__name__ + '(' + ', '.join(show('', x) for x in v) + ')'
    return repr(v)
def names(t):
    fn = t.grad_fn
    print(fn.name())
    for n in dir(fn):
        if n.startswith('_saved') or n.startswith('_raw_saved'):
            try:
                if n.startswith('_saved'):
                    print('  ', n, show(n, getattr(fn, n)))
                else:
                    r = getattr(fn, n)
                    print('  ', n, type(r).__name__)
            except Exception as e:
                print('  ', n, type(e).__name__, e)
a = torch.randn(3, 4, requires_grad=True)
b = torch.randn(3, 4, requires_grad=True)
w = torch.randn(4, 5, requires_grad=True)
v = torch.randn(4, requires_grad=True)
for f in (lambda: a * b, lambda: a + b, lambda: a - b, lambda: a / b, lambda: a * 2, lambda: a / 2, lambda: a ** 2, lambda: a ** b, lambda: 2 ** a, lambda: a.exp(), lambda: a.sin(), lambda: a.cos(), lambda: a.tanh(), lambda: a.sigmoid(), lambda: a.relu(), lambda: a.abs().sqrt(), lambda: a.abs().log(), lambda: a @ w, lambda: a @ v, lambda: torch.addmm(v, a, w[:, :4]), lambda: a.sum(), lambda: a.sum(1), lambda: a.mean(), lambda: a.mean(0, keepdim=True), lambda: a.max(), lambda: a.max(1).values, lambda: a.softmax(-1), lambda: a.log_softmax(1), lambda: a.t(), lambda: a.transpose(0, 1), lambda: a.permute(1, 0), lambda: a.view(12), lambda: a.reshape(2, 6), lambda: a[0], lambda: a[:, 1:3], lambda: a[torch.tensor([0, 1])], lambda: a.unsqueeze(0), lambda: a.unsqueeze(0).squeeze(0), lambda: a.expand(2, 3, 4), lambda: torch.cat([a, b]), lambda: torch.stack([a, b]), lambda: a.clone(), lambda: -a, lambda: a.abs(), lambda: a.clamp(0, 1), lambda: a.clamp(min=0), lambda: torch.where(a > 0, a, b), lambda: a.prod(), lambda: a.norm(), lambda: a.var(), lambda: a.std(1), lambda: a.cumsum(0), lambda: a.masked_fill(a > 0, 1.), lambda: a.index_select(0, torch.tensor([0])), lambda: torch.nn.functional.gelu(a), lambda: torch.nn.functional.leaky_relu(a), lambda: torch.nn.functional.silu(a), lambda: torch.nn.functional.softplus(a), lambda: torch.nn.functional.elu(a), lambda: torch.nn.functional.mse_loss(a, b), lambda: torch.nn.functional.l1_loss(a, b), lambda: torch.nn.functional.nll_loss(a, torch.tensor([0, 1, 2])), lambda: torch.nn.functional.layer_norm(a, (4,)), lambda: torch.bmm(a[None], w[None]), lambda: torch.maximum(a, b), lambda: a.sort(1).values, lambda: a.topk(2).values, lambda: a.logsumexp(1), lambda: a.repeat(2, 1), lambda: a.flip(0), lambda: a.tril(), lambda: a.to(torch.float64), lambda: torch.nn.functional.embedding(torch.tensor([0, 2]), a), lambda: torch.nn.functional.conv2d(torch.randn(1, 1, 4, 4), torch.randn(2, 1, 3, 3, requires_grad=True)), lambda: torch.nn.functional.max_pool2d(torch.randn(1, 1, 4, 4, requires_grad=True), 2), lambda: a.reciprocal(), lambda: a.rsqrt(), lambda: a.pow(3), lambda: a.square(), lambda: torch.outer(v, v), lambda: v.dot(v), lambda: a.mv(v), lambda: a.chunk(2)[0], lambda: a.split(1)[0], lambda: a.unbind()[0], lambda: a.select(0, 1), lambda: a.narrow(0, 0, 2), lambda: a.diagonal(), lambda: torch.lerp(a, b, 0.5), lambda: torch.addcmul(a, b, b), lambda: a.atan2(b), lambda: a.min(), lambda: a.amax(1), lambda: a.erf(), lambda: a.floor(), lambda: a.scatter(0, torch.zeros(1, 4, dtype=torch.long), 1.), lambda: a.hardtanh() if hasattr(a, 'hardtanh') else torch.nn.functional.hardtanh(a), lambda: torch.einsum('ij,jk->ik', a, w), lambda: torch.nn.functional.linear(a, w.t()), lambda: torch.nn.functional.linear(a, w.t(), torch.randn(5)), lambda: torch.nn.functional.binary_cross_entropy_with_logits(a, torch.ones(3, 4)), lambda: torch.nn.functional.batch_norm(a, torch.zeros(4), torch.ones(4), training=True)):
    names(f())
c = (a * b).sum()
fn = c.grad_fn.next_functions[0][0]
c.backward()
try:
    print(fn._saved_self)
except RuntimeError as e:
    print(str(e).splitlines()[0])
try:
    fn._saved_nope
except AttributeError as e:
    print(e)
y = a.exp()
print(y.grad_fn._saved_result is y, torch.equal(y.grad_fn._saved_result, y))
print((a * b).grad_fn._saved_self is a)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t * 2, lambda t: t / 4):
    z = v.exp()
    u = v * v
print(torch.allclose(z.grad_fn._saved_result, z.detach() / 2), torch.equal(u.grad_fn._saved_self, v / 2))
s = torch.ones(2, requires_grad=True)
k = s * s
with torch.no_grad():
    s.add_(1)
try:
    k.grad_fn._saved_self
except RuntimeError as e:
    print(str(e).split(';')[0])
n = v.sum(-1)
n.backward()
print(n.grad_fn._saved_dim, n.grad_fn._saved_keepdim, n.grad_fn._saved_self_sym_sizes)

import collections
import functools
import itertools
import math
import torch.nn as nn
from torch.optim import lr_scheduler
print([n for n in dir(nn) if n.endswith('Loss')])
print([n for n in dir(torch.optim) if n[0].isupper()])
print([n for n in dir(lr_scheduler) if n.endswith('LR')])
print([n for n in dir(nn.functional) if 'relu' in n], [n for n in dir(nn.init) if n.endswith('_') and n[0] != '_'])
print([n for n in dir(torch) if n.startswith('sin') or n.startswith('is_')])
print([n for n in dir(torch.linalg) if n.startswith('eig')], [n for n in dir(torch.func) if n[0] != '_'])
for m in (math, itertools, functools, collections):
    print([n for n in dir(m) if n[0] != '_'])
def t(f):
    try:
        r = f()
        print(repr(r))
    except Exception as e:
        print(type(e).__name__, e)
import torch.utils.serialization.config as sc
t(lambda: torch.utils.serialization.config.save.storage_alignment)
t(lambda: torch.utils.serialization.config.save.use_pinned_memory_for_d2h)
t(lambda: torch.utils.serialization.config.load.mmap)
t(lambda: torch.utils.serialization.config.load.endianness)
t(lambda: torch.utils.serialization.config.load.mmap_flags)
t(lambda: torch.utils.serialization.config.load.calculate_storage_offsets)
torch.utils.serialization.config.save.storage_alignment = 4096
t(lambda: torch.utils.serialization.config.save.storage_alignment)
def f():
    torch.utils.serialization.config.save.nope = 3
t(f)
with torch.utils.serialization.config.patch({'save.storage_alignment': 128}):
    print(sc.save.storage_alignment)
print(sc.save.storage_alignment)

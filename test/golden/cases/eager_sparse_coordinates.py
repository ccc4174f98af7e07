"""Tensors in coordinates: made, summed, printed, multiplied; a graph convolution and an attention over edges with them."""
import torch
i = torch.tensor([[0, 1, 1, 2], [2, 0, 2, 1]]); v = torch.tensor([3., 4., 5., 6.])
w = torch.ones(3, 2, requires_grad=True)
s = torch.sparse_coo_tensor(i, v, (3, 3))
print(s)
s = torch.sparse.FloatTensor(i, v, torch.Size([3, 3]))
print(torch.sparse_coo_tensor(i, v).shape)
c = s.coalesce()
print(c, c.indices(), c.values(), s._indices(), s._nnz(), c.is_coalesced(), s.is_coalesced())
print(s.to_dense(), s.shape, s.layout, s.is_sparse, s.dtype, s.device, w.layout, w.is_sparse, s.dim(), s.size(), s.numel())
d = torch.eye(3).to_sparse()
print(d, d.sparse_dim(), d.dense_dim())
o = torch.spmm(s, w)
o2 = torch.sparse.mm(s, w)
o3 = s @ w
print(o, o2, o3)
(o.sum() + o2.sum() + o3.sum()).backward()
print(w.grad)
print(s.t().to_dense())
print((s + s).to_dense(), s + s, (s * 2).to_dense(), torch.sparse.sum(s))
print(torch.sparse_coo_tensor([[0, 1, 0], [2, 0, 2]], [3., 4., 5.], (2, 3)).coalesce())
print(torch.sparse_coo_tensor([[0, 1, 0], [2, 0, 2]], [3, 4, 5], (2, 3)))
print(torch.sparse_coo_tensor(torch.zeros(2, 0, dtype=torch.int64), torch.zeros(0), (2, 3)))
try:
    s.indices()
except RuntimeError as e:
    print(e)
h = torch.sparse_coo_tensor(torch.tensor([[0, 2, 0]]), torch.ones(3, 2), (4, 2))
print(h, h.coalesce(), h.to_dense())
print(torch.mm(s, torch.arange(6.).view(3, 2)), torch.sparse.addmm(torch.ones(3, 2), s, torch.ones(3, 2), beta=0.5, alpha=2.))
for x in (s, s.coalesce(), torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 0]], [3., 4., 1.], (2, 3))):
    print(torch.mv(x, torch.ones(3)), x @ torch.arange(3.), x.double(), x.T, x.transpose(0, 1).to_dense(), x.sum(), -x, x / 2, torch.ones(x.shape) + x, (x * 2.).is_coalesced(), x.t().is_coalesced())
    print(x.is_contiguous(), x.stride(), x.clone().is_coalesced(), x.detach().is_coalesced())
try:
    s.data_ptr()
except RuntimeError as e:
    print(e)
class GCN(torch.nn.Module):
    def __init__(self, i, h, o):
        super().__init__()
        self.weight1 = torch.nn.Parameter(torch.linspace(-1, 1, i * h).view(i, h))
        self.weight2 = torch.nn.Parameter(torch.linspace(1, -1, h * o).view(h, o))
        self.bias = torch.nn.Parameter(torch.zeros(o))
    def forward(self, x, adj):
        x = torch.relu(torch.spmm(adj, torch.mm(x, self.weight1)))
        return torch.log_softmax(torch.spmm(adj, torch.mm(x, self.weight2)) + self.bias, 1)
edges = torch.tensor([[0, 0, 1, 1, 2, 2, 3, 3], [0, 1, 1, 2, 2, 3, 3, 0]])
adj = torch.sparse_coo_tensor(edges, torch.full((8,), 0.5), (4, 4))
net = GCN(3, 4, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.5)
x = torch.eye(4)[:, :3]
y = torch.tensor([0, 1, 0, 1])
for step in range(3):
    opt.zero_grad()
    loss = torch.nn.functional.nll_loss(net(x, adj), y)
    loss.backward()
    opt.step()
    print(step, round(loss.item(), 4))
class SpecialSpmm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, indices, values, shape, b):
        a = torch.sparse_coo_tensor(indices, values, shape)
        ctx.save_for_backward(a, b)
        ctx.N = shape[0]
        return torch.matmul(a, b)
    @staticmethod
    def backward(ctx, grad_output):
        a, b = ctx.saved_tensors
        grad = grad_output.matmul(b.t())
        at = a._indices()[0, :] * ctx.N + a._indices()[1, :]
        return None, grad.view(-1)[at], None, a.t().matmul(grad_output)
vals = torch.full((8,), 0.25, requires_grad=True)
feats = torch.arange(8.).view(4, 2).requires_grad_()
out = SpecialSpmm.apply(edges, vals, torch.Size([4, 4]), feats)
out.sum().backward()
print(out, vals.grad, feats.grad)

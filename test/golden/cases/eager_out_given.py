import torch

torch.manual_seed(0)
a = torch.tensor([1.5, -2.0, 3.25])
m = torch.tensor([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]])
b = torch.randn(2, 3, 3)
index = torch.tensor([0, 2, 1])
x, y, whole = torch.empty(0), torch.empty(0), torch.empty(0, dtype=torch.long)
print(torch.zeros(3, out=x), torch.ones(2, 2, out=x), torch.full((2,), 3.0, out=x), torch.arange(3.0, out=x), torch.arange(0, 3, 1.0, out=x))
print(torch.rand(3, out=x), torch.randn(3, out=x), torch.eye(3, out=x), torch.eye(3, 2, out=x), torch.linspace(0, 1, 4, out=x))
print(torch.randint(0, 5, (3,), out=whole), torch.randperm(4, out=whole), torch.normal(0.0, 1.0, (3,), out=x), torch.bernoulli(torch.ones(3), out=x))
print(torch.matmul(m, m, out=x), torch.matmul(m, a, out=x), torch.matmul(a, a, out=x), torch.matmul(b, b, out=torch.empty(2, 3, 3)), torch.outer(a, a, out=x))
print(torch.mean(m, 0, out=x), torch.prod(m, 0, out=x), torch.std(m, 0, out=x), torch.var(m, 0, out=x), torch.logsumexp(a, 0, out=x))
print(torch.softmax(a, 0, out=x), torch.log_softmax(a, 0, out=x), torch.hstack([a, a], out=x), torch.vstack([a, a], out=x), torch.take(a, index, out=x))
for f in (lambda o: torch.max(m, 0, out=o), lambda o: torch.sort(a, out=o), lambda o: torch.topk(a, 2, out=o), lambda o: torch.kthvalue(a, 2, out=o), lambda o: torch.median(m, 0, out=o)):
    values, places = f((x, whole))
    print(values, places, values is x)
print(torch.gather(a, 0, index, out=x), torch.index_select(a, 0, index, out=x), torch.masked_select(a, a > 0, out=x), torch.argmax(a, out=whole))
print(torch.searchsorted(torch.arange(3.0), a, out=whole), torch.round(a, decimals=1, out=x), torch.pow(2, a, out=x), torch.diag(m, out=x))
print(torch.any(m, 0, out=torch.empty(0, dtype=torch.bool)), torch.scatter(a, 0, index, a, out=x), torch.scatter_add(a, 0, index, a, out=x))
print(torch.linalg.vector_norm(m, out=x), torch.aminmax(m, dim=0, out=(x, y))[1])
w = torch.empty(3, 3)
print(torch.nn.init.eye_(w), w)
h = torch.randn(3, requires_grad=True) * 2
print(h.detach_().requires_grad, h.grad_fn)
try:
    torch.randn(4).view(2, 2).detach_()
except RuntimeError as e:
    print(str(e)[:30])

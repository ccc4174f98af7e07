import torch
torch.manual_seed(0)
torch.set_printoptions(precision=2)
for P, R, M in ((3, 5, 4), (3, 5, 8), (2, 3, 19), (30, 4, 6), (5, 26, 3), (27, 27, 2)):
    x, y = torch.randn(P, M, requires_grad=True), torch.randn(R, M, requires_grad=True)
    for p in (0.0, 1.0, 2.0, 3.0, 1.5, float("inf")):
        d = torch.cdist(x, y, p)
        print(d, type(d.grad_fn).__name__)
    d = torch.cdist(x, y)
    d.sum().backward()
    print(x.grad, y.grad)
x, y = torch.randn(2, 30, 4), torch.randn(2, 7, 4)
print((torch.cdist(x, y) ** 2).sum() > 0)
print(torch.cdist(x[0], y), torch.cdist(x[:1], y[0]).shape)
print(torch.cdist(x, y, compute_mode="use_mm_for_euclid_dist_if_necessary").sum(), torch.cdist(y, y, compute_mode="use_mm_for_euclid_dist"))
print(torch.cdist(torch.randn(30, 0), torch.randn(4, 0)), torch.cdist(torch.randn(0, 3), torch.randn(40, 3)))
for p in (0, 1, 2, 3, float("inf"), -float("inf")):
    print(torch.dist(x[0], x[1], p))
print(torch.pdist(x[0][:, :3]))
for p in (1, 2, 3):
    print(torch.renorm(x, p, 1, 1.0), torch.renorm(x[0], p, 0, 0.5))
print(torch.linalg.vector_norm(torch.tensor([[0.0], [2.0]]), 0, 1), torch.linalg.vector_norm(torch.zeros(0)), torch.linalg.vector_norm(torch.zeros(3, 0), dim=1))

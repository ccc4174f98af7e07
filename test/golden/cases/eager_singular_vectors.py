# Singular vectors with LAPACK's signs: square, high and wide matrices, thin and full.
import torch

torch.manual_seed(5)
for shape in ((1, 1), (3, 1), (1, 3), (2, 2), (3, 3), (5, 5), (4, 3), (5, 4), (7, 4), (3, 4), (2, 6)):
    a = torch.randn(shape, dtype=torch.float64)
    for full in (True, False):
        u, s, vh = torch.linalg.svd(a, full_matrices=full)
        print(u, s, vh, u.stride(), vh.stride())
print(torch.linalg.svd(torch.tensor([[1.0, 2.0], [3.0, 4.0]])))
print(torch.linalg.svd(torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])))
print(torch.linalg.svd(torch.diag(torch.tensor([1.0, 3.0, 2.0]))))
print(torch.linalg.svd(torch.eye(3)), torch.linalg.svd(torch.zeros(2, 3)))
print(torch.svd(torch.randn(3, 2)), torch.svd(torch.randn(2, 3), some=False))
b = torch.randn(2, 3, 2, dtype=torch.float64, requires_grad=True)
u, s, vh = torch.linalg.svd(b, full_matrices=False)
(u.sum() + s.sum() + vh.sum()).backward()
print(u, s, vh, b.grad)

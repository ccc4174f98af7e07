# Singular vectors from a random range, and principal components.
import torch

torch.manual_seed(0)
print(torch.pca_lowrank(torch.randn(6, 4, dtype=torch.float64), q=2))
print(torch.svd_lowrank(torch.randn(5, 4, dtype=torch.float64), q=2))
print(torch.svd_lowrank(torch.randn(3, 5, dtype=torch.float64), q=2, niter=0, M=torch.ones(5, dtype=torch.float64)))
print(torch.pca_lowrank(torch.randn(2, 4, 3, dtype=torch.float64)))
print(torch.pca_lowrank(torch.randn(4, 4, dtype=torch.float64), center=False, q=1))
for q, niter in ((5, 2), (2, -1)):
    try:
        torch.pca_lowrank(torch.ones(3, 3), q=q, niter=niter)
    except ValueError as e:
        print(e)

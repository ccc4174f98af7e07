# Eigenvectors with LAPACK's signs, least squares by each driver, and what linear algebra refuses of other types.
import torch


def attempt(f):
    try:
        r = f()
    except (RuntimeError, NotImplementedError) as e:
        print(type(e).__name__, e)
    else:
        print(*r) if isinstance(r, tuple) else print(r)


torch.manual_seed(3)
for n in (1, 2, 3, 4, 6):
    a = torch.randn(n, n, dtype=torch.float64)
    for uplo in "LU":
        values, vectors = torch.linalg.eigh(a + a.mT, UPLO=uplo)
        print(values, vectors, vectors.stride())
print(torch.linalg.eigh(torch.tensor([[2.0, 1.0], [1.0, 3.0]])))
print(torch.linalg.eigh(torch.tensor([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, -1.0]])))
print(torch.linalg.eigh(torch.tensor([[1.0, 5.0], [2.0, 3.0]]), "U"))
print(torch.linalg.eigh(torch.diag(torch.tensor([3.0, 1.0, 2.0]))))
print(torch.linalg.eigh(torch.cov(torch.randn(3, 10, dtype=torch.float64))).eigenvectors)
b = torch.randn(2, 3, 3, dtype=torch.float64, requires_grad=True)
torch.linalg.eigh(b + b.mT).eigenvectors.sum().backward()
print(b.grad)

wide = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]])
tall = torch.tensor([[1.0, 2.0], [4.0, 5.0], [7.0, 3.0]])
for driver in ("gels", "gelsy", "gelsd", "gelss"):
    attempt(lambda: torch.linalg.lstsq(wide, torch.tensor([[1.0], [2.0]]), driver=driver))
    attempt(lambda: torch.linalg.lstsq(tall, torch.tensor([[1.0], [2.0], [3.0]]), driver=driver))
attempt(lambda: torch.linalg.lstsq(wide, torch.ones(3, 1)))
attempt(lambda: torch.linalg.lstsq(wide, torch.ones(3)))

whole = torch.ones(2, 2, dtype=torch.int64)
for name in ("cholesky", "qr", "svd", "eigh", "eigvalsh", "inv", "det", "pinv", "lu", "lu_factor", "matrix_exp", "vecdot", "lstsq", "solve"):
    f = getattr(torch.linalg, name)
    attempt(lambda: f(whole, whole) if name in ("vecdot", "lstsq", "solve") else f(whole))
attempt(lambda: torch.linalg.matrix_power(whole, 3))
attempt(lambda: torch.linalg.solve_triangular(whole, whole, upper=True))
attempt(lambda: torch.linalg.tensorsolve(torch.ones(2, 2), torch.ones(2, 2)))
attempt(lambda: torch.linalg.householder_product(whole, whole[0]))
attempt(lambda: torch.linalg.vander(whole > 0))
attempt(lambda: torch.linalg.eigh(torch.ones(2, 2), UPLO="x"))

for text in (3.5, True, 0, "", [1], int, float):
    attempt(lambda: torch.ones(2).to(text)) if text not in ([1], 0) else None
for call in (torch.Tensor.clone, torch.Tensor.contiguous, torch.empty_like, torch.zeros_like):
    attempt(lambda: call(torch.ones(2, 2), memory_format=torch.channels_last))
attempt(lambda: torch.empty(2, 3, memory_format=torch.channels_last))
attempt(lambda: torch.ones(2, 2).to(torch.float16, memory_format=torch.channels_last_3d))

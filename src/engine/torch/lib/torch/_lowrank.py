"""torch.svd_lowrank and torch.pca_lowrank: singular vectors from a random range; after torch/_lowrank.py.

Leaves out: sparse matrices.
"""
import torch


def _basis(A, q, niter, M):
    """Orthonormal columns whose span nearly holds that of A - M: a drawn sample of it, taken back and forth `niter` times."""
    def through(a, m, x):
        y = torch.matmul(a, x)
        return y if m is None else y - torch.matmul(m, x)

    dtype = A.dtype if A.is_floating_point() or A.is_complex() else torch.float32
    Q = torch.linalg.qr(through(A, M, torch.randn(A.shape[-1], q, dtype=dtype, device=A.device))).Q
    for _ in range(niter):
        back = torch.linalg.qr(through(A.mH, None if M is None else M.mH, Q)).Q
        Q = torch.linalg.qr(through(A, M, back)).Q
    return Q


def svd_lowrank(A, q=6, niter=2, M=None):
    q = 6 if q is None else q
    niter = 2 if niter is None else niter
    if M is not None:
        M = M.broadcast_to(A.size())
    wide = A.shape[-2] < A.shape[-1]
    if wide:
        A, M = A.mH, None if M is None else M.mH
    Q = _basis(A, q, niter, M)
    B = torch.matmul(Q.mH, A)
    if M is not None:
        B = B - torch.matmul(Q.mH, M)
    U, S, Vh = torch.linalg.svd(B, full_matrices=False)
    V, U = Vh.mH, Q.matmul(U)
    return (V, S, U) if wide else (U, S, V)


def pca_lowrank(A, q=None, center=True, niter=2):
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    if center:
        A = A - A.mean(dim=(-2,), keepdim=True)
    return svd_lowrank(A, q, niter)

# Rows of rank and condition number; attention of half types; what a custom function and padding refuse.
import torch
import torch.nn.functional as F

L = torch.linalg
torch.manual_seed(0)
M = torch.randn(4, 3, dtype=torch.float64)
A = torch.randn(2, 3, 3, dtype=torch.float64)
S = A + A.mT
t = torch.tensor(0.1, dtype=torch.float64)
for rank in [L.matrix_rank(M), L.matrix_rank(A), L.matrix_rank(M, atol=0.1), L.matrix_rank(M, rtol=0.1), L.matrix_rank(A, atol=0.1, rtol=0.01)]:
    print(rank)
print(L.matrix_rank(S, hermitian=True), L.matrix_rank(M, tol=0.1), L.matrix_rank(A, atol=t), L.matrix_rank(A, tol=t))
print(L.matrix_rank(A, rtol=torch.tensor([0.1, 0.2], dtype=torch.float64)))
print(L.cond(A), L.cond(M, -2), L.cond(A, 1), L.cond(A, "fro"), L.cond(torch.zeros(2, 2), 1))
print(torch.kron(M[:2, :2], A[0]).sum(), M.scatter_reduce(0, torch.tensor([[0, 1, 1]]), M[:1], "max"))
for dtype in [torch.bfloat16, torch.float16]:
    q, k, v = (torch.randn(1, 3, 3).to(dtype).requires_grad_() for _ in range(3))
    F.scaled_dot_product_attention(q, k, v).sum().backward()
    print(q.grad.shape)
with torch.autocast("cpu", dtype=torch.bfloat16):
    print(F.scaled_dot_product_attention(A[:1].float(), A[:1].float(), A[:1].float()).dtype)


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, g):
        return "gradient"


leaf = torch.ones(2, requires_grad=True)
for f in [
    lambda: F.pad(A, (1, 1, 1, 1, 1, 1), mode="circular"),
    lambda: F.pad(A[None], (1, 1), mode="reflect"),
    lambda: Doubled.apply(leaf),
    lambda: Doubled.apply(leaf * 1).sum().backward(),
]:
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)

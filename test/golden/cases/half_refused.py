# Kernels that have no code for half types.
import torch
import torch.nn.functional as F

L = torch.linalg
torch.manual_seed(0)
for dtype in [torch.float16, torch.bfloat16]:
    h = torch.rand(4, 4).to(dtype)
    t = torch.tensor([0, 3, 2, 1])
    for f in [
        lambda: F.multi_margin_loss(h, t),
        lambda: F.multilabel_margin_loss(h, torch.tensor([[1, 2, -1, 0]] * 4)),
        lambda: F.ctc_loss(h[:, None], torch.tensor([[1]]), torch.tensor([4]), torch.tensor([1])),
        lambda: torch.cdist(h, h),
        lambda: F.pdist(h),
        lambda: L.cholesky(h),
        lambda: L.qr(h),
        lambda: L.svd(h),
        lambda: L.svdvals(h),
        lambda: L.eigh(h),
        lambda: L.eigvalsh(h),
        lambda: L.det(h),
        lambda: L.lu_factor(h),
        lambda: L.lu(h),
        lambda: L.solve(h, h),
        lambda: L.cond(h),
        lambda: L.solve_triangular(h, h, upper=True),
        lambda: L.inv(h),
        lambda: L.slogdet(h),
        lambda: L.cross(h[:, :3], h[:, 1:]),
    ]:
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, e)

import torch, torch.nn.functional as F
torch.manual_seed(0)
lp = torch.randn(6, 3, 5).log_softmax(2).requires_grad_()
t = torch.tensor([[1, 2, 2], [3, 1, 4], [2, 0, 0]])
for red in ('none', 'mean', 'sum'):
    l = F.ctc_loss(lp, t, torch.tensor([6, 6, 3]), torch.tensor([3, 2, 1]), reduction=red); print(l.detach())
    l.sum().backward(); print(lp.grad.abs().sum(), lp.grad[0, 0]); lp.grad = None
lp = lp.detach()
print(F.ctc_loss(lp, torch.tensor([1, 2, 3, 1]), (6, 6, 3), (1, 2, 1)), F.ctc_loss(lp, t, torch.tensor([2, 6, 3]), torch.tensor([3, 2, 1]), zero_infinity=True), F.ctc_loss(lp, t, torch.tensor([2, 6, 3]), torch.tensor([3, 2, 1]), reduction='none'))
print(F.ctc_loss(lp[:, 0], t[0], torch.tensor(6), torch.tensor(3)))

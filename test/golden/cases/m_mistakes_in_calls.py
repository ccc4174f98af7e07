# What PyTorch says to common mistakes: layers, indices, lists of tensors, element types, matrices, probabilities.
import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(what, f):
    try:
        f()
        print(what, "passes")
    except Exception as e:
        print(what, type(e).__name__, e)


attempt("batch norm", lambda: nn.BatchNorm1d(4)(torch.zeros(3, 5)))
attempt("group norm", lambda: nn.GroupNorm(2, 4)(torch.zeros(2, 6, 3)))
attempt("nothing to join", lambda: torch.cat([]))
attempt("column", lambda: torch.ones(2, 3)[:, [0, 5]])
attempt("store column", lambda: torch.ones(2, 3).index_put_((torch.tensor([0]), torch.tensor([7])), torch.tensor(1.0)))
attempt("and", lambda: torch.ones(3) & torch.ones(3))
attempt("chance", lambda: torch.bernoulli(torch.tensor([2.0])))
attempt("singular", lambda: torch.linalg.inv(torch.zeros(2, 2)))
attempt("negative", lambda: torch.linalg.cholesky(-torch.eye(2)))
attempt("whole parameter", lambda: nn.Parameter(torch.tensor([1, 2])))
attempt("odd padding", lambda: F.pad(torch.ones(2, 3), (1, 1, 1)))
attempt("gradient", lambda: torch.ones(2).backward(3))
attempt("seed", lambda: torch.manual_seed("a"))
attempt("type", lambda: torch.ones(2).type("torch.Foo"))
attempt("clamp", lambda: torch.ones(3).clamp())
attempt("autocast", lambda: torch.amp.autocast("foo"))
attempt("add by index", lambda: torch.ones(3).index_add_(0, torch.tensor([0]), torch.ones(2)))
attempt("array of a leaf", lambda: torch.ones(2, requires_grad=True).numpy())
try:
    torch.linalg.inv(torch.zeros(1, 1))
except torch.linalg.LinAlgError as e:
    print(isinstance(e, RuntimeError), e)

torch.manual_seed(0)
x = torch.arange(12.0).view(3, 4)
x[range(3), [0, 1, 2]] = -1.0
print(x, x[range(2)])
drop = nn.Dropout2d(0.5)
print(drop(torch.ones(4, 3)).shape, drop(torch.ones(2, 3, 2, 2)).shape)
rows = torch.randn(2, 5, 3).transpose(1, 2)
print(nn.AdaptiveAvgPool1d(1)(rows).stride())
out, _ = nn.LSTM(3, 4, batch_first=True)(torch.randn(2, 5, 3))
print(out.shape, torch.spmm(torch.eye(2), torch.ones(2, 2)).sum())

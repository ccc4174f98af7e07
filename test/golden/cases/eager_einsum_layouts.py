# einsum of a pair: where the result has the second operand's letters first, the product is taken the other way round.
import numpy as np
import torch

torch.manual_seed(0)
x = torch.randn(2, 5, 4, requires_grad=True)
w = torch.randn(2, 5, 3, 6, requires_grad=True)
one = torch.randn(2, 5, 1, requires_grad=True)
for equation, operands in [
    ("bnd,bnec->ebcd", (x, w)),
    ("bnd,bnec->bdec", (x, w)),
    ("bnd,bnec->edcb", (x, w)),
    ("bnd,bnec->bcde", (x, w)),
    ("bnd,bnec->cebd", (x, w)),
    ("bnd,bnec->ced", (x, w)),
    ("bnec,bnd->dbec", (w, x)),
    ("bnec,bnd->dbce", (w, x)),
    ("bnec,bnd->bed", (w, x)),
    ("bnd,bno->bod", (x, one)),
    ("bnd,bno->odb", (x, one)),
    ("bno,bnd->bdo", (one, x)),
    ("ij,jk->ki", (x[0].mT, w[0, :, 0])),
    ("ij,kj->ki", (x[0], x[1])),
    ("...nd,n...e->...ed", (x, torch.randn(5, 2, 3))),
    ("bnd,bnec,fe->fbcd", (x, w, torch.randn(7, 3))),
]:
    y = torch.einsum(equation, *operands)
    gradients = torch.autograd.grad(y.pow(2).sum(), operands[0])
    print(equation, tuple(y.shape), y.stride(), gradients[0].stride(), f"{y.sum():.3f}")
print(np.array((0, 1), dtype=np.long).dtype, np.long is np.int64)

"""torch.sparse: tensors in coordinates, as models of graphs use them; after torch/sparse/__init__.py.

Leaves out: compressed layouts, softmax, gradients with respect to the values.
"""
import torch
from torch._C import _missing, _refuse, _sparse


def _tensor(x, dtype, device):
    if isinstance(x, torch.Tensor):
        return x if dtype is None or x.dtype == dtype else x.to(dtype)
    return torch.tensor(x, dtype=dtype, device=device)


def sparse_coo_tensor(indices, values, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False,
                      check_invariants=None, is_coalesced=None):
    values = _tensor(values, dtype, device)
    indices = _tensor(indices, torch.int64, device)
    if check_invariants:
        _refuse("torch.sparse_coo_tensor(check_invariants=True) is not supported here")
    if requires_grad or torch.is_grad_enabled() and values.requires_grad:
        _refuse("gradients of the values of a sparse tensor are not supported here")
    if size is None:
        size = [*_sparse.reach(indices), *values.shape[1:]]
    return _sparse.make(indices, values, tuple(size), is_coalesced)


def spmm(input, mat2):
    return torch.mm(input, mat2)


def FloatTensor(indices, values, size=None):
    return sparse_coo_tensor(indices, values, size)


def mm(mat1, mat2):
    return _sparse.mm(mat1, mat2)


def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    return _sparse.addmm(input, mat1, mat2, beta, alpha)


def sum(input, dim=None, dtype=None):
    if dim is not None or dtype is not None:
        _refuse("torch.sparse.sum over dimensions is not supported here")
    return input.coalesce().values().sum()


def __getattr__(name):
    _missing("torch.sparse", name)

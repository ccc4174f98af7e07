"""Functions of the torch namespace that PyTorch writes in Python."""
import torch
from torch import _VF

_linalg = torch.linalg


def _assert(condition, message):
    if not condition:
        raise AssertionError(message)


def split(tensor, split_size_or_sections, dim=0):
    return tensor.split(split_size_or_sections, dim)


def einsum(*args):
    if len(args) < 2:
        raise ValueError("einsum(): must specify the equation string and at least one operand, or at least one operand and its subscripts list")
    if isinstance(args[0], torch.Tensor):
        def letter(n):
            if n is Ellipsis:
                return "..."
            if n >= 0 and n < 26:
                return chr(ord("A") + n)
            if n >= 26 and n < 52:
                return chr(ord("a") + n - 26)
            raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")
        equation = ",".join("".join(letter(s) for s in l) for l in args[1::2])
        if len(args) % 2 == 1:
            equation += "->" + "".join(letter(s) for s in args[-1])
            operands = args[:-1:2]
        else:
            operands = args[::2]
    else:
        equation = args[0]
        operands = args[1:]
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    return _VF.einsum(equation, operands)


def meshgrid(*tensors, indexing=None):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    if indexing is None:
        return _VF.meshgrid(tensors)
    return _VF.meshgrid(tensors, indexing=indexing)


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    if isinstance(dim, int):
        _dim = [dim]
    else:
        _dim = dim
    if isinstance(p, str):
        if p == "fro" and (dim is None or isinstance(dim, int) or len(dim) <= 2):
            return torch.linalg.vector_norm(input, 2, _dim, keepdim, dtype=dtype)
        return torch.linalg.matrix_norm(input, p, list(range(input.ndim)) if _dim is None else _dim, keepdim, dtype=dtype)
    return torch.linalg.vector_norm(input, 2.0 if p is None else p, _dim, keepdim, dtype=dtype)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        output, inverse, counts = _VF.unique_dim(input, dim, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts)
    else:
        output, inverse, counts = torch._unique2(input, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts)
    return _pick(output, inverse, counts, return_inverse, return_counts)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    output, inverse, counts = _VF.unique_consecutive(input, return_inverse=return_inverse, return_counts=return_counts, dim=dim)
    return _pick(output, inverse, counts, return_inverse, return_counts)


def _pick(output, inverse, counts, return_inverse, return_counts):
    if return_inverse and return_counts:
        return output, inverse, counts
    if return_inverse:
        return output, inverse
    if return_counts:
        return output, counts
    return output


def unravel_index(indices, shape):
    return torch._C._import("torch._unravel").unravel_index(indices, shape)


def tensordot(a, b, dims=2, out=None):
    if isinstance(dims, (tuple, list)):
        dims_a, dims_b = dims
    else:
        if isinstance(dims, torch.Tensor):
            dims = dims.item()
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        dims_a = list(range(-dims, 0))
        dims_b = list(range(dims))
    if isinstance(dims_a, int):
        dims_a = [dims_a]
    if isinstance(dims_b, int):
        dims_b = [dims_b]
    return _VF.tensordot(a, b, dims_a, dims_b)


def cartesian_prod(*tensors):
    return _VF.cartesian_prod(tensors)


def block_diag(*tensors):
    return _VF.block_diag(tensors)


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    modes = {"use_mm_for_euclid_dist_if_necessary": None, "use_mm_for_euclid_dist": 1, "donot_use_mm_for_euclid_dist": 2}
    if compute_mode not in modes:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    return _VF.cdist(x1, x2, p, modes[compute_mode])


def _atleast(fn, tensors):
    if len(tensors) == 1:
        return fn(tensors[0])
    return fn(tensors)


def atleast_1d(*tensors):
    return _atleast(_VF.atleast_1d, tensors)


def atleast_2d(*tensors):
    return _atleast(_VF.atleast_2d, tensors)


def atleast_3d(*tensors):
    return _atleast(_VF.atleast_3d, tensors)


def chain_matmul(*matrices, out=None):
    return torch.linalg.multi_dot(matrices)


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False,
         onesided=None, return_complex=None):
    if center:
        dims = input.dim()
        half = n_fft // 2
        input = torch.nn.functional.pad(input.view([1] * (3 - dims) + list(input.size())), [half, half], pad_mode)
        input = input.view(input.shape[-dims:])
    return _VF.stft(input, n_fft, hop_length, win_length, window, normalized, onesided, return_complex)


def align_tensors(*tensors):
    torch._C._refuse("named tensors are not supported here")


def lu(A, pivot=True, get_infos=False, out=None):
    result = torch._lu_with_info(A, pivot=pivot, check_errors=not get_infos)
    return result if get_infos else (result[0], result[1])


def _lu_of(self, pivot=True, get_infos=False):
    return tuple(lu(self, pivot, get_infos))

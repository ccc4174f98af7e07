"""torch.signal.windows: the curves one lays over a signal; after torch/signal/windows/windows.py."""
import math

import torch


def _made(name, M, dtype, layout, device, requires_grad):
    """What every window is made with, its length checked; the window itself where there is nothing to work out."""
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if layout is not torch.strided:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if dtype not in [torch.float32, torch.float64]:
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return dict(dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def _line(M, start, constant, made):
    return torch.linspace(start=start * constant, end=(start + (M - 1)) * constant, steps=M, **made)


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    made = _made("exponential", M, dtype, layout, device, requires_grad)
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    if M == 0:
        return torch.empty((0,), **made)
    if center is None:
        center = (M if not sym and M > 1 else M - 1) / 2.0
    return torch.exp(-torch.abs(_line(M, -center, 1 / tau, made)))


def cosine(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    made = _made("cosine", M, dtype, layout, device, requires_grad)
    if M == 0:
        return torch.empty((0,), **made)
    return torch.sin(_line(M, 0.5, math.pi / (M + 1 if not sym and M > 1 else M), made))


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    made = _made("gaussian", M, dtype, layout, device, requires_grad)
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    if M == 0:
        return torch.empty((0,), **made)
    return torch.exp(-_line(M, -(M if not sym and M > 1 else M - 1) / 2.0, 1 / (std * math.sqrt(2)), made) ** 2)


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    made = _made("kaiser", M, dtype, layout, device, requires_grad)
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    if M < 2:
        return (torch.ones if M else torch.empty)((M,), **made)
    beta = torch.tensor(beta, dtype=made["dtype"], device=device)
    start = -beta
    constant = 2.0 * beta / (M if not sym else M - 1)
    end = torch.minimum(beta, start + (M - 1) * constant)
    k = torch.linspace(start=start, end=end, steps=M, **made)
    return torch.i0(torch.sqrt(beta * beta - torch.pow(k, 2))) / torch.i0(beta)


def bartlett(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    made = _made("bartlett", M, dtype, layout, device, requires_grad)
    if M < 2:
        return (torch.ones if M else torch.empty)((M,), **made)
    constant = 2 / (M if not sym else M - 1)
    return 1 - torch.abs(torch.linspace(start=-1, end=-1 + (M - 1) * constant, steps=M, **made))


def general_cosine(M, *, a, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    made = _made("general_cosine", M, dtype, layout, device, requires_grad)
    if M < 2:
        return (torch.ones if M else torch.empty)((M,), **made)
    if not hasattr(a, "__iter__"):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    constant = 2 * math.pi / (M if not sym else M - 1)
    k = torch.linspace(start=0, end=(M - 1) * constant, steps=M, **made)
    weights = torch.tensor([(-1) ** i * w for i, w in enumerate(a)], device=device, dtype=made["dtype"], requires_grad=requires_grad)
    i = torch.arange(weights.shape[0], dtype=weights.dtype, device=weights.device, requires_grad=weights.requires_grad)
    return (weights.unsqueeze(-1) * torch.cos(i.unsqueeze(-1) * k)).sum(0)


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hamming(M, **options):
    return general_hamming(M, **options)


def hann(M, **options):
    return general_hamming(M, alpha=0.5, **options)


def blackman(M, *, dtype=None, layout=torch.strided, **options):
    _made("blackman", M, dtype, layout, None, False)
    return general_cosine(M, a=[0.42, 0.5, 0.08], dtype=dtype, layout=layout, **options)


def nuttall(M, **options):
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], **options)

"""Windows of torch.signal; what they refuse; linspace between tensors."""
import torch
from torch.signal import windows
for name in ("hann", "hamming", "blackman", "bartlett", "cosine"):
    f = getattr(windows, name)
    print(name, f(6), f(5, sym=False), f(1), f(0), f(4, dtype=torch.float64), f(4, requires_grad=True))
print(windows.exponential(6), windows.exponential(6, tau=0.5), windows.exponential(6, center=1, sym=False, tau=2.0))
print(windows.gaussian(6), windows.gaussian(6, std=0.9), windows.gaussian(5, std=0.9, sym=False))
print(windows.kaiser(6), windows.kaiser(6, beta=1.0), windows.kaiser(5, sym=False))
print(windows.general_cosine(6, a=[0.46, 0.23, 0.31]), windows.general_hamming(6), windows.general_hamming(6, alpha=0.5, sym=False))
print(windows.nuttall(6), windows.nuttall(5, sym=False))
for f in (lambda: windows.hann(-1), lambda: windows.hann(3, dtype=torch.int64), lambda: windows.exponential(3, tau=-1.), lambda: windows.exponential(3, center=0.), lambda: windows.gaussian(3, std=0.), lambda: windows.general_cosine(3, a=[]), lambda: windows.general_cosine(3, a=1), lambda: windows.kaiser(3, beta=-1.)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
t = torch.tensor
print(torch.linspace(t(0.), t(1.), 5), torch.linspace(0, t(1.), 3), torch.linspace(t(2), 4.5, 3), torch.linspace(t(1), t(3), 3, dtype=torch.int64))
try:
    torch.linspace(t([0.]), 1, 3)
except RuntimeError as e:
    print(e)

"""Complex tensors: making them, their parts, conjugates, rotary positions, a spectral filter with gradients."""
import torch

z = torch.tensor([1 + 2j, 3 - 1j])
print(z, z.dtype, z.conj(), z * 1j, z + 1, z.sum().item(), z.tolist())
print(z.is_conj(), z.conj().is_conj(), torch.is_complex(z), z.abs() ** 2)

# Rotary position embedding: pairs of features turned by an angle that grows with the position.
x = torch.arange(16.0).reshape(2, 2, 4)
angles = torch.outer(torch.arange(2.0), torch.tensor([1.0, 0.5]))
turn = torch.polar(torch.ones_like(angles), angles)
pairs = torch.view_as_complex(x.reshape(2, 2, 2, 2))
print(torch.view_as_real(pairs * turn).flatten(2))

signal = torch.tensor([0.0, 1.0, 0.5, -1.0, 2.0, 0.25], requires_grad=True)
spectrum = torch.fft.rfft(signal)
print(spectrum)
low = torch.fft.irfft(spectrum * torch.tensor([1.0, 1.0, 0.0, 0.0]), n=6)
print(low)
low.pow(2).sum().backward()
print(signal.grad)
print(torch.fft.fftfreq(5), torch.fft.fftshift(torch.arange(5)))

# Adjoints: transposed and conjugated.
gate = torch.tensor([[1 + 2j, 3 - 1j], [0.5 + 0j, 2j]])
print(gate.mH, gate.H, gate.adjoint())

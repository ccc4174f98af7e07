# Windows of spectral analysis, an encoder that leaves out what is padded, gradients of Dirichlet numbers.
import torch
import torch.nn as nn

for name in ("hann", "hamming", "blackman", "bartlett", "kaiser"):
    window = getattr(torch, name + "_window")
    for length in (0, 1, 2, 7):
        print(name, window(length), window(length, periodic=False), window(length, dtype=torch.float64))
print(torch.hamming_window(5, True, 0.5, 0.4), torch.kaiser_window(6, True, 5.0), torch.hann_window(4, requires_grad=True))
for wrong in (lambda: torch.hann_window(5, dtype=torch.int64), lambda: torch.kaiser_window(-5)):
    try:
        wrong()
    except RuntimeError as e:
        print(e)
torch.manual_seed(0)
wave = torch.randn(2, 40)
spectrum = torch.stft(wave, 16, hop_length=8, win_length=12, window=torch.hann_window(12), return_complex=True)
print(spectrum.shape, f"{spectrum.abs().sum():.3f}")

encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2, norm=nn.LayerNorm(8)).eval()
x = torch.randn(3, 4, 8)
left = torch.tensor([[0, 0, 1, 1], [0, 1, 1, 1], [0, 0, 0, 0]], dtype=torch.bool)
with torch.no_grad():
    print(encoder(x, src_key_padding_mask=left))
    print(encoder(x, src_key_padding_mask=left.flip(1)))
    encoder.enable_nested_tensor = False
    print(encoder(x, mask=torch.zeros(4, 4, dtype=torch.bool), src_key_padding_mask=left)[:, 0])
print(encoder(x, src_key_padding_mask=left)[:, 0])
with torch.inference_mode():
    print(encoder(x, src_key_padding_mask=left)[1])

for start in ([1.0, 2.0, 3.0], [0.1, 0.2, 5.0], [20.0, 30.0, 10.0], [3.0, 3.0, 4.0]):
    for dtype in (torch.float32, torch.float64):
        concentration = torch.tensor(start, dtype=dtype, requires_grad=True)
        drawn = torch.distributions.Dirichlet(concentration).rsample((3,))
        (drawn * torch.arange(3)).sum().backward()
        print(concentration.grad)
a, b = (torch.tensor(v, requires_grad=True) for v in (2.0, 3.0))
torch.distributions.Beta(a, b).rsample().backward()
print(a.grad, b.grad)

print(torch.unravel_index(torch.tensor([[5], [11]]), (3, 2, 2)))
with torch.profiler.record_function("region"):
    print(torch.promote_types(torch.int8, torch.float16))

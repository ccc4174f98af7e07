"""Sequences of different lengths: packing, recurrent layers over packed data with gradients, padding back."""
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pack_sequence, pad_packed_sequence

torch.manual_seed(0)
batch = torch.randn(3, 4, 2, requires_grad=True)
lengths = torch.tensor([2, 4, 3])
packed = pack_padded_sequence(batch, lengths, batch_first=True, enforce_sorted=False)
print(packed.batch_sizes, packed.data.shape, packed.sorted_indices)
for layer in (nn.GRU(2, 3, batch_first=True, bidirectional=True), nn.LSTM(2, 3, num_layers=2, batch_first=True), nn.RNN(2, 3, batch_first=True)):
    out, state = layer(packed)
    padded, n = pad_packed_sequence(out, batch_first=True)
    print(type(layer).__name__, padded.shape, n)
    print(padded.sum(-1))
    if not isinstance(layer, nn.LSTM):
        batch.grad = None
        padded.sum().backward()
        print(batch.grad.abs().sum(-1))
print(pad_packed_sequence(pack_sequence([torch.ones(3), torch.ones(1)]), padding_value=-1.0, total_length=4)[0])
try:
    pack_padded_sequence(batch, lengths, batch_first=True)
except RuntimeError as e:
    print(e)

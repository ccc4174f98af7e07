# LSTMs with projections, without biases, both ways, dense and packed; and fused optimizer steps.
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
for kw in [dict(proj_size=3), dict(bidirectional=True), dict(bidirectional=True, proj_size=3),dict(bidirectional=True, proj_size=3,num_layers=2), dict(proj_size=2, bias=False, batch_first=True)]:
    m = nn.LSTM(5, 6, **kw)
    x = torch.randn(2, 4, 5)
    y, (h, c) = m(x); print(kw, y, h, c.shape)
    y.sum().backward()
    print({n: p.grad.abs().sum().item().__round__(3) for n, p in m.named_parameters()})
m = nn.LSTM(5, 6, proj_size=2, bidirectional=True)
p = nn.utils.rnn.pack_sequence([torch.randn(3, 5), torch.randn(2, 5)])
y, hc = m(p); print(y.data, hc); y.data.sum().backward(); print(m.weight_hr_l0.grad)
m = m.double(); y, _ = m(torch.randn(2, 2, 5).double()); print(y.sum())

for c in (nn.GRU(3,4,bidirectional=True), nn.LSTM(3,4,bidirectional=True,bias=False), nn.RNN(3,4,bidirectional=True,num_layers=2,batch_first=True), nn.LSTM(3, 4, batch_first=True).double()):
    x = torch.randn(2, 3, 3, dtype=c.weight_ih_l0.dtype, requires_grad=True)
    y, h = c(x); print(y, h); y.sum().backward(); print(x.grad)
    print({n: p.grad.abs().sum().item().__round__(3) for n, p in c.named_parameters()})

for m in (nn.LSTM(5, 6, bidirectional=True), nn.LSTM(5, 6, proj_size=2)):
    p = nn.utils.rnn.pack_sequence([torch.randn(3, 5), torch.randn(2, 5)])
    y, hc = m(p); print(y.data, hc); y.data.sum().backward()


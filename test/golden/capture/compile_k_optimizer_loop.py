import torch
from torch import nn

torch.manual_seed(0)
net = torch.compile(nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1)), dynamic=False)
opt = torch.optim.AdamW(net.parameters(), lr=0.05)
x = torch.randn(8, 2)
y = x.sum(1, keepdim=True)
for step in range(4):
    opt.zero_grad()
    loss = ((net(x) - y) ** 2).mean()
    loss.backward()
    opt.step()
    print(step, loss)

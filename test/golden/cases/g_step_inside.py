# The whole training step compiled: what ends the graphs, and the update as a graph of its own.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
model = nn.Linear(3, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)

@torch.compile
def train(x, y):
    opt.zero_grad()
    loss = ((model(x) - y) ** 2).mean()
    loss.backward()
    opt.step()
    return loss

x = torch.ones(4, 3)
y = torch.zeros(4, 2)
for _ in range(3):
    print(round(train(x, y).item(), 4))

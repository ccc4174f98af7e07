# Dropout draws a mask while training and does nothing while evaluating.
import torch
import torch.nn as nn

torch.manual_seed(0)
drop = nn.Dropout(0.5)
x = torch.ones(8)
print(drop(x))
drop.eval()
print(drop(x), drop.training)
drop.train()
print(drop(x).sum().item() in [2.0 * k for k in range(9)])

import torch
import torch.nn as nn

lin = nn.Linear(2, 2).double()
for x in (torch.randn(1, 3), torch.randn(1, 2), torch.randn(1, 3).double(), torch.randn(3), torch.randn(2, 1, 3), torch.randint(5, (1, 3))):
    for layer in (lin, nn.Linear(2, 2, bias=False).double()):
        try:
            layer(x)
        except RuntimeError as e:
            print(tuple(x.shape), x.dtype, e)

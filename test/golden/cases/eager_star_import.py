"""What `from torch import *` and its like give: the names that PyTorch's modules have, modelled or not."""
from torch import *
from torch.nn import *
from torch.nn.functional import *

import torch

print(tensor([1.0, 2.0]).sum(), zeros(2, dtype=int64), float16, Tensor is torch.Tensor)
print(Linear(2, 3), relu(tensor([-1.0, 1.0])), Parameter is torch.nn.Parameter)
print(len(torch.__all__) > 850, "stft" in torch.__all__, "nn" in torch.__all__, "unique" in torch.__all__)
print("nn" in globals(), "set_grad_enabled" in globals(), "Module" in globals(), "Sequential" in globals())

"""torch.optim reads an optimizer when it is first asked for; names, stars and dir() show none of it."""
import torch
import torch.optim
from torch.optim import *
from torch.optim.lr_scheduler import StepLR

print(SGD.__name__, Adam.__name__, lr_scheduler.StepLR is StepLR)
print([n for n in ("ASGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "LBFGS", "Muon", "NAdam", "Optimizer", "RAdam", "RMSprop", "Rprop", "SGD", "lr_scheduler", "swa_utils") if n not in dir(torch.optim)])
p = torch.nn.Parameter(torch.ones(2))
for name in ("RMSprop", "NAdam", "Adagrad"):
    print(isinstance(getattr(torch.optim, name)([p]), torch.optim.Optimizer), hasattr(torch.optim, name))
try:
    torch.optim.Sgd
except AttributeError as e:
    print(e)

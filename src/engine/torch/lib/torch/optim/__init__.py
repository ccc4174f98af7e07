"""torch.optim: optimizers and learning-rate schedules."""
import torch

from . import lr_scheduler
from .adagrad import Adagrad
from .adam import Adam, AdamW
from .optimizer import Optimizer
from .rmsprop import RMSprop
from .sgd import SGD


def __getattr__(name):
    if name in ("Adadelta", "Adamax", "ASGD", "LBFGS", "NAdam", "RAdam", "Rprop", "SparseAdam", "Adafactor", "Muon"):
        torch._C._refuse(f"torch.optim.{name} is not supported here")
    raise AttributeError(f"module 'torch.optim' has no attribute '{name}'")

"""torch.optim: optimizers and learning-rate schedules."""
from . import lr_scheduler, swa_utils
from .adadelta import Adadelta
from .adagrad import Adagrad
from .adam import Adam, AdamW
from .adamax import Adamax, NAdam, RAdam
from .averaged import ASGD, Rprop
from .factored import Adafactor, Muon
from .lbfgs import LBFGS
from .optimizer import Optimizer
from .rmsprop import RMSprop
from .sgd import SGD


"""torch.nn: layers, losses, containers."""
from torch.nn.parameter import Buffer, Parameter
from torch.nn.modules import *
from torch.nn import functional, init, modules, utils

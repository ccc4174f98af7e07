"""torch.autograd.graph: what a grad_fn is."""
from torch._C._autograd import Node

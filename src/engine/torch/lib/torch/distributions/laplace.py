"""torch.distributions.laplace."""
from torch.distributions.more import Laplace

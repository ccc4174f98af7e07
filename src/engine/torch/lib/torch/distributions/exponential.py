"""torch.distributions.exponential."""
from torch.distributions.more import Exponential

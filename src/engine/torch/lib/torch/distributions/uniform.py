"""torch.distributions.uniform."""
from torch.distributions.more import Uniform

"""torch.distributions.distribution."""
from torch.distributions.families import Distribution

"""torch.distributions.normal."""
from torch.distributions.families import Normal

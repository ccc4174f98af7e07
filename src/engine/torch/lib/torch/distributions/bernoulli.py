"""torch.distributions.bernoulli."""
from torch.distributions.families import Bernoulli

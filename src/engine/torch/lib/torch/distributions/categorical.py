"""torch.distributions.categorical."""
from torch.distributions.families import Categorical

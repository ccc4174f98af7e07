"""torch.distributions.gamma."""
from torch.distributions.gammas import Gamma

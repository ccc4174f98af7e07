"""torch.distributions.dirichlet."""
from torch.distributions.gammas import Dirichlet

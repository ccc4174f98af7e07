"""torch.distributions.multivariate_normal."""
from torch.distributions.more import MultivariateNormal

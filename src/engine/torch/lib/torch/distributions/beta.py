"""torch.distributions.beta."""
from torch.distributions.gammas import Beta

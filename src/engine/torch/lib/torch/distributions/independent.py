"""torch.distributions.independent."""
from torch.distributions.more import Independent

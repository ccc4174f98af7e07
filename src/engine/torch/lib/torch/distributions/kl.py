"""torch.distributions.kl."""
from torch.distributions.families import kl_divergence, register_kl

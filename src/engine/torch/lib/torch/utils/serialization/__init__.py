"""torch.utils.serialization"""
from torch.utils.serialization import config

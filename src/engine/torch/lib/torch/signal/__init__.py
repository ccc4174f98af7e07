"""torch.signal"""
from . import windows

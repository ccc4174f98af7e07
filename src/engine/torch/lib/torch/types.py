"""torch.types: names for annotations."""
from typing import Any, List, Optional, Sequence, Tuple, Union

import torch

Tensor = torch.Tensor
_int = int
_float = float
_bool = bool
Number = Union[int, float, bool]
Device = Any
_size = Sequence[int]
_dtype = torch.dtype
_device = torch.device

"""Names that model files of some years ago take from numpy, and what numpy says of them today."""
import numpy as np
import torch

for name in ("int", "float", "complex", "float_", "complex_", "unicode_", "Inf", "NaN", "NINF", "infty", "mat", "round_", "cast",
             "asfarray", "alltrue", "sometrue", "issubclass_", "product", "in1d", "trapz", "bool8", "int0", "asscalar"):
    try:
        print(name, getattr(np, name))
    except AttributeError as e:
        print(name, e)
print(hasattr(np, "float_"), getattr(np, "product", None))
print(torch.from_numpy(np.zeros(2, dtype=np.int)))

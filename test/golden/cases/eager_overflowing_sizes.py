# A size that no storage can have is named in full.
import torch

for make in (lambda: torch.empty(2**61), lambda: torch.zeros(2**40, 2**21), lambda: torch.ones(3, 2**60, dtype=torch.float64)):
    try:
        make()
    except RuntimeError as e:
        print(e)

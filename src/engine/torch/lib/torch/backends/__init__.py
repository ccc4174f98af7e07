"""torch.backends: switches that model code touches; none has an effect here."""
from . import cpu, cuda, cudnn, mha, mkldnn, mps, openmp, opt_einsum

"""torch.nn.utils: gradients, vectors, padding, reparametrisation, pruning, folding. A file is read when one of its names is
first asked for: `parametrize` alone takes longer than a model's layers, and most programs want `clip_grad_norm_`."""
from torch.nn._late import find, home_of

# These two hide the files of their names, so the files are read before anybody can import them by name.
from .spectral_norm import remove_spectral_norm, spectral_norm
from .weight_norm import remove_weight_norm, weight_norm

_FILES = {
    "clip_grad": "clip_grad_norm clip_grad_norm_ clip_grad_value_ clip_grads_with_norm_ get_total_norm",
    "convert_parameters": "parameters_to_vector vector_to_parameters",
    "fusion": "fuse_conv_bn_eval fuse_conv_bn_weights fuse_linear_bn_eval fuse_linear_bn_weights",
    "init": "skip_init",
    "memory_format": "convert_conv2d_weight_memory_format convert_conv3d_weight_memory_format",
    "parametrizations": "",
    "parametrize": "",
    "rnn": "",
}
_HOME = home_of(_FILES)
__all__ = sorted([*_HOME, "parametrizations", "parametrize", "remove_spectral_norm", "remove_weight_norm", "rnn", "spectral_norm", "weight_norm"])


def __getattr__(name):
    return find("torch.nn.utils", _FILES, _HOME, name)

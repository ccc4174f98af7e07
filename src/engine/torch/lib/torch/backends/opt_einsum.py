"""torch.backends.opt_einsum"""


def is_available():
    return False

"""torch.backends.mkldnn"""


def is_available():
    return False

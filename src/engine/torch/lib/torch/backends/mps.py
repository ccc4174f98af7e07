"""torch.backends.mps: there is none here."""


def is_available():
    return False


def is_built():
    return False

"""torch.backends.mkldnn: oneDNN is in the CPU build."""
enabled = True
deterministic = False


def is_available():
    return True

"""torch.backends.cuda: switches without effect here."""


class _Matmul:
    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True
    allow_bf16_reduced_precision_reduction = True


matmul = _Matmul()


def is_built():
    return False


def flash_sdp_enabled():
    return True


def enable_flash_sdp(enabled):
    pass


def enable_math_sdp(enabled):
    pass


def enable_mem_efficient_sdp(enabled):
    pass

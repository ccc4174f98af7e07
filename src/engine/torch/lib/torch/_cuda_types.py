"""torch.cuda.FloatTensor and its kin where there is no CUDA: nothing is of these types, and none can be made."""
import torch


class tensortype(type):
    def __instancecheck__(cls, instance):
        return False

    def __call__(cls, *args, **kwargs):
        raise TypeError(f"type torch.cuda.{cls.__name__} not available. Torch not compiled with CUDA enabled.")


tensortype.__module__ = "torch"
_DTYPES = {
    "Double": torch.float64,
    "Float": torch.float32,
    "Half": torch.float16,
    "BFloat16": torch.bfloat16,
    "Long": torch.int64,
    "Int": torch.int32,
    "Short": torch.int16,
    "Char": torch.int8,
    "Byte": torch.uint8,
    "Bool": torch.bool,
}


def made(name):
    dtype = _DTYPES.get(name.removesuffix("Tensor")) if name.endswith("Tensor") else None
    if dtype is None:
        return None
    return tensortype(name, (), {"__module__": "torch.cuda", "is_cuda": True, "dtype": dtype, "layout": torch.strided})

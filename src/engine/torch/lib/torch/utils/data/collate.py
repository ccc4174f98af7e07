"""Putting samples together into a batch."""
import torch

_WRONG = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"


def _of_numpy(elem):
    return type(elem).__module__ == "numpy" and type(elem).__name__ not in ("str_", "bytes_")


def _of_text(array):
    return hasattr(array, "dtype") and array.dtype.kind in "SUO"


def default_collate(batch):
    elem = batch[0]
    if isinstance(elem, torch.Tensor):
        return torch.stack(batch, 0)
    if _of_numpy(elem):
        if type(elem).__name__ == "ndarray":
            if _of_text(elem):
                raise TypeError(_WRONG.format(elem.dtype))
            return default_collate([torch.as_tensor(b) for b in batch])
        return torch.as_tensor(batch)
    if isinstance(elem, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(elem, int):
        return torch.tensor(batch)
    if isinstance(elem, (str, bytes)):
        return batch
    if isinstance(elem, dict):
        return {key: default_collate([d[key] for d in batch]) for key in elem}
    if isinstance(elem, tuple) and hasattr(elem, "_fields"):
        return type(elem)(*(default_collate(samples) for samples in zip(*batch)))
    if isinstance(elem, (list, tuple)):
        size = len(elem)
        if not all(len(e) == size for e in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return [default_collate(samples) for samples in zip(*batch)]
    raise TypeError(_WRONG.format(type(elem)))


def default_convert(data):
    if _of_numpy(data):
        return data if type(data).__name__ == "ndarray" and _of_text(data) else torch.as_tensor(data)
    if isinstance(data, dict):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(value) for value in data))
    if isinstance(data, tuple):
        return [default_convert(value) for value in data]
    if isinstance(data, list):
        return [default_convert(value) for value in data]
    return data

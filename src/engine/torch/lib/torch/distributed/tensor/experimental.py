"""local_map: a function of plain tensors run on the blocks of distributed ones. Takes flat arguments only."""
import functools

import torch
from torch._C import _missing, _refuse
from torch.distributed.tensor import DTensor


def local_map(func=None, out_placements=None, in_placements=None, in_grad_placements=None, device_mesh=None, *, redistribute_inputs=False):
    if func is None:
        return lambda f: local_map(f, out_placements, in_placements, in_grad_placements, device_mesh, redistribute_inputs=redistribute_inputs)
    return functools.partial(_mapped, func, out_placements, in_placements, in_grad_placements, device_mesh, redistribute_inputs)


def _local(arg, place, wanted, grads, redistribute):
    if wanted is not None:
        spec = wanted[place]
        if spec is None:
            raise AssertionError(f"DTensor input {arg} expects placements but received {spec}!")
        spec = tuple(spec)
        if arg.placements != spec:
            if not redistribute:
                raise ValueError(
                    f"arg {arg} in local_map has a mismatched placements: arg placements is {arg.placements} but the input placements is {spec}! "
                    "If redistribute_inputs is wanted, set redistribute_inputs=True to local_map."
                )
            arg = arg.redistribute(placements=spec)
    return arg.to_local() if grads is None else arg.to_local(grad_placements=tuple(grads[place]))


def _mapped(func, out_placements, in_placements, in_grad_placements, device_mesh, redistribute_inputs, *args, **kwargs):
    if any(isinstance(a, (list, tuple, dict)) for a in args):
        _refuse("local_map with nested arguments")
    if in_placements is not None and len(in_placements) != len(args):
        raise AssertionError(f"in_placements length {len(in_placements)} does not match the number of input args {len(args)}!")
    seen = False
    local = []
    for place, arg in enumerate(args):
        if isinstance(arg, DTensor):
            device_mesh = arg.device_mesh if device_mesh is None else device_mesh
            seen = True
            arg = _local(arg, place, in_placements, in_grad_placements, redistribute_inputs)
        elif in_placements is not None and not isinstance(arg, torch.Tensor) and in_placements[place] is not None:
            raise AssertionError(f"Non-Tensor input {arg} expects None placements but received {in_placements[place]}!")
        local.append(arg)
    out = func(*local, **kwargs)
    if not seen:
        return out
    outs = list(out) if isinstance(out, (list, tuple)) else [out]
    specs = out_placements if isinstance(out_placements, tuple) else (out_placements,)
    if len(outs) != len(specs):
        raise AssertionError(
            "local_map requires one PlacementType be provided for each output value, "
            f"received {len(specs)} out_placements but {len(outs)} is expected!"
        )
    made = [DTensor.from_local(o, device_mesh, s, run_check=False) if isinstance(o, torch.Tensor) else o for o, s in zip(outs, specs)]
    return type(out)(made) if isinstance(out, (list, tuple)) else made[0]


def __getattr__(name):
    return _missing("torch.distributed.tensor.experimental", name)

"""State dicts of models and optimizers as they would be on one rank: plain names, whole or cut tensors.

From torch/distributed/checkpoint/state_dict.py. Leaves out, refused by name: submodules, frozen parameters left out, frozen
names, optimizer states as flat dictionaries or sent from one rank.
"""
import torch
import torch.distributed as dist
from torch._C import _missing, _refuse
from torch.distributed.tensor import DTensor, distribute_tensor
from torch.nn.parallel import DistributedDataParallel


class StateDictOptions:
    def __init__(self, full_state_dict=False, cpu_offload=False, ignore_frozen_params=False, keep_submodule_prefixes=True, strict=True,
                 broadcast_from_rank0=False, flatten_optimizer_state_dict=False, dsd_fqn_modifiers="_fqn_modifiers"):
        self.full_state_dict = full_state_dict
        self.cpu_offload = cpu_offload
        self.strict = strict
        self.broadcast_from_rank0 = broadcast_from_rank0
        for name, value in (("ignore_frozen_params", ignore_frozen_params), ("flatten_optimizer_state_dict", flatten_optimizer_state_dict)):
            if value:
                _refuse(f"StateDictOptions({name}=True)")


def _checked(options, submodules):
    if submodules:
        _refuse("torch.distributed.checkpoint.state_dict with submodules")
    options = options or StateDictOptions()
    if options.broadcast_from_rank0 and not options.full_state_dict:
        raise ValueError("full_state_dict must be True when broadcast_from_rank0 is True.")
    return options


def _plain_name(model, key):
    """A parameter's name without the `module` of a wrapper for data parallelism."""
    kept, at = [], model
    for part in key.split("."):
        if not (part == "module" and isinstance(at, DistributedDataParallel)):
            kept.append(part)
        at = getattr(at, part, None)
    return ".".join(kept)


def _delivered(tree, options):
    """Whole tensors where they are asked for; with `cpu_offload` on the first rank alone."""
    if not options.full_state_dict:
        return tree
    nothing = options.cpu_offload and dist.is_initialized() and dist.get_rank() != 0
    return _gathered(tree, nothing)


def _gathered(tree, nothing):
    if isinstance(tree, DTensor):
        whole = tree.full_tensor()
        return None if nothing else whole
    if isinstance(tree, dict):
        made = {k: _gathered(v, nothing) for k, v in tree.items()}
        return {} if nothing else made
    if isinstance(tree, (list, tuple)):
        made = [_gathered(v, nothing) for v in tree]
        return type(tree)() if nothing else type(tree)(made)
    return None if nothing else tree


@torch.no_grad()
def get_model_state_dict(model, *, submodules=None, options=None):
    options = _checked(options, submodules)
    return _delivered({_plain_name(model, k): v for k, v in model.state_dict().items()}, options)


def _start(optimizer):
    """A step that changes nothing makes the states of an optimizer that has none yet."""
    params = [p for g in optimizer.param_groups for p in g["params"]]
    if optimizer.state or any(p.grad is not None for p in params):
        return
    for p in params:
        if p.requires_grad:
            p.grad = torch.zeros_like(p)
    rates = [g["lr"] for g in optimizer.param_groups]
    for g in optimizer.param_groups:
        g["lr"] = torch.tensor(0.0) if isinstance(g["lr"], torch.Tensor) else 0.0
    optimizer.step(closure=None)
    for g, rate in zip(optimizer.param_groups, rates):
        g["lr"] = rate
    optimizer.zero_grad(set_to_none=True)


def _names_by_number(model, optimizer):
    """An optimizer numbers its parameters; a state dict of many ranks names them."""
    numbers = {id(p): i for i, p in enumerate(p for g in optimizer.param_groups for p in g["params"])}
    return {numbers[id(p)]: _plain_name(model, k) for k, p in model.named_parameters() if id(p) in numbers}


@torch.no_grad()
def get_optimizer_state_dict(model, optimizers, *, submodules=None, options=None):
    options = _checked(options, submodules)
    out = {"state": {}, "param_groups": []}
    for optimizer in optimizers if isinstance(optimizers, (list, tuple)) else [optimizers]:
        with torch.enable_grad():
            _start(optimizer)
        names = _names_by_number(model, optimizer)
        own = optimizer.state_dict()
        out["state"].update({names[i]: s for i, s in own["state"].items()})
        out["param_groups"].extend({**g, "params": [names[i] for i in g["params"]]} for g in own["param_groups"])
    return _delivered(out, options)


def get_state_dict(model, optimizers, *, submodules=None, options=None):
    return get_model_state_dict(model, submodules=submodules, options=options), get_optimizer_state_dict(model, optimizers, submodules=submodules, options=options)


def _like(value, here):
    """A whole tensor cut as the one it goes to."""
    return distribute_tensor(value, here.device_mesh, here.placements, src_data_rank=None) if isinstance(here, DTensor) else value


def _sent(given, local):
    """The first rank's tensors, one broadcast each, cut on every rank as its own are."""
    first = dist.get_rank() == 0
    about = {k: (tuple(v.shape), v.dtype) if torch.is_tensor(v) and v.dim() > 0 else v for k, v in given.items()} if first else {}
    told = [about]
    dist.broadcast_object_list(told, src=0)
    out = {}
    for key, what in told[0].items():
        if not isinstance(what, tuple):
            out[key] = what
            continue
        whole = given[key].detach() if first else torch.empty(what[0], dtype=what[1])
        dist.broadcast(whole, src=0)
        if key in local:
            out[key] = _like(whole, local[key])
    return out


@torch.no_grad()
def set_model_state_dict(model, model_state_dict, *, options=None):
    options = _checked(options, None)
    local = model.state_dict()
    wrapped = {_plain_name(model, k): k for k in local}
    given = {wrapped.get(k, k): v for k, v in model_state_dict.items()}
    if options.broadcast_from_rank0:
        given = _sent(given, local)
    elif options.full_state_dict:
        given = {k: _like(v, local[k]) if k in local and torch.is_tensor(v) else v for k, v in given.items()}
    elif not given:
        return model.load_state_dict({}, strict=False)
    return model.load_state_dict(given, strict=options.strict)


@torch.no_grad()
def set_optimizer_state_dict(model, optimizers, optim_state_dict, *, options=None):
    options = _checked(options, None)
    if options.broadcast_from_rank0:
        _refuse("set_optimizer_state_dict(broadcast_from_rank0=True)")
    for optimizer in optimizers if isinstance(optimizers, (list, tuple)) else [optimizers]:
        with torch.enable_grad():
            _start(optimizer)
        names = _names_by_number(model, optimizer)
        numbers = {name: i for i, name in names.items()}
        own = optimizer.state_dict()
        state = {}
        for name, values in optim_state_dict["state"].items():
            here = own["state"].get(numbers[name], {})
            state[numbers[name]] = {k: _like(v, here.get(k)) if torch.is_tensor(v) and not isinstance(v, DTensor) else v for k, v in values.items()}
        groups = [{**g, "params": [numbers[n] for n in g["params"]]} for g in optim_state_dict["param_groups"]]
        optimizer.load_state_dict({"state": state, "param_groups": groups})


def set_state_dict(model, optimizers, *, model_state_dict, optim_state_dict, options=None):
    result = set_model_state_dict(model, model_state_dict, options=options)
    set_optimizer_state_dict(model, optimizers, optim_state_dict, options=options)
    return result


def __getattr__(name):
    return _missing("torch.distributed.checkpoint.state_dict", name)

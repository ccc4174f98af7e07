"""torch.optim: optimizers and learning-rate schedules. Each is read when it is first asked for: a program has one or two."""
from .optimizer import Optimizer

_SUBMODULES = ("lr_scheduler", "swa_utils")
_MODULES = {
    "adadelta": "Adadelta",
    "adagrad": "Adagrad",
    "adam": "Adam AdamW",
    "adamax": "Adamax NAdam RAdam",
    "averaged": "ASGD Rprop",
    "factored": "Adafactor Muon",
    "lbfgs": "LBFGS",
    "rmsprop": "RMSprop",
    "sgd": "SGD",
    "sparse_adam": "SparseAdam",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = ["Optimizer", *_SUBMODULES, *_HOMES]


def __getattr__(name):
    from torch._C import _import, _missing
    if name in _SUBMODULES:
        return _import("torch.optim." + name)
    if name not in _HOMES:
        return _missing("torch.optim", name)
    value = globals()[name] = getattr(_import("torch.optim." + _HOMES[name]), name)
    return value


def __dir__():
    return sorted({*globals(), *_SUBMODULES, *_HOMES} - {*_MODULES})

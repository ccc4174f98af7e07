"""CommDebugMode: which collectives ran inside it, by operator. Tables by module are not here.

From torch/distributed/tensor/debug/_comm_mode.py: c10d's collectives under their own operators, those of distributed
tensors under the functional ones.
"""
from collections import defaultdict

import torch
from torch._C import _dist, _missing, _refuse


class CommDebugMode:
    __module__ = "torch.distributed.tensor.debug"

    def __init__(self):
        self._start = None
        self._counts = defaultdict(int)
        self._modules = []
        self._parameters = {}
        self._sharding = {}

    def __enter__(self):
        from torch.nn.modules.module import register_module_forward_pre_hook

        self._start = _dist.issued()
        self._counts.clear()
        self._parameters.clear()
        self._sharding.clear()
        self._modules.clear()
        self._hook = register_module_forward_pre_hook(self._seen)
        return self

    def __exit__(self, *args):
        self._take()
        self._start = None
        self._hook.remove()

    def _seen(self, module, args):
        """A module's own parameters under its name: the outermost module's class, then the path."""
        if not self._modules or module not in dict.fromkeys(self._modules[-1][1]):
            self._modules.append((type(module).__name__, list(module.modules()), {m: n for n, m in module.named_modules()}))
        top, _, names = self._modules[-1]
        name = f"{top}.{names[module]}" if names[module] else top
        for key, param in module.named_parameters(recurse=False):
            self._parameters.setdefault(name, {})[key] = param.data
            if hasattr(param.data, "placements"):
                self._sharding[f"{name}.{key}"] = param.data.placements

    def _take(self):
        if self._start is not None:
            for code in _dist.operators(self._start):
                space, _, name = code.partition(".")
                self._counts[getattr(getattr(torch.ops, space), name)] += 1
            self._start = _dist.issued()

    def get_total_counts(self):
        return sum(self.get_comm_counts().values())

    def get_comm_counts(self):
        self._take()
        return self._counts

    def get_parameter_info(self):
        return self._parameters

    def get_sharding_info(self):
        return self._sharding

    def print_paramater_info(self):
        print(self._parameters)

    def print_sharding_info(self):
        for key, value in self._sharding.items():
            print(key + ": " + str(value))

    def generate_comm_debug_tracing_table(self, noise_level=3):
        _refuse("CommDebugMode.generate_comm_debug_tracing_table (get_comm_counts has the numbers)")

    def log_comm_debug_tracing_table_to_file(self, file_name="comm_mode_log.txt", noise_level=3):
        _refuse("CommDebugMode.log_comm_debug_tracing_table_to_file (get_comm_counts has the numbers)")

    def generate_json_dump(self, file_name="comm_mode_log.json", noise_level=3):
        _refuse("CommDebugMode.generate_json_dump (get_comm_counts has the numbers)")

    def __repr__(self):
        return f"CommDebugMode(get_total_counts()={self.get_total_counts()})"


def __getattr__(name):
    return _missing("torch.distributed.tensor.debug", name)

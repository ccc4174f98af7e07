"""Which modules are at work, in the forward and in the backward; after torch/utils/module_tracker.py."""
import torch
from torch.autograd.graph import register_multi_grad_hook
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
from torch.utils._pytree import tree_flatten


class ModuleTracker:
    def __init__(self):
        self.parents = {"Global"}
        self._known_modules = {}
        self._seen_modules = set()
        self._has_callback = False
        self._hooks = []

    def _end_with_backward(self):
        if self._has_callback:
            return

        def callback():
            self.parents = {"Global"}
            self._has_callback = False

        torch._C._queue_callback(callback)
        self._has_callback = True

    @property
    def is_bw(self):
        return torch._C._autograd._current_graph_task_id() != -1

    def _get_mod_name(self, mod):
        """A module is named when it is first met: its class, and behind it the places of the modules inside."""
        if mod not in self._known_modules:
            self._known_modules[mod] = type(mod).__name__
        name = self._known_modules[mod]
        if mod not in self._seen_modules:
            for key, child in mod.named_children():
                self._known_modules[child] = f"{name}.{key}"
                self._get_mod_name(child)
            self._seen_modules.add(mod)
        return name

    def _entering(self, name, backward):
        def fn(*args):
            if backward:
                self._end_with_backward()
            self.parents.add(name)
        return fn

    def _leaving(self, name):
        def fn(*args):
            self.parents.discard(name)
        return fn

    def _watch(self, tree, fn):
        tensors = [a for a in tree_flatten(tree)[0] if isinstance(a, torch.Tensor) and a.requires_grad]
        if tensors:
            self._hooks.append(register_multi_grad_hook(tensors, fn))

    def _before(self, mod, input):
        name = self._get_mod_name(mod)
        self._entering(name, False)()
        self._watch(input, self._leaving(name))

    def _after(self, mod, input, output):
        name = self._get_mod_name(mod)
        self._leaving(name)()
        self._watch(output, self._entering(name, True))

    def __enter__(self):
        self._handles = register_module_forward_pre_hook(self._before), register_module_forward_hook(self._after)
        return self

    def __exit__(self, *args):
        for handle in (*self._handles, *self._hooks):
            handle.remove()
        self._hooks.clear()

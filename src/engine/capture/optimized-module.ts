/**
 * What of torch._dynamo is Python here. `OptimizedModule`: what `torch.compile(module)` gives, in Python like every class a program may subclass or print.
 * Idea: torch/_dynamo/eval_frame.py. Attributes are the original module's; calls go through the compiled `forward`.
 * `set_stance` takes effect when it is made, so it is function, context manager and decorator.
 */
export const OPTIMIZED_MODULE = `
from contextlib import ContextDecorator

from torch.nn.modules.module import Module

import torch._dynamo._stance as _stance

_OWN = {"_orig_mod", "forward", "_modules", "_parameters", "_buffers"}


class OptimizedModule(Module):
    def __init__(self, mod, forward):
        super().__init__()
        self.__dict__["_modules"]["_orig_mod"] = mod
        self.__dict__["forward"] = forward

    @property
    def training(self):
        return self._orig_mod.training

    @training.setter
    def training(self, value):
        mod = self.__dict__.get("_modules", {}).get("_orig_mod")
        if mod is not None:
            mod.training = value

    def __getattr__(self, name):
        if name == "_orig_mod":
            return self.__dict__["_modules"]["_orig_mod"]
        return getattr(self._orig_mod, name)

    def __setattr__(self, name, value):
        mod = self.__dict__.get("_modules", {}).get("_orig_mod")
        if mod is None or name in _OWN or name == "training":
            super().__setattr__(name, value)
        else:
            setattr(mod, name, value)

    def __delattr__(self, name):
        delattr(self._orig_mod, name)


class set_stance(ContextDecorator):
    def __init__(self, stance="default", *, skip_guard_eval_unsafe=False, force_backend=None):
        if skip_guard_eval_unsafe or force_backend is not None:
            import torch
            torch._C._refuse("torch.compiler.set_stance() with skip_guard_eval_unsafe or force_backend")
        self.stance = stance
        self.prev = _stance.swap(stance)

    def __call__(self, fn):
        _stance.swap(self.prev)
        return super().__call__(fn)

    def __enter__(self):
        self.before = _stance.swap(self.stance)

    def __exit__(self, *exc):
        _stance.swap(self.prev)


class error_on_graph_break(ContextDecorator):
    def __init__(self, error_on_graph_break):
        self.error_on_graph_break = error_on_graph_break

    def __enter__(self):
        self.before = _stance.strict(self.error_on_graph_break)

    def __exit__(self, *exc):
        _stance.strict(self.before)


class ConfigPatch(ContextDecorator):
    def __init__(self, arg1=None, arg2=None, **kwargs):
        if arg1 is not None:
            if arg2 is not None:
                if not isinstance(arg1, str):
                    raise AssertionError("first argument must be a string when passing 2 positional args to patch")
                changes = {arg1: arg2}
            else:
                if not isinstance(arg1, dict):
                    raise AssertionError("first argument must be a dict when passing a single positional arg to patch")
                changes = arg1
            if kwargs:
                raise AssertionError("cannot pass both positional and keyword arguments to patch")
        else:
            changes = kwargs
            if arg2 is not None:
                raise AssertionError("second positional argument is only valid when first argument is a key string")
        self.changes = changes
        self.prior = []

    def __enter__(self):
        from torch._dynamo import config
        self.prior.append({key: getattr(config, key) for key in self.changes})
        for key, value in self.changes.items():
            setattr(config, key, value)

    def __exit__(self, *exc):
        from torch._dynamo import config
        for key, value in self.prior.pop().items():
            setattr(config, key, value)

`;

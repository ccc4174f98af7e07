/**
 * `OptimizedModule`: what `torch.compile(module)` gives, in Python like every class a program may subclass or print.
 * Idea: torch/_dynamo/eval_frame.py. Attributes are the original module's; calls go through the compiled `forward`.
 */
export const OPTIMIZED_MODULE = `
from torch.nn.modules.module import Module

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
`;

"""Switching gradient recording on and off: as `with` blocks, decorators, or plain calls."""
import functools

import torch


class _DecoratorContext:
    def __call__(self, func):
        import inspect
        if inspect.isclass(func):
            func.__init__ = self(func.__init__)
            return func
        if inspect.isgeneratorfunction(func):
            @functools.wraps(func)
            def generate(*args, **kwargs):
                gen = func(*args, **kwargs)
                try:
                    with self.clone():
                        value = gen.send(None)
                    while True:
                        sent = yield value
                        with self.clone():
                            value = gen.send(sent)
                except StopIteration as stop:
                    return stop.value
            return generate

        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            with self.clone():
                return func(*args, **kwargs)
        return wrapper

    def clone(self):
        return self.__class__()


class _NoParamDecoratorContext(_DecoratorContext):
    def __new__(cls, orig_func=None):
        if orig_func is None:
            return super().__new__(cls)
        return cls()(orig_func)


class no_grad(_NoParamDecoratorContext):
    def __init__(self):
        self.prev = False

    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        torch._set_grad_enabled(False)

    def __exit__(self, exc_type, exc_value, traceback):
        torch._set_grad_enabled(self.prev)


class enable_grad(_NoParamDecoratorContext):
    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        torch._set_grad_enabled(True)

    def __exit__(self, exc_type, exc_value, traceback):
        torch._set_grad_enabled(self.prev)


class set_grad_enabled(_DecoratorContext):
    def __init__(self, mode):
        self.prev = torch.is_grad_enabled()
        self.mode = mode
        torch._set_grad_enabled(mode)

    def __call__(self, orig_func):
        torch._set_grad_enabled(self.prev)
        return super().__call__(orig_func)

    def __enter__(self):
        torch._set_grad_enabled(self.mode)

    def __exit__(self, exc_type, exc_value, traceback):
        torch._set_grad_enabled(self.prev)

    def clone(self):
        return self.__class__(self.mode)

    def __repr__(self):
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"


class inference_mode(_DecoratorContext):
    def __new__(cls, mode=True):
        if isinstance(mode, bool):
            return super().__new__(cls)
        return cls()(mode)

    def __init__(self, mode=True):
        self.mode = mode

    def __enter__(self):
        self.prev = (torch.is_inference_mode_enabled(), torch.is_grad_enabled())
        torch._set_inference_mode(self.mode)
        if self.mode:
            torch._set_grad_enabled(False)

    def __exit__(self, exc_type, exc_value, traceback):
        torch._set_inference_mode(self.prev[0])
        torch._set_grad_enabled(self.prev[1])

    def clone(self):
        return self.__class__(self.mode)

"""Records the ATen overloads a program executes, below autograd, each with its line and phase.

A TorchDispatchMode around the run sees what the dispatcher hands to the back end. Lines come from the Python stack: the
engine of autograd calls back on the thread of `backward()`, so backward operators carry the line of that call.
"""

import sys

import torch
from torch.utils._python_dispatch import TorchDispatchMode


class Recorder(TorchDispatchMode):
    def __init__(self, path):
        super().__init__()
        self.path = path
        self.rows = []

    def where(self):
        """Innermost line of the program, and the phase, from the frames above the operator."""
        line, phase = None, "forward"
        frame = sys._getframe(2)
        while frame is not None:
            file, function = frame.f_code.co_filename.replace("\\", "/"), frame.f_code.co_name
            if line is None and frame.f_code.co_filename == self.path:
                line = frame.f_lineno
            if function == "step" and "/torch/optim/" in file and "lr_scheduler" not in file:
                phase = "optimizer"
            if file.endswith("torch/autograd/__init__.py"):  # the first gradient is made before the engine runs
                phase = "backward"
            frame = frame.f_back
        if torch._C._current_graph_task_id() != -1:
            phase = "backward"
        return line, phase

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.namespace == "aten":  # `profiler.*` and its like are not ATen
            line, phase = self.where()
            self.rows.append([str(func), line, phase])
        return func(*args, **(kwargs or {}))


class Ops:
    def __init__(self, program):
        self.mode = Recorder(program.path)

    def start(self):
        self.mode.__enter__()

    def stop(self):
        self.mode.__exit__(None, None, None)

    def result(self):
        return {"ops": self.mode.rows}

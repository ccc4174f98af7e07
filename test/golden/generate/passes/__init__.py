"""A pass watches one run of a program and gives some fields of the run report. Each run has a process of its own."""


class Plain:
    """Standard output and error alone; these every pass has."""

    def start(self):
        pass

    def stop(self):
        pass

    def result(self):
        return {}


def make_pass(name, program):
    if name == "plain":
        return Plain()
    if name == "ops":
        from .ops import Ops
        return Ops(program)
    if name == "frames":
        from .frames import Frames
        return Frames(program)
    if name == "comm":
        from .comm import Comm
        return Comm()
    raise ValueError(name)

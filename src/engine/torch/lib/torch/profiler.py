"""torch.profiler: regions and schedules are kept, times are not: time here is modelled, so what would print measured times is refused."""
import torch
from torch._C import _refuse


class _Member:
    def __init__(self, kind, name, value):
        self.kind = kind
        self.name = name
        self.value = value

    def __str__(self):
        return f"{self.kind}.{self.name}"

    def __repr__(self):
        return f"<{self.kind}.{self.name}: {self.value}>"


class ProfilerActivity:
    CPU = _Member("ProfilerActivity", "CPU", 0)
    CUDA = _Member("ProfilerActivity", "CUDA", 2)
    XPU = _Member("ProfilerActivity", "XPU", 1)


class ProfilerAction:
    NONE = _Member("ProfilerAction", "NONE", 0)
    WARMUP = _Member("ProfilerAction", "WARMUP", 1)
    RECORD = _Member("ProfilerAction", "RECORD", 2)
    RECORD_AND_SAVE = _Member("ProfilerAction", "RECORD_AND_SAVE", 3)


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    if not (wait >= 0 and warmup >= 0 and active > 0 and repeat >= 0 and skip_first >= 0):
        raise AssertionError("Invalid profiler schedule arguments")

    def action(step):
        if step < 0:
            raise AssertionError(f"Step must be non-negative. Got {step}.")
        if step < skip_first:
            return ProfilerAction.NONE
        step -= skip_first
        first_wait = 0 if skip_first_wait != 0 else wait
        whole = wait + warmup + active
        if step >= first_wait + warmup + active or not skip_first_wait:
            cycle, at = divmod(step, whole)
            if repeat > 0 and cycle >= repeat:
                return ProfilerAction.NONE
        else:
            at = step + wait - first_wait
        if at < wait:
            return ProfilerAction.NONE
        if at < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if at < whole - 1 else ProfilerAction.RECORD_AND_SAVE

    return action


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False):
    def handler(prof):
        _refuse("files of a profiler")
    return handler


class profile:
    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False, with_stack=False,
                 with_flops=False, with_modules=False, experimental_config=None, execution_trace_observer=None, acc_events=False,
                 use_cuda=None, custom_trace_id_callback=None, post_processing_timeout_s=None):
        self.schedule = schedule or (lambda step: ProfilerAction.RECORD)
        self.on_trace_ready = on_trace_ready
        self.step_num = 0
        self.current_action = self.schedule(0)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc):
        self.stop()

    def start(self):
        pass

    def stop(self):
        if self.current_action in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE):
            self._ready()

    def step(self):
        before = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        if before == ProfilerAction.RECORD_AND_SAVE:
            self._ready()

    def _ready(self):
        if self.on_trace_ready is not None:
            self.on_trace_ready(self)

    def key_averages(self, *args, **kwargs):
        _refuse("what a profiler measured")

    events = export_chrome_trace = export_stacks = export_memory_timeline = add_metadata = key_averages


class record_function:
    """A named region. Its marks are no operators of ATen: no rows, but a TorchDispatchMode sees them."""

    def __init__(self, name, args=None):
        self.name = name
        self.args = args

    def __enter__(self):
        if torch.utils._modes:
            from torch.utils._python_dispatch import Region
            self._region = Region(self.name, *(() if self.args is None else (self.args,)))
        return self

    def __exit__(self, *exc):
        if torch.utils._modes:
            self._region.leave()

    def __call__(self, fn):
        def wrapped(*args, **kwargs):
            with record_function(self.name, self.args):
                return fn(*args, **kwargs)
        wrapped.__name__ = fn.__name__
        return wrapped


def supported_activities():
    return {ProfilerActivity.CPU}

"""torch.autograd.profiler: the older interface of torch.profiler; what it measures is refused alike."""
from torch._C import _refuse
from torch.profiler import record_function


class profile:
    def __init__(self, enabled=True, **kwargs):
        self.enabled = enabled

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def key_averages(self, *args, **kwargs):
        _refuse("what a profiler measured")

    table = total_average = export_chrome_trace = export_stacks = key_averages

    @property
    def self_cpu_time_total(self):
        _refuse("what a profiler measured")

    function_events = self_cpu_time_total


class emit_nvtx:
    def __init__(self, *args, **kwargs):
        _refuse("profiling of CUDA")


class emit_itt(emit_nvtx):
    pass

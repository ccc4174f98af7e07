"""CommDebugMode: how many collectives ran inside it. Tables by module and counts by operator are not here."""
from torch._C import _dist, _missing, _refuse


class CommDebugMode:
    def __init__(self):
        self._total = 0
        self._start = None

    def __enter__(self):
        self._start = _dist.issued()
        self._total = 0
        return self

    def __exit__(self, *args):
        self._total = self.get_total_counts()
        self._start = None

    def get_total_counts(self):
        return self._total if self._start is None else _dist.issued() - self._start

    def get_comm_counts(self):
        if self.get_total_counts() == 0:
            return {}
        _refuse("CommDebugMode.get_comm_counts: counts by operator")

    def generate_comm_debug_tracing_table(self, noise_level=3):
        _refuse("CommDebugMode.generate_comm_debug_tracing_table")

    def __repr__(self):
        return f"CommDebugMode(get_total_counts()={self.get_total_counts()})"


def __getattr__(name):
    return _missing("torch.distributed.tensor.debug", name)

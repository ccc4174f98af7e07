"""FlopCounterMode: counts the multiplications and additions of products and convolutions, by module; after torch/utils/flop_counter.py.

The table is drawn as the library tabulate draws it, which PyTorch wants for it. Leaves out: `register_flop_formula` for what is
no operator of ATen, attention kernels of other devices, control flow.
"""
from collections import defaultdict
from functools import wraps
from math import prod
import warnings

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map
from torch.utils.module_tracker import ModuleTracker

aten = torch.ops.aten


def get_shape(i):
    return i.shape if isinstance(i, torch.Tensor) else i


def _on_shapes(f):
    @wraps(f)
    def counted(*args, out_val=None, **kwargs):
        args, kwargs, out_shape = tree_map(get_shape, (args, kwargs, out_val))
        return f(*args, out_shape=out_shape, **kwargs)
    return counted


def mm_flop(a_shape, b_shape, *args, out_shape=None, **kwargs):
    m, k = a_shape
    k2, n = b_shape
    if k != k2:
        raise AssertionError(f"matmul: inner dimensions must match (k == k2), got {k} and {k2}")
    return m * n * 2 * k


def addmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    return mm_flop(a_shape, b_shape)


def bmm_flop(a_shape, b_shape, out_shape=None, **kwargs):
    b, m, k = a_shape
    _, _, n = b_shape
    return b * m * n * 2 * k


def baddbmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    return bmm_flop(a_shape, b_shape)


def conv_flop_count(x_shape, w_shape, out_shape, transposed=False):
    """Each place of the output (of the input, where it is transposed) meets the whole filter."""
    places = (x_shape if transposed else out_shape)[2:]
    c_out, c_in, *filter_size = w_shape
    return prod(places) * prod(filter_size) * x_shape[0] * c_out * c_in * 2


def conv_flop(x_shape, w_shape, _bias, _stride, _padding, _dilation, transposed, *args, out_shape=None, **kwargs):
    return conv_flop_count(x_shape, w_shape, out_shape, transposed=transposed)


def conv_backward_flop(grad_out_shape, x_shape, w_shape, _bias, _stride, _padding, _dilation, transposed, _output_padding, _groups,
                       output_mask, out_shape, **kwargs):
    """The gradient of the input is the opposite convolution with the filter, that of the filter one of input with gradient."""
    def turned(shape):
        return [shape[1], shape[0]] + list(shape[2:])

    count = 0
    if output_mask[0]:
        count += conv_flop_count(grad_out_shape, w_shape, get_shape(out_shape[0]), not transposed)
    if output_mask[1]:
        a, b = (grad_out_shape, x_shape) if transposed else (x_shape, grad_out_shape)
        count += conv_flop_count(turned(a), turned(b), turned(get_shape(out_shape[1])), transposed=False)
    return count


flop_registry = {
    aten.mm: _on_shapes(mm_flop), aten.addmm: _on_shapes(addmm_flop), aten.bmm: _on_shapes(bmm_flop), aten.baddbmm: _on_shapes(baddbmm_flop),
    aten.convolution: _on_shapes(conv_flop), aten.convolution_backward: _on_shapes(conv_backward_flop),
}


def register_flop_formula(targets, get_raw=False):
    def register(formula):
        made = formula if get_raw else _on_shapes(formula)
        for target in targets if isinstance(targets, (list, tuple)) else [targets]:
            if target in flop_registry:
                raise RuntimeError(f"duplicate registrations for {target}")
            flop_registry[target] = made
        return made
    return register


_SUFFIXES = ["", "K", "M", "B", "T"]


def get_suffix_str(number):
    return _SUFFIXES[max(0, min(len(_SUFFIXES) - 1, (len(str(number)) - 2) // 3))]


def convert_num_with_suffix(number, suffix):
    return f"{number / 1000 ** _SUFFIXES.index(suffix):.3f}" + suffix


def convert_to_percent_str(num, denom):
    return "0%" if denom == 0 else f"{num / denom:.2%}"


def _tabulated(rows, headers):
    """The form `simple` of the library tabulate: the first column to the left, the others to the right."""
    widths = [max(len(h) + 2, *[len(r[i]) for r in rows]) for i, h in enumerate(headers)]
    def line(cells):
        return "  ".join([c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(cells, widths))]).rstrip()
    return "\n".join([line(headers), "  ".join(["-" * w for w in widths]), *[line(r) for r in rows]])


class FlopCounterMode:
    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        self.flop_counts = defaultdict(lambda: defaultdict(int))
        self.depth = depth
        self.display = display
        self.mode = None
        if mods is not None:
            warnings.warn("mods argument is not needed anymore, you can stop passing it", stacklevel=2)
        own = {k: v if getattr(v, "_get_raw", False) else _on_shapes(v) for k, v in (custom_mapping or {}).items()}
        self.flop_registry = {**flop_registry, **own}
        self.mod_tracker = ModuleTracker()

    def get_total_flops(self):
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self):
        return {k: dict(v) for k, v in self.flop_counts.items()}

    def get_table(self, depth=None):
        depth = depth or self.depth
        if depth is None:
            depth = 999999
        whole = self.get_total_flops()
        suffix = get_suffix_str(whole)
        covered = False

        def rows_of(name, indent):
            nonlocal covered
            total = sum(self.flop_counts[name].values())
            covered = covered or total >= whole
            entries = [("", name, total), *[(" - ", str(k), v) for k, v in self.flop_counts[name].items()]]
            return [[" " * indent + mark + text, convert_num_with_suffix(n, suffix), convert_to_percent_str(n, whole)] for mark, text, n in entries]

        rows = []
        for name in sorted(self.flop_counts.keys()):
            level = name.count(".") + 1
            if name != "Global" and level <= depth:
                rows.extend(rows_of(name, level - 1))
        if "Global" in self.flop_counts and not covered:
            for row in rows:
                row[0] = " " + row[0]
            rows = rows_of("Global", 0) + rows
        return _tabulated(rows or [["Global", "0", "0%"]], ["Module", "FLOP", "% Total"])

    def __enter__(self):
        self.flop_counts.clear()
        self.mod_tracker.__enter__()
        self.mode = _FlopCounterMode(self)
        self.mode.__enter__()
        return self

    def __exit__(self, *args):
        left = self.mode.__exit__(*args)
        self.mode = None
        self.mod_tracker.__exit__()
        if self.display:
            print(self.get_table(self.depth))
        return left

    def _count_flops(self, packet, out, args, kwargs):
        if packet in self.flop_registry:
            count = self.flop_registry[packet](*args, **kwargs, out_val=out)
            for name in set(self.mod_tracker.parents):
                self.flop_counts[name][packet] += count
        return out


class _FlopCounterMode(TorchDispatchMode):
    supports_higher_order_operators = True

    def __init__(self, counter):
        self.counter = counter

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        return self.counter._count_flops(func._overloadpacket, func(*args, **kwargs), args, kwargs)

"""Records PyTorch's own operator test data (op_db): what each sample calls, returns, and its float32 gradients.

    python generate_opdb.py OUT_DIR [--only NAME] [--samples 8]

Every sample is written as the calls into ATen that it makes (a program of few steps), its inputs, its results with
shape, type, strides and values, the gradients of its float inputs under a fixed cotangent, the gradients of those
gradients (`second`), and the rows that a TorchDispatchMode sees. A step taken under `no_grad` ends in `false`. `errors` are the wrong inputs that op_db knows: the
calls as above, of which the last one raises. Needs PyTorch 2.13.0 (CPU) and numpy. Values are raw little-endian bytes in
base64; complex numbers are pairs.
"""
import os
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("MKL_NUM_THREADS", "1")
os.environ.setdefault("ATEN_CPU_CAPABILITY", "default")
os.environ.setdefault("MKL_CBWR", "COMPATIBLE")
import argparse, base64, functools, gzip, json, math, types, warnings
import torch
from torch.utils._python_dispatch import TorchDispatchMode
warnings.simplefilter("ignore")

DTYPES = [torch.float32, torch.int64, torch.bool, torch.bfloat16, torch.complex64]
KNOWN = {torch.complex64, torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool}
MAX_ELEMENTS = 300
LAST_RESORT = 20_000  # where an entry has no smaller sample
BUILTIN = (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)


class Skip(Exception):
    pass


def name_of(dtype):
    return str(dtype).replace("torch.", "")


def raw(t):
    t = t.detach().resolve_conj().resolve_neg().contiguous()
    if t.dtype in (torch.bfloat16, torch.float16):
        t = t.view(torch.int16)
    if t.is_complex():
        t = torch.view_as_real(t)
    return base64.b64encode(t.numpy().tobytes()).decode()


def describe(t):
    if t.layout != torch.strided or t.dtype not in KNOWN or type(t) not in (torch.Tensor, torch.nn.Parameter):
        raise Skip(f"tensor {t.layout} {t.dtype}")
    return {"shape": list(t.shape), "dtype": name_of(t.dtype), "stride": list(t.stride()), "data": raw(t)}


class Recorder:
    """Names every tensor by a number and notes the calls between the Python code and C++."""

    def __init__(self):
        self.ids, self.keep, self.inputs, self.steps = {}, [], [], []
        self.depth = 0
        self.raised = False

    def ref(self, t):
        if id(t) not in self.ids:
            d = describe(t)
            d["grad"] = bool(t.requires_grad)
            self.ids[id(t)] = len(self.keep)
            d["id"] = len(self.keep)
            self.keep.append(t)
            self.inputs.append(d)
        return {"t": self.ids[id(t)]}

    def define(self, t):
        if id(t) in self.ids:
            return self.ids[id(t)]
        self.ids[id(t)] = len(self.keep)
        self.keep.append(t)
        return self.ids[id(t)]

    def encode(self, v):
        if isinstance(v, torch.Tensor):
            return self.ref(v)
        if v is None or isinstance(v, (bool, int, str)):
            return v
        if isinstance(v, float):
            return {"f": v if math.isfinite(v) else repr(v)}
        if isinstance(v, torch.dtype):
            if v not in KNOWN:
                raise Skip(str(v))
            return {"dtype": name_of(v)}
        if isinstance(v, torch.device):
            return {"device": str(v)}
        if isinstance(v, (torch.memory_format, torch.layout)):
            return {"s": name_of(v)}
        if isinstance(v, (list, tuple)):
            return [self.encode(x) for x in v]
        if isinstance(v, torch.Size):
            return [int(x) for x in v]
        if hasattr(v, "item") and not isinstance(v, torch.Tensor):
            return self.encode(v.item())
        raise Skip(f"argument {type(v)}")

    def result(self, out):
        if isinstance(out, torch.Tensor):
            return self.define(out)
        if isinstance(out, (list, tuple)):
            return [self.result(o) for o in out]
        if isinstance(out, (bool, int, str)) or out is None:
            return {"v": out}
        if isinstance(out, float):
            return {"v": out if math.isfinite(out) else repr(out)}
        raise Skip(f"result {type(out)}")

    def call(self, name, fn, args, kwargs):
        self.depth += 1
        try:
            if self.depth > 1:
                return fn(*args, **kwargs)
            a = [self.encode(x) for x in args]
            k = {n: self.encode(v) for n, v in kwargs.items()}
            self.raised = True
            self.steps.append([name, a, k, None] + ([] if torch.is_grad_enabled() else [False]))
            out = fn(*args, **kwargs)
            self.raised = False
            self.steps[-1][3] = self.result(out)
            return out
        finally:
            self.depth -= 1


CURRENT = None
PROPERTIES = {"T": "numpy_T", "mT": "mT", "H": "matrix_H", "mH": "mH"}
QUIET = {"size", "dim", "stride", "numel", "is_floating_point", "is_complex", "is_contiguous", "requires_grad_", "backward", "storage_offset",
         "data_ptr", "element_size", "get_device", "is_same_size", "nelement", "ndimension", "is_nonzero", "__len__", "register_hook", "result_type",
         "promote_types", "can_cast", "get_default_dtype", "is_grad_enabled", "_assert_async", "is_storage", "is_tensor", "_debug_has_internal_overlap",
         "is_conj", "is_neg", "is_signed", "is_inference", "has_names", "is_set_to", "is_autocast_enabled", "is_autocast_cpu_enabled", "_is_zerotensor", "is_nested", "is_vulkan_available", "is_deterministic", "are_deterministic_algorithms_enabled", "_get_tracing_state"}


def wrap(name, fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        if CURRENT is None or name in QUIET or name.startswith(("_has_torch_function", "_is_functorch")):
            return fn(*args, **kwargs)
        return CURRENT.call(name, fn, args, kwargs)
    inner.__recorded__ = (name, fn)
    return inner


def patch():
    """Puts a recording wrapper before every C++ function that Python code of torch can reach."""
    seen = {}

    def over(owner, skip=()):
        for n in dir(owner):
            if n in skip or n.startswith("_has_torch_function") or n.startswith("_is_functorch"):
                continue
            try:
                f = getattr(owner, n)
            except Exception:
                continue
            if isinstance(f, BUILTIN) and not isinstance(f, type):
                base = f.__name__
                if f not in seen:
                    seen[f] = wrap(base, f)
                try:
                    setattr(owner, n, seen[f])
                except Exception:
                    pass
    import torch.nn.functional as F
    for owner in (torch, F, torch._C._nn, torch._C._linalg, torch._C._special, torch._C._fft, torch.linalg, torch.special, torch.fft,
                  torch._C._VariableFunctions, torch.functional):
        over(owner, ("device", "dtype", "Size"))
    plain = torch._C._VariableFunctions
    proxy = types.SimpleNamespace()
    for n in dir(plain):
        f = getattr(plain, n)
        if not n.startswith("__"):
            setattr(proxy, n, wrap(n, f) if isinstance(f, BUILTIN) and n not in QUIET else f)
            setattr(torch._VF, n, getattr(proxy, n))
    torch._C._VariableFunctions = proxy
    for n, base in PROPERTIES.items():
        getter = getattr(torch._C.TensorBase, n)
        setattr(torch.Tensor, n, property(wrap(base, lambda t, g=getter: g.__get__(t))))
    dunder = {"__add__", "__radd__", "__iadd__", "__sub__", "__isub__", "__mul__", "__rmul__", "__imul__", "__truediv__", "__itruediv__", "__div__", "__mod__",
              "__and__", "__or__", "__xor__", "__iand__", "__ior__", "__ixor__", "__lshift__", "__rshift__", "__ilshift__", "__irshift__", "__neg__", "__invert__",
              "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__matmul__"}
    for n in dir(torch.Tensor):
        f = getattr(torch.Tensor, n)
        if isinstance(f, BUILTIN) and (not n.startswith("__") or n in dunder):
            if n in ("__getitem__", "__setitem__", "as_subclass", "_make_subclass", "__torch_function__", "numpy", "tolist", "item"):
                continue
            setattr(torch.Tensor, n, wrap(f.__name__, f))
    # Python code around a method that was taken before it was patched.
    torch.Tensor.__pow__ = wrap("pow", torch.Tensor.__pow__)
    packet = torch._ops.OpOverloadPacket.__call__

    def call(self, *args, **kwargs):
        if CURRENT is None:
            return packet(self, *args, **kwargs)
        return CURRENT.call(self.__name__, lambda *a, **k: packet(self, *a, **k), args, kwargs)
    torch._ops.OpOverloadPacket.__call__ = call
    return seen


class Rows(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.rows = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.rows.append(str(func).replace("aten.", "").replace(".default", ""))
        return func(*args, **(kwargs or {}))


def flat(x):
    if isinstance(x, torch.Tensor):
        return [x]
    if isinstance(x, (list, tuple)):
        return [t for y in x for t in flat(y)]
    return []


def cotangent(t):
    n = t.numel()
    real = ((torch.arange(n, dtype=torch.float64) % 7) * 0.25 - 0.5).reshape(t.shape)
    if t.is_complex():
        return torch.complex(real, ((torch.arange(n, dtype=torch.float64) % 3) * 0.5 - 0.25).reshape(t.shape)).to(t.dtype)
    return real.to(t.dtype)


def cotangent2(t):
    n = t.numel()
    real = ((torch.arange(n, dtype=torch.float64) % 5) * 0.5 - 0.75).reshape(t.shape)
    if t.is_complex():
        return torch.complex(real, ((torch.arange(n, dtype=torch.float64) % 3) * 0.5 - 0.25).reshape(t.shape)).to(t.dtype)
    return real.to(t.dtype)


def run(op, sample):
    torch.manual_seed(0)
    return op.op(sample.input, *sample.args, **sample.kwargs)


def second(op, sample, rec):
    """Gradients of the gradients: `null` where there is none, the message where PyTorch refuses."""
    inputs = [rec.keep[d["id"]] for d in rec.inputs if d["grad"]]
    ids = [d["id"] for d in rec.inputs if d["grad"]]
    out = run(op, sample)
    outs = []
    for o in flat(out):
        if o.requires_grad and (o.dtype.is_floating_point or o.is_complex()) and all(o is not p for p in outs):
            outs.append(o)
    try:
        first = torch.autograd.grad(outs, inputs, [cotangent(o) for o in outs], create_graph=True, allow_unused=True)
        through = [g for g in first if g is not None and g.requires_grad]
        if not through:
            return {}
        again = torch.autograd.grad(through, inputs, [cotangent2(g) for g in through], allow_unused=True)
    except RuntimeError as e:
        return {"error": str(e).split("\n")[0]}
    return {"grads": {i: None if g is None else describe(g) for i, g in zip(ids, again)}}


def fails(op, sample, seen):
    """The calls of a sample that must fail; None where Python code raises, or the parser of arguments does."""
    global CURRENT
    rec = Recorder()
    CURRENT = rec
    try:
        for t in flat([sample.input, sample.args, list(sample.kwargs.values())]):
            rec.ref(t)
        fn = op.op
        torch.manual_seed(0)
        if isinstance(fn, BUILTIN) or isinstance(fn, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
            rec.call(fn.__name__.split(".")[0], fn, (sample.input, *sample.args), sample.kwargs)
        else:
            fn(sample.input, *sample.args, **sample.kwargs)
    except (RuntimeError, IndexError, ValueError, NotImplementedError) as e:
        CURRENT = None
        if not rec.raised or isinstance(e, torch.jit.Error):
            return None
        return {"inputs": rec.inputs, "steps": rec.steps, "raises": [type(e).__name__, str(e).split("\nException raised from")[0]]}
    finally:
        CURRENT = None
    return None


def record(op, sample, seen, twice):
    global CURRENT
    rec = Recorder()
    for t in flat([sample.input, sample.args, list(sample.kwargs.values())]):
        if op.name.startswith("as_strided") and t.numel() * t.element_size() != t.untyped_storage().nbytes():
            raise Skip("reads beyond its tensor: the storage is not recorded")
        if t.is_leaf:
            t.grad = None
        rec.ref(t)
    fn = op.op
    if op.name == "item":
        fn = torch._C.TensorBase.item
    rows = Rows()
    CURRENT = rec
    torch.manual_seed(0)
    try:
        with rows:
            if isinstance(fn, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
                out = rec.call(fn.__name__.split(".")[0], fn, (sample.input, *sample.args), sample.kwargs)
            elif isinstance(fn, BUILTIN):
                out = rec.call(fn.__name__, fn, (sample.input, *sample.args), sample.kwargs)
            else:
                out = fn(sample.input, *sample.args, **sample.kwargs)
    finally:
        CURRENT = None
    if not rec.steps:
        raise Skip("no recorded call")
    outs = flat(out)
    n_forward = len(rows.rows)
    known = [o for o in outs if id(o) in rec.ids]
    if len(known) != len(outs):
        raise Skip("a result that no recorded call made")
    result = {"inputs": rec.inputs, "steps": rec.steps, "out": [dict(describe(o), id=rec.ids[id(o)]) for o in outs], "rows": rows.rows[:n_forward]}
    if "empty" in op.name or op.name == "resize_":  # memory that nobody has written
        for o in result["out"]:
            o["data"] = None
    diff = [o for o in outs if o.requires_grad and (o.dtype.is_floating_point or o.is_complex())]
    if diff:
        pairs, done = [], set()
        for o in diff:
            if id(o) not in done:
                done.add(id(o))
                pairs.append((o, cotangent(o)))
        with rows:
            torch.autograd.backward([o for o, _ in pairs], [c for _, c in pairs])
        result["back"] = rows.rows[n_forward:]
        result["through"] = [rec.ids[id(o)] for o, _ in pairs]
        grads = {}
        for d in rec.inputs:
            if d["grad"]:
                g = rec.keep[d["id"]].grad
                grads[d["id"]] = None if g is None else describe(g)
        result["grads"] = grads
        if twice:
            result["second"] = second(op, sample, rec)
    return result


def complex_too(op):
    """Entries about complex numbers; the others are recorded with real ones."""
    return torch.float32 not in op.dtypes or op.name.startswith("fft.") or op.name in COMPLEX


COMPLEX = {"real", "imag", "conj", "conj_physical", "resolve_conj", "resolve_neg", "view_as_real", "angle", "abs", "add", "sub", "mul", "div", "neg", "sum", "mean", "exp", "log",
           "sqrt", "reciprocal", "square", "sgn", "cat", "stack", "matmul", "mm", "bmm", "eq", "ne", "isreal", "istft", "stft", "reshape", "transpose", "permute", "clone",
           "__getitem__", "contiguous", "expand", "zeros_like", "ones_like", "roll", "flip", "where", "pow", "sin", "cos", "tanh", "prod", "cumsum", "index_select", "vdot", "dot",
           "nn.functional.linear", "masked_fill", "to", "fill", "allclose", "isclose", "isfinite", "isnan", "isinf", "nonzero", "linalg.vector_norm", "outer", "einsum", "unbind",
           "split", "chunk", "view", "squeeze", "unsqueeze", "triu", "tril", "diagonal", "gather", "addcmul", "linalg.norm", "norm", "positive", "polar", "complex", "rsub"}


def tolerance_of(op):
    """The entry's own tolerances, by type, where it has some: [relative, absolute]."""
    found = {}
    for d in op.decorators:
        if getattr(d, "device_type", None) not in (None, "cpu"):
            continue
        for x in getattr(d, "decorators", [d]):
            if type(x).__name__ == "toleranceOverride":
                for dtype, tol in x.d.items():
                    r, a = found.get(name_of(dtype), (0, 0))
                    found[name_of(dtype)] = [max(r, tol.rtol), max(a, tol.atol)]
    return found


def errors_of(op, seen):
    if op.error_inputs_func is None:
        return []
    rows, taken = [], set()
    try:
        wrong = list(op.error_inputs("cpu"))
    except Exception:
        return []
    for e in wrong:
        try:
            row = fails(op, e.sample_input, seen)
        except Exception:
            continue
        if row and row["raises"][1] not in taken and sum(len(d["data"]) for d in row["inputs"]) < 4000 and len(rows) < 12:
            taken.add(row["raises"][1])
            rows.append(row)
    return rows


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("out")
    ap.add_argument("--only", default="")
    ap.add_argument("--samples", type=int, default=8)
    args = ap.parse_args()
    from torch.testing._internal.common_methods_invocations import op_db
    seen = patch()
    import sys
    for m in list(sys.modules.values()):
        # The seed is set once, before each sample.
        if getattr(m, "wrapper_set_seed", None) is not None:
            m.wrapper_set_seed = lambda op, *a, **k: op(*a, **k)
    entries, notes, errors, tolerances = {}, {}, {}, {}
    for op in op_db:
        name = op.name + (f":{op.variant_test_name}" if op.variant_test_name else "")
        if args.only and args.only not in name:
            continue
        rows = []
        for dtype in DTYPES:
            if dtype not in op.dtypes:
                continue
            if dtype == torch.complex64 and not complex_too(op):
                continue
            want = args.samples if dtype == torch.float32 else 2 if dtype == torch.complex64 else 1
            grad = dtype in (torch.float32, torch.complex64) and op.supports_autograd
            taken = set()
            torch.manual_seed(0)
            try:
                samples = list(op.sample_inputs("cpu", dtype, requires_grad=grad))
            except Exception as e:
                notes[name] = f"sample_inputs: {type(e).__name__}: {e}"[:120]
                continue
            sized = [(sum(t.numel() for t in flat([s.input, s.args, list(s.kwargs.values())])), i, s) for i, s in enumerate(samples)]
            # Samples of different kinds of arguments first, small ones before large ones.
            for size, i, s in sorted(sized, key=lambda x: (x[0] > 64, x[0] == 0, x[1])):
                if len(taken) >= want or (taken and size > MAX_ELEMENTS) or size > LAST_RESORT:
                    break
                word = lambda a: repr(a) if isinstance(a, (str, bool)) or a is None else type(a).__name__
                kind = (repr([word(a) for a in s.args]), repr([(k, word(v)) for k, v in sorted(s.kwargs.items())]), tuple(len(t.shape) for t in flat([s.input, s.args])))
                if kind in taken:
                    continue
                try:
                    rows.append(dict(record(op, s, seen, dtype == torch.float32 and len(taken) < 3), dtype=name_of(dtype)))
                    taken.add(kind)
                except Skip as e:
                    notes[name] = str(e)[:120]
                except Exception as e:
                    notes[name] = f"{type(e).__name__}: {e}"[:120]
        if rows:
            entries[name] = rows
            own = tolerance_of(op)
            if own:
                tolerances[name] = own
        wrong = errors_of(op, seen)
        if wrong:
            errors[name] = wrong
    os.makedirs(args.out, exist_ok=True)
    text = json.dumps({"torch": "2.13.0", "entries": entries, "errors": errors, "tolerances": tolerances, "notes": {k: v for k, v in notes.items() if k not in entries}}, separators=(",", ":"), sort_keys=True)
    path = os.path.join(args.out, "opdb.json.gz")
    with open(path, "wb") as f:
        with gzip.GzipFile(fileobj=f, mode="wb", mtime=0, filename="") as z:
            z.write(text.encode())
    print(len(entries), "entries", sum(map(len, entries.values())), "samples", sum(map(len, errors.values())), "errors", os.path.getsize(path), "bytes;", len(op_db), "in op_db")
    for k, v in sorted(notes.items()):
        if k not in entries:
            print("  no sample:", k, "-", v)


if __name__ == "__main__":
    main()

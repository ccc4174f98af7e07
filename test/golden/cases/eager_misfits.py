"""Functions and methods that PyTorch binds by hand, called with arguments of the wrong kind or number."""
import torch

x = torch.ones(2)
torch.manual_seed(0)
FUNCTIONS = """is_floating_point is_complex is_signed is_conj is_neg is_inference is_nonzero numel nonzero is_same_size promote_types can_cast
result_type is_tensor typename manual_seed set_default_dtype set_num_threads set_flush_denormal
set_rng_state use_deterministic_algorithms get_default_dtype is_grad_enabled initial_seed as_tensor tensor asarray
from_numpy finfo iinfo set_grad_enabled Generator dtype layout get_autocast_dtype""".split()
METHODS = """float long bool contiguous is_contiguous cpu copy_ requires_grad_ size stride numpy new_tensor is_same_size
item tolist dim numel element_size storage_offset detach ravel retain_grad register_hook split is_floating_point""".split()
ARGUMENTS = ["", "3", "'a'", "None", "[1]", "x, 3", "x, 'a'", "torch.float32, 'a'", "x, x, x, x", "x, bad=1", "bad=x", "{}", "object", "torch.device('cpu')"]


def ask(name, arguments):
    call = f"{name}({arguments})"
    try:
        r = eval(call)
        print(call, "=", "" if isinstance(r, torch.Generator) or callable(r) else r)
    except Exception as e:
        print(call, "|", type(e).__name__, e)
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)


for f in FUNCTIONS:
    for a in ARGUMENTS:
        if f != "typename" or a != "torch.device('cpu')":
            ask(f"torch.{f}", a)
for a in ("3", "x, 'a'", "[x, x]", "x, bad=1"):
    ask("torch.broadcast_tensors", a)
for a in ("3.5", "x", "object"):
    ask("torch.broadcast_shapes", a)
for f in METHODS:
    for a in ARGUMENTS:
        ask(f"torch.ones(2).{f}", a)

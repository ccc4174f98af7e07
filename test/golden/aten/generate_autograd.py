"""Records what PyTorch's autograd does in small scenes: rows of a TorchDispatchMode, gradients, errors.

    python generate_autograd.py OUT_DIR

Each scene here has its twin of the same name in test/unit/dispatch/autograd.test.ts.
"""
import os
os.environ.setdefault("ATEN_CPU_CAPABILITY", "default")
os.environ.setdefault("MKL_CBWR", "COMPATIBLE")
import json, sys
import torch
from torch.utils._python_dispatch import TorchDispatchMode


class Rows(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.rows = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.rows.append(str(func).replace("aten.", "").replace(".default", ""))
        return func(*args, **(kwargs or {}))


def leaf(*shape):
    n = 1
    for s in shape:
        n *= s
    return (torch.arange(n, dtype=torch.float32) * 0.25 - 0.5).reshape(shape).clone().requires_grad_()


def view_inplace(x):
    y = x * 1.0
    y[0].mul_(2.0)
    y.sum().backward()
    return [x.grad]


def view_of_view_inplace(x):
    y = x * 1.0
    v = y[0]
    v[1:].mul_(x[1, 1:])
    (v * y[1]).sum().backward()
    return [x.grad]


def shared_gradient(x):
    w = leaf(2, 3)
    (x + w).backward(torch.ones(2, 3))
    return [x.grad, w.grad]


def accumulate_twice(x):
    (x * 3.0).sum().backward()
    (x * x).sum().backward()
    return [x.grad]


def broadcast(x):
    b = leaf(3)
    (x * b).sum().backward()
    return [x.grad, b.grad]


def lower_type(x):
    (x.to(torch.bfloat16) * 2.0).sum().backward()
    return [x.grad]


def some_pieces(x):
    a, b, c = x.split(1, 1)
    (a * c).sum().backward()
    return [x.grad]


def grad_of_inputs(x):
    w = leaf(2, 3)
    return list(torch.autograd.grad((x * w).sum(), [w, x]))


def unused_allowed(x):
    w = leaf(2, 3)
    return list(torch.autograd.grad(x.sum(), [w, x], allow_unused=True))


def unused_refused(x):
    w = leaf(2, 3)
    return list(torch.autograd.grad(x.sum(), [w, x]))


def twice_differentiated(x):
    g, = torch.autograd.grad((x * x * x).sum(), [x], create_graph=True)
    (g * g).sum().backward()
    return [x.grad]


def tanh_twice(x):
    g, = torch.autograd.grad(x.tanh().sum(), [x], create_graph=True)
    g.sum().backward()
    return [x.grad]


def mse_twice(x):
    g, = torch.autograd.grad(torch.nn.functional.mse_loss(x, torch.ones(2, 3)), [x], create_graph=True)
    (g * g).sum().backward()
    return [x.grad]


def second_backward(x):
    y = (x * x).sum()
    y.backward()
    y.backward()


def retained_graph(x):
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    return [x.grad]


def leaf_inplace(x):
    x.add_(1.0)


def view_of_leaf_inplace(x):
    x[0].add_(1.0)


def saved_changed(x):
    y = x * 2.0
    z = y * y
    y.add_(1.0)
    z.sum().backward()


def saved_output_changed(x):
    y = x.exp()
    y.add_(1.0)
    y.sum().backward()


def multi_view_inplace(x):
    a, b = (x * 1.0).unbind(0)
    a.mul_(2.0)


def no_scalar(x):
    (x * 2.0).backward()


def no_grad_fn(x):
    torch.ones(1).backward()


def int_leaf(x):
    torch.arange(3).requires_grad_()


def wrong_gradient(x):
    (x * 2.0).backward(torch.ones(3, 2))


def retain_grad(x):
    y = x * 2.0
    y.retain_grad()
    (y * y).sum().backward()
    return [x.grad, y.grad]


def where_mask(x):
    torch.where(x > 0, x, x * 2.0).sum().backward()
    return [x.grad]


def transposed_weight(x):
    w = leaf(4, 3)
    torch.nn.functional.linear(x, w).sum().backward()
    return [x.grad, w.grad]


def fill_in_the_middle(x):
    y = x * 1.0
    y.fill_(2.0)
    (y * x).sum().backward()
    return [x.grad]


def view_made_leaf(x):
    torch.ones(2, 3).view(3, 2).requires_grad_().add_(1.0)


SCENES = [view_made_leaf, view_inplace, view_of_view_inplace, shared_gradient, accumulate_twice, broadcast, lower_type, some_pieces, grad_of_inputs, unused_allowed,
          unused_refused, twice_differentiated, tanh_twice, mse_twice, second_backward, retained_graph, leaf_inplace, view_of_leaf_inplace, saved_changed,
          saved_output_changed, multi_view_inplace, no_scalar, no_grad_fn, int_leaf, wrong_gradient, retain_grad, where_mask, transposed_weight, fill_in_the_middle]

out = {}
for scene in SCENES:
    x = leaf(2, 3)
    rows = Rows()
    row = {"error": None, "values": None}
    values = None
    with rows:
        try:
            values = scene(x)
        except Exception as e:
            row["error"] = [type(e).__name__, str(e)]
    row["values"] = None if values is None else [None if v is None else v.detach().flatten().tolist() for v in values]
    row["rows"] = rows.rows
    out[scene.__name__] = row
with open(os.path.join(sys.argv[1], "autograd.json"), "w") as f:
    f.write("{\n" + ",\n".join(json.dumps(k) + ":" + json.dumps(v, separators=(",", ":")) for k, v in out.items()) + "\n}\n")
print(len(out))

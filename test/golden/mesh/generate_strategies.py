"""Records which layouts PyTorch chooses for operators on distributed tensors.

    python generate_strategies.py            write strategies.json beside this file

For each operator, mesh and placements of the inputs: the placements the inputs are brought to and the placements of the
result, from PyTorch's own sharding propagator over a process group that never communicates. Needs torch 2.13.0 (CPU).
"""
import itertools, json, os, random

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard
from torch.distributed.tensor.placement_types import _MaskPartial, _StridedShard
from torch.distributed.tensor._dtensor_spec import DTensorSpec, TensorMeta
from torch.distributed.tensor._op_schema import OpSchema
from torch.testing._internal.distributed.fake_pg import FakeStore

HERE = os.path.dirname(os.path.abspath(__file__))
aten = torch.ops.aten
random.seed(0)


def short(p):
    if isinstance(p, _MaskPartial):
        return "M"
    if isinstance(p, _StridedShard):
        return f"S{p.dim}/{p.split_factor}"
    if isinstance(p, Shard):
        return f"S{p.dim}"
    if isinstance(p, Partial):
        return f"P{p.reduce_op}"
    if isinstance(p, Replicate):
        return "R"
    return "other"


# inputs that are not float32: operator, position
DTYPES = {
    ("where.self", 0): torch.bool, ("embedding.default", 1): torch.int64, ("gather.default", 1): torch.int64,
    ("nll_loss_forward.default", 1): torch.int64, ("index_select.default", 1): torch.int64,
}


def spec(mesh, placements, shape, dtype):
    t = torch.empty(shape, device="meta", dtype=dtype)
    return DTensorSpec(mesh, tuple(placements), tensor_meta=TensorMeta(t.shape, t.stride(), t.dtype))


# operator, shapes of its tensor inputs, other arguments (None marks a tensor's place)
CASES = [
    ("add.Tensor", [(8, 4), (8, 4)], [None, None]),
    ("add.Tensor", [(8, 4), (4,)], [None, None]),
    ("add.Tensor", [(8, 1), (8, 4)], [None, None]),
    ("add.Tensor", [(6, 5), (6, 5)], [None, None]),
    ("sub.Tensor", [(8, 4), (8, 4)], [None, None]),
    ("mul.Tensor", [(8, 4), (8, 4)], [None, None]),
    ("mul.Tensor", [(8, 4)], [None, 2.0]),
    ("div.Tensor", [(8, 4), (8, 4)], [None, None]),
    ("add.Tensor", [(8, 4)], [None, 1.0]),
    ("relu.default", [(8, 4)], [None]),
    ("exp.default", [(8, 4)], [None]),
    ("neg.default", [(8, 4)], [None]),
    ("gelu.default", [(8, 4)], [None]),
    ("pow.Tensor_Scalar", [(8, 4)], [None, 2]),
    ("add_.Tensor", [(8, 4), (8, 4)], [None, None]),
    ("mul_.Tensor", [(8, 4), (8, 4)], [None, None]),
    ("maximum.default", [(8, 4), (8, 4)], [None, None]),
    ("gt.Scalar", [(8, 4)], [None, 0]),
    ("where.self", [(8, 4), (8, 4), (8, 4)], [None, None, None]),
    ("threshold_backward.default", [(8, 4), (8, 4)], [None, None, 0]),
    ("gelu_backward.default", [(8, 4), (8, 4)], [None, None]),
    ("mm.default", [(8, 4), (4, 8)], [None, None]),
    ("mm.default", [(2, 3), (3, 5)], [None, None]),
    ("mm.default", [(64, 256), (256, 128)], [None, None]),
    ("bmm.default", [(4, 8, 4), (4, 4, 8)], [None, None]),
    ("addmm.default", [(8,), (8, 4), (4, 8)], [None, None, None]),
    ("addmm.default", [(5,), (4, 5), (5, 5)], [None, None, None]),
    ("dot.default", [(8,), (8,)], [None, None]),
    ("sum.default", [(8, 4)], [None]),
    ("sum.dim_IntList", [(8, 4)], [None, [0]]),
    ("sum.dim_IntList", [(8, 4)], [None, [1], True]),
    ("mean.default", [(8, 4)], [None]),
    ("mean.dim", [(8, 4)], [None, [1]]),
    ("mean.dim", [(6, 5)], [None, [0]]),
    ("max.default", [(8, 4)], [None]),
    ("amax.default", [(8, 4)], [None, [0]]),
    ("all.default", [(8, 4)], [None]),
    ("argmax.default", [(8, 4)], [None, 1]),
    ("max.dim", [(8, 4)], [None, 1]),
    ("var.correction", [(8, 4)], [None, [1]]),
    ("_softmax.default", [(8, 4)], [None, 1, False]),
    ("_log_softmax.default", [(8, 4)], [None, -1, False]),
    ("_softmax_backward_data.default", [(8, 4), (8, 4)], [None, None, 1, torch.float32]),
    ("t.default", [(8, 4)], [None]),
    ("transpose.int", [(8, 4, 2)], [None, 0, 1]),
    ("permute.default", [(8, 4, 2)], [None, [2, 0, 1]]),
    ("view.default", [(8, 4)], [None, [32]]),
    ("view.default", [(8, 4)], [None, [8, 2, 2]]),
    ("view.default", [(8, 4)], [None, [2, 4, 4]]),
    ("view.default", [(4, 2, 4)], [None, [8, 4]]),
    ("view.default", [(2, 6)], [None, [2, 3, 2]]),
    ("_unsafe_view.default", [(4, 2, 4)], [None, [8, 4]]),
    ("unsqueeze.default", [(8, 4)], [None, 0]),
    ("squeeze.dim", [(8, 1, 4)], [None, 1]),
    ("expand.default", [(8, 1)], [None, [8, 4]]),
    ("slice.Tensor", [(8, 4)], [None, 0, 0, 4]),
    ("select.int", [(8, 4)], [None, 0, 1]),
    ("cat.default", [(8, 4), (8, 4)], [[None, None], 1]),
    ("split.Tensor", [(8, 4)], [None, 2, 1]),
    ("clone.default", [(8, 4)], [None]),
    ("detach.default", [(8, 4)], [None]),
    ("zeros_like.default", [(8, 4)], [None]),
    ("ones_like.default", [(8, 4)], [None]),
    ("fill_.Scalar", [(8, 4)], [None, 0]),
    ("embedding.default", [(8, 4), (4, 2)], [None, None]),
    ("native_layer_norm.default", [(8, 4), (4,), (4,)], [None, [4], None, None, 1e-5]),
    ("topk.default", [(8, 4)], [None, 2]),
    ("sort.default", [(8, 4)], [None]),
    ("cumsum.default", [(8, 4)], [None, 0]),
    ("tril.default", [(8, 4)], [None]),
    ("gather.default", [(8, 4), (8, 4)], [None, 1, None]),
    ("index_select.default", [(8, 4), (3,)], [None, 0, None]),
    ("linalg_vector_norm.default", [(8, 4)], [None]),
    ("nll_loss_forward.default", [(8, 4), (8,)], [None, None, "none", 1, -100]),
    ("bernoulli_.float", [(8, 4)], [None, 0.5]),
]


def fill(args, specs):
    it = iter(specs)
    out = []
    for a in args:
        if a is None:
            out.append(next(it))
        elif isinstance(a, list) and a and all(x is None for x in a):
            out.append([next(it) for _ in a])
        elif a == "none":
            out.append(None)
        else:
            out.append(a)
    return tuple(out)


def placements_of(ndim, with_partial=True):
    base = [Shard(d) for d in range(ndim)] + [Replicate()]
    return base + ([Partial("sum"), Partial("max"), Partial("avg")] if with_partial else [])


def flat_specs(schema):
    out = []
    for a in schema.args_schema:
        if isinstance(a, DTensorSpec):
            out.append(a)
        elif isinstance(a, (list, tuple)):
            out.extend(x for x in a if isinstance(x, DTensorSpec))
    return out


def main():
    dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=4)
    meshes = {"4": init_device_mesh("cpu", (4,)), "2x2": init_device_mesh("cpu", (2, 2))}
    prop = DTensor._op_dispatcher.sharding_propagator
    rows = []
    for name, shapes, args in CASES:
        packet, overload = name.split(".")
        op = getattr(getattr(aten, packet), overload)
        for mesh_name, mesh in meshes.items():
            per_input = [[list(c) for c in itertools.product(placements_of(len(s)), repeat=mesh.ndim)] for s in shapes]
            combos = list(itertools.product(*per_input))
            limit = 60 if mesh.ndim == 1 else 40
            if len(combos) > limit:
                combos = random.sample(combos, limit)
            for combo in combos:
                kinds = [{p.reduce_op for p in c if isinstance(p, Partial)} for c in combo]
                if any(len(k) > 1 for k in kinds):
                    continue
                specs = [spec(mesh, c, s, DTYPES.get((name, i), torch.float32)) for i, (c, s) in enumerate(zip(combo, shapes))]
                row = {"op": name, "mesh": mesh_name, "shapes": shapes, "itemsize": [DTYPES.get((name, i), torch.float32).itemsize for i in range(len(shapes))], "args": [str(a) if isinstance(a, torch.dtype) else a for a in args], "in": [" ".join(map(short, c)) for c in combo]}
                try:
                    schema = OpSchema(op, fill(args, specs), {})
                    schema.schema_info = prop.op_to_schema_info.get(op)
                    out = prop.propagate_op_sharding_non_cached(schema)
                    o = out.output_spec
                    o = [o] if isinstance(o, DTensorSpec) else list(o)
                    row["out"] = [" ".join(map(short, s.placements)) if s is not None else None for s in o]
                    used = flat_specs(out.redistribute_schema) if out.needs_redistribute and out.redistribute_schema is not None else specs
                    row["use"] = [" ".join(map(short, s.placements)) for s in used]
                except Exception as e:
                    row["error"] = [type(e).__name__, str(e).split("\n")[0][:200]]
                rows.append(row)
    with open(os.path.join(HERE, "strategies.json"), "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(r, separators=(",", ":")) for r in rows) + "\n]\n")
    print(len(rows), "rows,", sum("error" in r for r in rows), "errors")


if __name__ == "__main__":
    main()

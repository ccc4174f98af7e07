"""What PyTorch on this machine does with each ATen operator on the Neuron device, as JSON on standard output.

    python read_table.py > operators.json                 the dispatcher's table alone
    python read_table.py my_program.py > operators.json   runs the program first: also what it executed, and where
"""
import io
import json
import runpy
import sys
from contextlib import redirect_stdout

import torch

KEY = "PrivateUse1"
has = torch._C._dispatch_has_kernel_for_dispatch_key
schemas = {}
for s in torch._C._jit_get_all_schemas():
    schemas[s.name + ("." + s.overload_name if s.overload_name else "")] = s


def inputs(schema):
    return [(a.name, str(a.type)) for a in schema.arguments if not a.is_out]


def out_form(name):
    """A structured operator does its work in its out= form; that form's kernel counts."""
    base = schemas[name].name
    for other, schema in schemas.items():
        if schema.name == base and any(a.is_out for a in schema.arguments) and inputs(schema) == inputs(schemas[name]):
            return other
    return None


def is_view(schema):
    notes = [a.alias_info for a in schema.arguments if a.alias_info]
    return bool(notes) and not any(n.is_write for n in notes)


def state(name, deep=True):
    if has(name, KEY):
        return "kernel"
    composite = [k for k in ("CompositeImplicitAutograd", "CompositeExplicitAutograd") if has(name, k)]
    if has(name, "CompositeExplicitAutogradNonFunctional") and deep and out_form(name):
        return state(out_form(name), deep=False)
    if composite or has(name, "CompositeExplicitAutogradNonFunctional"):
        return "view" if is_view(schemas[name]) else "composite"
    return "host" if has(name, "CPU") else "refused"


def tracked(neuron, what):
    ask = getattr(neuron, what, None)
    return sorted(str(op) for op in ask()) if ask else None


try:
    import torch_neuronx as neuron
except ImportError:
    sys.exit("torch_neuronx is not installed here: run this where the Trainium chips are")

if len(sys.argv) > 1 and sys.argv[1] != "-":
    if hasattr(neuron, "clear_op_tracking"):
        neuron.clear_op_tracking()
    with redirect_stdout(io.StringIO()):
        runpy.run_path(sys.argv[1], run_name="__main__")

names = [n for n in torch._C._dispatch_get_all_op_names() if n.startswith("aten::") and n in schemas]
table = {
    "atlas": "operators",
    "version": 1,
    "torch": torch.__version__,
    "torch_neuronx": getattr(neuron, "__version__", "unknown"),
    "executed": tracked(neuron, "get_executed_ops"),
    "fallback": tracked(neuron, "get_fallback_ops"),
    "ops": {n: state(n) for n in sorted(names)},
}
json.dump(table, sys.stdout, indent=0)

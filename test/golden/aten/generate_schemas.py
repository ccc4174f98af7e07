"""Writes every ATen schema of PyTorch 2.13.0 with whether the CPU replaces it by other operators: schemas.json.gz;
and the names of those tagged Core ATen: core.json.

    python generate_schemas.py OUT_DIR
"""
import gzip, json, os, sys
import torch, torchgen

root = os.path.join(os.path.dirname(torchgen.__file__), "packaged", "ATen", "native", "native_functions.yaml")
rows, core, last = {}, [], None
for line in open(root, encoding="utf-8"):
    if line.startswith("  tags:") and "core" in line.replace("[", " ").replace("]", " ").replace(",", " ").split():
        core.append(last)
    if line.startswith("- func: "):
        schema = line[8:].strip()
        last = schema.split("(")[0]
        name = "aten::" + schema.split("(")[0]
        has = lambda key: torch._C._dispatch_has_kernel_for_dispatch_key(name, key)
        rows[schema] = has("CompositeImplicitAutograd") and not has("CPU")
with open(os.path.join(sys.argv[1], "schemas.json.gz"), "wb") as f:
    with gzip.GzipFile(fileobj=f, mode="wb", mtime=0, filename="") as z:
        z.write(json.dumps(rows, separators=(",", ":"), sort_keys=True).encode())
with open(os.path.join(sys.argv[1], "core.json"), "w") as f:
    f.write(json.dumps(sorted(core), indent=0) + "\n")
print(len(rows), len(core))

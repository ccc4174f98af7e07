"""Writes every ATen schema of PyTorch 2.13.0 with whether the CPU replaces it by other operators: schemas.json.gz.

    python generate_schemas.py OUT_DIR
"""
import gzip, json, os, sys
import torch, torchgen

root = os.path.join(os.path.dirname(torchgen.__file__), "packaged", "ATen", "native", "native_functions.yaml")
rows = {}
for line in open(root, encoding="utf-8"):
    if line.startswith("- func: "):
        schema = line[8:].strip()
        name = "aten::" + schema.split("(")[0]
        has = lambda key: torch._C._dispatch_has_kernel_for_dispatch_key(name, key)
        rows[schema] = has("CompositeImplicitAutograd") and not has("CPU")
with open(os.path.join(sys.argv[1], "schemas.json.gz"), "wb") as f:
    with gzip.GzipFile(fileobj=f, mode="wb", mtime=0, filename="") as z:
        z.write(json.dumps(rows, separators=(",", ":"), sort_keys=True).encode())
print(len(rows))

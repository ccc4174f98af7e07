"""Makes or checks the goldens of the tensor layer: rows of facts, each made by real PyTorch.

    python main.py [--check] [SECTION …]

Every section runs twice: with reference numerics (no vector kernels, one thread, MKL's compatible mode) and with the
machine's own kernels. A row that differs between the two is left out and counted; a section that loses more than its
`LOSS` (a share of its rows) is refused.
"""

import argparse
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
SECTIONS = ["formats", "promotion", "views", "layouts", "printing", "sampling", "functions", "sums", "products", "kernels"]
ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
REFERENCE = {"ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE"}


def rows_of(section, environment):
    clean = {k: v for k, v in os.environ.items() if k not in REFERENCE}
    command = [sys.executable, str(HERE / "main.py"), "--rows", section]
    return subprocess.Popen(command, env={**clean, **ONE_THREAD, **environment}, cwd=HERE, stdout=subprocess.PIPE)


def print_rows(section):
    import torch

    torch.set_num_threads(1)
    rows = list(importlib.import_module(section).rows())
    json.dump(rows, sys.stdout)


def golden(section):
    reference, native = (json.loads(p.communicate()[0]) for p in (rows_of(section, REFERENCE), rows_of(section, {})))
    module = importlib.import_module(section)
    kept = [row for row, other in zip(reference, native, strict=True) if row == other or getattr(module, "KEEP", False)]
    lost = len(reference) - len(kept)
    if lost > getattr(module, "LOSS", 0) * len(reference):
        sys.exit(f"{section}: {lost} of {len(reference)} rows differ between the reference and the native kernels")
    differing = sum(row != other for row, other in zip(reference, native))
    head = {"torch": "2.13.0", "section": section, "differing": differing, "of": len(reference)}
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in kept)
    return json.dumps(head)[:-1] + ', "rows": [\n' + lines + "\n]}\n", len(kept), differing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--rows")
    parser.add_argument("sections", nargs="*")
    options = parser.parse_args()
    if options.rows:
        return print_rows(options.rows)
    failed = False
    for section in options.sections or SECTIONS:
        text, kept, differing = golden(section)
        path = HERE.parent / f"{section}.json"
        if options.check:
            same = path.exists() and path.read_text() == text
            failed |= not same
            print(f"{section}: {'as committed' if same else 'DIFFERS'}")
        else:
            path.write_text(text)
            print(f"{section}: {kept} rows, {differing} differing between kernels, {len(text) // 1024} kB")
    sys.exit(failed)


if __name__ == "__main__":
    main()

"""Makes or checks goldens: for each program what real PyTorch does, admitted only where PyTorch agrees with itself.

    python main.py [--check] [--into DIR] PROGRAM.py=GOLDEN.json …

Each program is run with reference numerics (no vector kernels, one thread, MKL's compatible mode) and with the
machine's own kernels and another hash seed; a difference between the two refuses the golden.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from difference import explain, first_difference
from pack import to_text
from program import read_program

HERE = Path(__file__).parent
ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "TORCHINDUCTOR_FORCE_DISABLE_CACHES": "1"}
REFERENCE = {"ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE", "PYTHONHASHSEED": "0"}
NATIVE = {"PYTHONHASHSEED": "1"}


def start_collect(out, paths, environment):
    clean = {key: value for key, value in os.environ.items() if key not in REFERENCE}
    command = [sys.executable, str(HERE / "collect.py"), out, *paths]
    return subprocess.Popen(command, env={**clean, **ONE_THREAD, **environment}, cwd=HERE)


def collect_both(paths):
    """Program name to (reference, native) raw goldens."""
    with tempfile.TemporaryDirectory(prefix="goldens-") as scratch:
        outs = [os.path.join(scratch, name) for name in ("reference", "native")]
        for out in outs:
            os.mkdir(out)
        running = [start_collect(out, paths, env) for out, env in zip(outs, (REFERENCE, NATIVE))]
        if any([process.wait() for process in running]):
            sys.exit("collecting failed")
        names = [Path(path).stem for path in paths]
        return {name: tuple(json.loads(Path(out, name + ".json").read_text()) for out in outs) for name in names}


def judge(reference, native):
    """None where the golden is admitted, else the reason why not."""
    for result in (reference, native):
        if "refused" in result:
            return result["refused"]
    found = first_difference(reference, native)
    return "vector widths disagree: " + explain(found, "reference", "native") if found else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("pairs", nargs="+")
    options = parser.parse_args()
    goldens = dict(pair.split("=") for pair in options.pairs)
    goldens = {path: golden for path, golden in goldens.items() if not read_program(path).needs_device}
    results = collect_both(list(goldens))
    bad = changed = 0
    for path, golden in goldens.items():
        name = Path(path).stem
        reference, native = results[name]
        trouble = judge(reference, native)
        text = None if trouble else to_text(reference)
        old = Path(golden).read_text(encoding="utf-8") if Path(golden).exists() else None
        if options.check and text is not None and text != old:
            found = first_difference(json.loads(old), json.loads(text)) if old else None
            trouble = explain(found, "committed", "PyTorch") if found else "no golden, or written in another form"
        if trouble:
            bad += 1
            print(f"!! {name}: {trouble}", flush=True)
        elif not options.check and text != old:
            changed += 1
            Path(golden).write_text(text, encoding="utf-8")
    word = "checked" if options.check else f"{changed} written"
    print(f"{len(goldens)} programs, {word}, {bad} with trouble")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

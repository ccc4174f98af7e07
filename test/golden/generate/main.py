"""Makes or checks goldens: for each program what real PyTorch does, admitted only where PyTorch agrees with itself.

    python main.py [--check] [--into DIR] PROGRAM.py=GOLDEN.json …

Each program is run with reference numerics (no vector kernels, one thread, MKL's compatible mode) and with vector
kernels and another hash seed. A difference between them refuses a golden that is to be made. A check compares the
committed golden with the reference; where this machine's kernels print something else, it says so, since which
kernels a machine has is no fault of the golden.
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
# A golden is made on one machine and checked on others: these are the kernels that the other ones have.
NARROWER = {"ATEN_CPU_CAPABILITY": "avx2", "MKL_ENABLE_INSTRUCTIONS": "AVX2", "PYTHONHASHSEED": "2"}
# oneDNN takes half types or leaves them by the instructions it finds, and refuses them in other words.
NARROWER_LIBRARY = {"ONEDNN_MAX_CPU_ISA": "AVX2"}


def start_collect(out, paths, environment):
    clean = {key: value for key, value in os.environ.items() if key not in {*REFERENCE, *NARROWER}}
    command = [sys.executable, str(HERE / "collect.py"), out, *paths]
    return subprocess.Popen(command, env={**clean, **ONE_THREAD, **environment}, cwd=HERE)


def collect_all(paths, environments):
    """Program name to its raw goldens, one for each environment."""
    with tempfile.TemporaryDirectory(prefix="goldens-") as scratch:
        outs = [os.path.join(scratch, str(number)) for number in range(len(environments))]
        for out in outs:
            os.mkdir(out)
        running = [start_collect(out, paths, env) for out, env in zip(outs, environments)]
        if any([process.wait() for process in running]):
            sys.exit("collecting failed")
        names = [Path(path).stem for path in paths]
        return {name: [json.loads(Path(out, name + ".json").read_text()) for out in outs] for name in names}


def refusal(results):
    """Why one of the runs gave no golden, or None."""
    return next((result["refused"] for result in results if "refused" in result), None)


def disagreement(reference, others):
    """Where PyTorch with vector kernels differs from the reference, or None."""
    for other in others:
        found = first_difference(reference, other)
        if found:
            return "vector widths disagree: " + explain(found, "reference", "native")
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("pairs", nargs="+")
    options = parser.parse_args()
    goldens = dict(pair.split("=") for pair in options.pairs)
    goldens = {path: golden for path, golden in goldens.items() if not read_program(path).needs_device}
    results = collect_all(list(goldens), [REFERENCE, NATIVE] if options.check else [REFERENCE, NATIVE, {**NARROWER, **NARROWER_LIBRARY}])
    bad = changed = 0
    for path, golden in goldens.items():
        name = Path(path).stem
        reference, *others = results[name]
        trouble = refusal(results[name])
        width = None if trouble else disagreement(reference, others)
        if not options.check:
            trouble = trouble or width
        text = None if trouble else to_text(reference)
        old = Path(golden).read_text(encoding="utf-8") if Path(golden).exists() else None
        if options.check and text is not None and text != old:
            found = first_difference(json.loads(old), json.loads(text)) if old else None
            trouble = explain(found, "committed", "PyTorch") if found else "no golden, or written in another form"
        if trouble:
            bad += 1
            print(f"!! {name}: {trouble}", flush=True)
        elif options.check and width:
            print(f"note: {name}: {width}", flush=True)
        elif not options.check and text != old:
            changed += 1
            Path(golden).write_text(text, encoding="utf-8")
    word = "checked" if options.check else f"{changed} written"
    print(f"{len(goldens)} programs, {word}, {bad} with trouble")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()

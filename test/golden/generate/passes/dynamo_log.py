"""Reads Dynamo's `graph_breaks` and `recompiles` log records: break ids, lines, failing guards.

A record names the break by a link that ends in its number, or only by its kind in words; the registry that comes with
PyTorch maps kinds to numbers.
"""

import functools
import re

from torch._dynamo.exc import _load_gb_type_to_gb_id_map

LOGGERS = (
    "torch._dynamo.symbolic_convert.__graph_breaks",
    "torch._dynamo.convert_frame.__graph_breaks",
    "torch._dynamo.guards.__recompiles",
)

FAILED_GUARD = re.compile(r"^- \d+/\d+")


@functools.cache
def registry():
    return _load_gb_type_to_gb_id_map()


def bare_guard(text):
    """A guard's check without its `0/0:` prefix, the user-code comment, and the numbers of objects."""
    text = re.sub(r"^-?\s*", "", text.strip())
    text = re.sub(r"^\d+/\d+(_\d+)?: ", "", text)
    text = re.sub(r"\s+# .*$", "", text)
    text = re.sub(r"_TorchCompileWrapper\(compiler='inductor', dynamic=\w+\)", "_TorchCompileInductorWrapper", text)  # its stand-in
    # An object's number is its address: short where the interpreter lies low in memory.
    text = re.sub(r"(___check_(?:type|obj)_id\(.*?, )\d+", r"\1<id>", text)
    text = re.sub(r"(?<![\d.])\d{12,}\b|0x[0-9a-f]+", "<id>", text)
    return text.strip()


def read_recompile(record):
    """`(where, failed guards)`, or None where the record is not about a recompile."""
    message = record.getMessage()
    if not message.startswith("Recompiling function"):
        return None
    lines = [line.strip() for line in message.splitlines()]
    return lines[0], [bare_guard(line) for line in lines if FAILED_GUARD.match(line)]


def break_ids(text):
    linked = ["GB%04d" % int(number) for number in re.findall(r"/gb/gb(\d+)\.html", text)]
    return linked or [number for kind, number in registry().items() if kind in text][:1]


def read_break(record, path):
    message = record.getMessage()
    cause = record.exc_info[1] if record.exc_info else None
    ids = break_ids(message if cause is None else f"{message}\n{cause}")
    lines = [int(line) for file, line in re.findall(r'File "([^"]+)", line (\d+)', message) if file == path]
    user_code = re.search(r"user code at (.+?):(\d+)", message)
    if user_code and user_code.group(1) == path:
        lines.append(int(user_code.group(2)))
    found = {"line": lines[-1] if lines else None, "id": ids[0] if ids else None}
    if len(set(ids)) > 1:
        found["idAlso"] = sorted(set(ids) - {ids[0]})
    return found

"""The written form of a golden: JSON, with the operator trace packed.

A training run executes thousands of operators in a few distinct rows, over and over. `rows` holds the distinct rows
`op line phase` in order of first appearance; `order` is the sequence of their numbers, with runs (`3-9`) and repeats
(`(0-7)*49`, nested). `unpackOps` in ../packed.ts reads it back.
"""

import json

LONGEST_PERIOD = 2000


def runs(numbers):
    """`[0, 1, 2, 5]` as `0-2 5`."""
    parts, start = [], 0
    for i in range(1, len(numbers) + 1):
        if i == len(numbers) or numbers[i] != numbers[i - 1] + 1:
            parts.append(str(numbers[start]) if i - start == 1 else f"{numbers[start]}-{numbers[i - 1]}")
            start = i
    return parts


def repeat_at(numbers, i):
    """`(period, times)` of the shortest block that repeats at `i` and is worth writing so, or None."""
    for period in range(1, min(LONGEST_PERIOD, (len(numbers) - i) // 2) + 1):
        if numbers[i] != numbers[i + period] or numbers[i : i + period] != numbers[i + period : i + 2 * period]:
            continue
        times = 2
        while numbers[i : i + period] == numbers[i + times * period : i + (times + 1) * period]:
            times += 1
        if period * times >= 8:
            return period, times
    return None


def order(numbers):
    parts, plain, i = [], [], 0
    while i < len(numbers):
        found = repeat_at(numbers, i)
        if found is None:
            plain.append(numbers[i])
            i += 1
            continue
        parts += runs(plain)
        plain = []
        period, times = found
        parts.append(f"({order(numbers[i : i + period])})*{times}")
        i += period * times
    return " ".join(parts + runs(plain))


def pack_ops(rows):
    numbers, distinct = [], {}
    for op, line, phase in rows:
        numbers.append(distinct.setdefault(f"{op} {line} {phase}", len(distinct)))
    return {"count": len(rows), "rows": list(distinct), "order": order(numbers)}


def one_line(value):
    return json.dumps(value, ensure_ascii=False)


def list_of(values, indent):
    if not values:
        return "[]"
    pad = " " * indent
    return "[\n" + ",\n".join(f"{pad}{one_line(value)}" for value in values) + f"\n{pad[1:]}]"


def to_text(golden):
    """One field a line, one frame or distinct operator row a line: small, and readable as a difference."""
    fields = []
    for key, value in golden.items():
        if key == "ops" and value is not None:
            packed = pack_ops(value)
            rows = list_of(packed["rows"], 3)
            text = f'{{\n  "count": {packed["count"]},\n  "rows": {rows},\n  "order": {one_line(packed["order"])}\n }}'
        elif key in ("frames", "stdout") and isinstance(value, list):
            text = list_of(value, 2)
        else:
            text = one_line(value)
        fields.append(f" {one_line(key)}: {text}")
    return "{\n" + ",\n".join(fields) + "\n}\n"

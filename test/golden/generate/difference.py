"""The first difference of two goldens, field by field, in words."""

import json


def first_difference(old, new, path=""):
    """None where equal, else `(path, old, new)` of the innermost difference."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in list(old) + [key for key in new if key not in old]:
            found = first_difference(old.get(key), new.get(key), f"{path}.{key}" if path else key)
            if found:
                return found
        return None
    if isinstance(old, list) and isinstance(new, list):
        for i, (a, b) in enumerate(zip(old, new)):
            found = first_difference(a, b, f"{path}[{i}]")
            if found:
                return found
        return None if len(old) == len(new) else (f"{path}.length", len(old), len(new))
    if isinstance(old, str) and isinstance(new, str) and old != new and "\n" in old + new:
        return first_difference(old.split("\n"), new.split("\n"), path)
    return None if old == new else (path, old, new)


def explain(found, left, right):
    path, old, new = found
    return f"{path}\n     {left}: {json.dumps(old, ensure_ascii=False)}\n     {right}: {json.dumps(new, ensure_ascii=False)}"

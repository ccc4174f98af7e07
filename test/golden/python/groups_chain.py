"""A group of exceptions with a cause, in the traceback of another."""
try:
    try:
        raise KeyError("a")
    except KeyError as k:
        raise ExceptionGroup("g1", [ValueError(1), ExceptionGroup("n", [TypeError("x"), OSError(2, "no", "f")])]) from k
except ExceptionGroup as e:
    e.add_note("note")
    raise RuntimeError("two lines")

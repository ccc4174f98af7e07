"""Groups of exceptions, and exceptions whose class their arguments choose."""
e = ExceptionGroup("g1", [ValueError(1), ExceptionGroup("n", [TypeError("x"), OSError(2, "no", "f")])])
print(repr(e), e.split(ValueError), e.subgroup((TypeError, OSError)), e.subgroup(KeyError), type(BaseExceptionGroup("x", [ValueError()])), e.message, e.exceptions)
class G(ExceptionGroup):
    def derive(self, l): return G(self.message, l)
try: raise G("m", [ValueError(1), TypeError(2)])
except* ValueError as x: print(type(x), x)
except* TypeError as x: print(type(x))
for bad in [lambda: ExceptionGroup("x", []), lambda: ExceptionGroup("x", [1]), lambda: ExceptionGroup("x", [KeyboardInterrupt()]), lambda: ExceptionGroup(1, [ValueError()]), lambda: ExceptionGroup("x")]:
    try: bad()
    except Exception as e: print(type(e).__name__, e)
try: raise OSError(13, "perm", "f.txt")
except PermissionError as e: print(e, e.filename, e.errno, e.args, repr(e))
class E(OSError):
    def __init__(self, a): super().__init__("E " + a); self.a = a
try: raise E("q")
except OSError as e: print(e, e.args, e.errno)
try: open("nofile.txt")
except FileNotFoundError as e: print(e, e.filename, e.errno, e.strerror)
import builtins
print([n for n in dir(builtins) if n.endswith(("Error", "Warning", "Exception", "Group"))])
print(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), ConnectionRefusedError.__mro__)
try:
    raise ExceptionGroup("eg", [ValueError(1), TypeError("t"), ExceptionGroup("in", [KeyError("k")])])
except* ValueError as e: print("v", e.exceptions, e)
except* (KeyError, TypeError) as e: print("k", e.exceptions)
import traceback, sys
def f(): raise ValueError("bad")
try: f()
except ValueError as e:
    print(traceback.format_exc())
    tb = traceback.extract_tb(e.__traceback__)
    for fr in tb: print(fr.filename.split("/")[-1], fr.lineno, fr.name, fr.line)
    print(traceback.format_exception_only(type(e), e), traceback.format_exception_only(e))
    print("".join(traceback.format_exception(type(e), e, e.__traceback__)))
    print("".join(traceback.format_tb(e.__traceback__)))
    traceback.print_exc(file=sys.stdout)
    traceback.print_exception(e, file=sys.stdout)
def f(i):
    try:
        try: int("z")
        except ValueError: raise TypeError(f"t{i}")
    except TypeError as e: return e
try: raise ExceptionGroup("lots", [f(i) for i in range(3)] + [ValueError(i) for i in range(20)])
except ExceptionGroup as e: print(traceback.format_exc())

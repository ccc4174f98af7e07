# Modules that a program makes, and what a function's signature says of its notes.
import inspect
import sys
import types

m = types.ModuleType("m")
m.x = 5
print(m, m.x, dir(m), list(vars(m)))
n = types.ModuleType("n", "doc")
print(n, n.__doc__, n.__name__, n.__spec__, n.__loader__, n.__package__)
sys.modules["made"] = m
import made
print(made.x)


def absent():
    from made import q


for bad in (absent, lambda: types.ModuleType(), lambda: types.ModuleType(3)):
    try:
        bad()
    except (ImportError, TypeError) as e:
        print(type(e).__name__, e)


def f(a: int, b: str = "x", *args: float, c: bytes, d: list = [], **kw: dict) -> set:
    pass


class A:
    def m(self, x: int, /, y=2) -> None:
        pass


print(inspect.getfullargspec(f))
print(inspect.getfullargspec(A.m), inspect.getfullargspec(A().m), inspect.getfullargspec(lambda: 0))

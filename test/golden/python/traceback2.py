import functools
def f(n):
    if n == 0:
        return [][1]
    return f(n - 1)
try:
    f(2)
except IndexError:
    f(6)

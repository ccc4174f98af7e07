# The source text of functions: decorators, comments behind the last statement, texts over several lines.
import inspect, functools
def one(a): return a
def two(a,
        b=3):
    """doc"""
    x = [1,
         2]
    # inner

    # trailing
# outside
def deco(f):
    @functools.wraps(f)
    def w(*a): return f(*a)
    return w
@deco
@deco
def three():
    """only doc"""
class A:
    def m(self):
        if True:
            return """a
b"""

    @staticmethod
    def s(): ...
    @property
    def p(self):
        pass
def last():
    def nested(): pass
    return nested
for f in (one, two, three, A.m, A().m, A.s, last, last(), deco, A.p.fget):
    print(inspect.getsource(f), end='|\n')
    print(inspect.getsourcelines(f)[1])
try: inspect.getsource(len)
except TypeError as e: print(e)
try: inspect.getsource(3)
except TypeError as e: print(e)

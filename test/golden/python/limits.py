# Where CPython stops by itself: digits of an int as text, brackets inside brackets. And large ints that are fine.
import itertools
import math
import sys


def show(f):
    try:
        print(f())
    except (ValueError, OverflowError, SyntaxError) as e:
        print(type(e).__name__, e, getattr(e, "lineno", None))


show(lambda: print(10**4300))
show(lambda: print(10**5000))
show(lambda: f"{10**4300}")
show(lambda: f"{10**4300:,}")
show(lambda: "%d" % 10**4300)
show(lambda: "{}".format(-(10**4300)))
show(lambda: repr([10**4300]))
show(lambda: int("1" * 4301))
show(lambda: int("1_" * 4300 + "1"))
show(lambda: f"{10**5000:e}")
show(lambda: len(str(10**4299)))
show(lambda: len(hex(10**5000)))
show(lambda: f"{10**4300:x}"[:5])
show(lambda: (10**5000) % 97)
show(lambda: eval("(" * 201 + "1" + ")" * 201))
show(lambda: eval("\n[" * 201))
show(lambda: eval("(" * 150 + "1" + ")" * 150))
show(lambda: [math.factorial(n) for n in (0, 1, 2, 5, 20, 25)])
show(lambda: math.factorial(1000) % (10**9 + 7))
show(lambda: [math.comb(n, k) for n, k in ((0, 0), (5, 0), (5, 2), (5, 5), (5, 6), (60, 30))])
show(lambda: math.comb(3000, 1500) % (10**9 + 7))
show(lambda: [math.perm(n, k) for n, k in ((0, 0), (5, 0), (5, 2), (5, 5), (5, 6), (25, 20))])
show(lambda: [math.perm(6), math.factorial(300) // math.factorial(298)])
show(lambda: [pow(b, e, m) for b, e, m in ((3, 0, 7), (3, 10**9, 10**9 + 7), (-3, 5, 7), (3, 5, -7), (2, 10**50, 10**20), (3, -1, 7), (5, 3, 1))])
show(lambda: sum(1 for _ in itertools.permutations(range(6))))
show(lambda: list(itertools.permutations("ab", 3)))
show(lambda: list(itertools.combinations("abc", 5)))
show(lambda: list(itertools.product("ab", repeat=0)))
show(lambda: itertools.product("ab", repeat=-1))
print([1, 2] + [3], (1,) + (2, 3), [0] * 3, "ab" * 2, [1, 2, 3].copy())

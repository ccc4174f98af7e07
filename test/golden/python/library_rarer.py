"""Rarer modules of the standard library."""
import textwrap
print(textwrap.fill("the quick brown fox jumps over the lazy dog " * 3, width=40)); print(textwrap.dedent("""
    a
      b
    c"""), textwrap.wrap("a b c d e f g", 5), textwrap.shorten("hello big world", width=12), textwrap.indent("a\nb\n\nc", "> "))
print(textwrap.fill("x" * 50, 20), textwrap.fill("a-b-c d", 3, initial_indent="* ", subsequent_indent="  "))
from pprint import pprint, pformat
pprint({"b": 1, "a": [1, 2, 3], "c": {"x": (1, 2)}})
pprint([list(range(30)), {"key%d" % i: "value" * 5 for i in range(5)}])
print(pformat({"z": {1, 2}, "s": "long text " * 20}, width=40, indent=2)); pprint([1], depth=1)
pprint([[1,[2,[3]]]], depth=2); pprint({1:2}, sort_dicts=False, compact=True)
from string import Template, ascii_letters, digits, punctuation, capwords
print(Template("$a ${b} $$ $c").safe_substitute(a=1, b=2), Template("$x").substitute({"x": 3}), capwords("hello world"))
try: Template("$x").substitute()
except KeyError as e: print("KeyError", e)
try: Template("$ x").substitute()
except ValueError as e: print(e)
import heapq
h = [3, 1, 2]; heapq.heapify(h); heapq.heappush(h, 0); print(h, heapq.heappop(h), heapq.nlargest(2, h), heapq.nsmallest(2, [3, 1, 2], key=lambda x: -x), heapq.heappushpop(h, 5), heapq.heapreplace(h, 9), list(heapq.merge([1, 4], [2, 3])), h)
try: heapq.heappop([])
except IndexError as e: print(e)
import bisect
print(bisect.bisect([1, 2, 2, 3], 2), bisect.bisect_left([1, 2, 2, 3], 2), bisect.bisect_right([1, 3], 2, key=lambda x: x)); l = [1, 3]; bisect.insort(l, 2); print(l)
import statistics as st
print(st.mean([1, 2, 3, 4]), st.median([1, 3, 2]), st.stdev([1, 2, 3, 4]), st.pstdev([1.5, 2.5]), st.variance([1, 2, 4]), st.mode([1, 1, 2]), st.fmean([1, 2]), st.median([1,2,3,4]), st.quantiles([1,2,3,4,5]), st.harmonic_mean([1,2,4]), st.geometric_mean([1,2,4]), st.pvariance([1,2,3]), st.multimode("aabb"), st.median_low([1,2,3,4]))
try: st.mean([])
except st.StatisticsError as e: print(e)
from fractions import Fraction
print(Fraction(1, 3) + Fraction(1, 6), Fraction("0.25"), Fraction(0.5), Fraction(3, 6).numerator, float(Fraction(1, 3)), repr(Fraction(2, 4)), Fraction(7, 3) // 1, Fraction(3,2) ** 2, Fraction(1,3) < 0.5, Fraction(22,7).limit_denominator(5))
print(int("١٢"), float("١.٥"), int(" 12_3 "), int("ff", 16), int("0x1f", 0), "١".isdigit(), "²".isdigit(), "²".isdecimal(), "½".isnumeric())
for s in ["²", "1__2", "0x1f", "1.5", "", " "]:
    try: print(int(s))
    except ValueError as e: print(e)
print(type(OSError(2, "x")).__name__, OSError(2, "x"), OSError(2, "x", "f"), OSError(13, "p").errno, type(OSError(17, "e")).__name__, OSError("a").errno, repr(OSError(2, "x")), OSError(2,"x","f").filename, OSError(1,2,3).strerror)
import errno
print(errno.ENOENT, errno.errorcode[2])

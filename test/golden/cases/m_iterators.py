from collections import defaultdict, Counter, deque, OrderedDict, namedtuple
from itertools import islice, chain, product, zip_longest, accumulate, groupby, cycle
from functools import partial, reduce, lru_cache, wraps
import re, random, contextlib

random.seed(0)
text = "the quick brown fox jumps over the lazy dog the end"
vocab = sorted(set(text)); stoi = {c: i for i, c in enumerate(vocab)}; itos = {i: c for c, i in stoi.items()}
enc = lambda s: [stoi[c] for c in s]; dec = lambda l: ''.join(itos[i] for i in l)
print(enc("the fox"), dec(enc("the fox")), len(vocab))
print(Counter(text.split()).most_common(2), re.findall(r"\b\w{5}\b", text), re.sub(r"(\w+) (\w+)", r"\2 \1", text, count=2))
d = defaultdict(list)
for w in text.split(): d[len(w)].append(w)
print(dict(d)); print(random.sample(range(100), 5), random.choice("abc"), random.shuffle(x := list(range(6))), x, random.gauss(0, 1), random.uniform(1, 2))
def batches(it, n):
    it = iter(it)
    while chunk := list(islice(it, n)):
        yield chunk
print(list(batches(range(7), 3)), list(accumulate([1, 2, 3, 4])), [(k, len(list(g))) for k, g in groupby("aabccc")])
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info())
def timed(tag):
    def deco(f):
        @wraps(f)
        def inner(*a, **k):
            print(tag, f.__name__, a, k)
            return f(*a, **k)
        return inner
    return deco
@timed("call")
def add(a, b=2, *rest, c, **kw): return a + b + c
print(add(1, c=4), add.__name__, add.__wrapped__.__defaults__)
@contextlib.contextmanager
def section(n):
    print("enter", n)
    try: yield n.upper()
    finally: print("exit", n)
with section("a") as A, section("b") as B: print(A + B)
Point = namedtuple("Point", "x y", defaults=[0]); p = Point(3); print(p, p._asdict(), p._replace(y=9))
match {"op": "mm", "args": [1, 2]}:
    case {"op": "mm", "args": [a, *r]} if a == 1: print("mm", a, r)
    case _: print("no")
q = deque(maxlen=3); [q.append(i) for i in range(5)]; print(q, q[-1])
print(reduce(lambda a, b: a * b, range(1, 20)), *zip_longest("ab", "c", fillvalue="-"), sep="|")
class Reg(dict):
    def __missing__(self, k): return f"<{k}>"
print(Reg(a=1)["b"], "%(x)05.2f %(y)s" % {"x": 3.14159, "y": "z"}, "{:>8}|{:+d}|{!r:>6}".format("hi", 3, "q"))
def gen():
    try:
        while True:
            got = yield
            print("got", got)
    except GeneratorExit:
        print("closed"); raise
g = gen(); next(g); g.send(1); g.close()
try:
    try: {}["k"]
    except KeyError as e: raise RuntimeError("outer") from e
except RuntimeError as e: print(repr(e), repr(e.__cause__))
[1, 2, 3].index(9)

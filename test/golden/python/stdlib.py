import random, functools, dataclasses, enum, contextlib, copy, operator, inspect, json, re, string, typing, math, abc, types, collections.abc
from dataclasses import dataclass, field, replace, asdict, astuple, fields, InitVar
random.seed(1234)
print(random.random(), random.randint(1, 6), random.randrange(0, 100, 7), random.choice([1, 2, 3]), random.uniform(1, 2), random.gauss(0, 1), random.normalvariate(5, 2), random.sample(range(50), 5), random.choices('abc', k=4), random.choices([1, 2], weights=[1, 9], k=5), random.getrandbits(70), random.expovariate(2), random.betavariate(1, 2), random.triangular(0, 1))
x = list(range(10)); random.shuffle(x); print(x)
r = random.Random(7); print(r.random(), [r.randint(0, 9) for _ in range(5)]); st = r.getstate(); a = r.random(); r.setstate(st); print(a == r.random())
random.seed(2 ** 70); print(random.random()); random.seed(-5); print(random.random()); random.seed(3.5); print(random.random())
@dataclass
class P:
    x: int
    y: int = 0
    tags: list = field(default_factory=list, repr=False)
    z: InitVar[int] = 3
    k: typing.ClassVar[int] = 9
    def __post_init__(self, z): self.total = self.x + self.y + z
p = P(1, 2); print(p, p.total, p == P(1, 2), asdict(p), astuple(p), [f.name for f in fields(p)], replace(p, x=5, z=1), P.__match_args__)
@dataclass(frozen=True, order=True)
class F:
    a: int
    b: str = 'q'
print(F(1) < F(2), hash(F(1)) == hash(F(1)), {F(1): 2}[F(1)], sorted([F(2), F(1, 'z'), F(1)]))
try: F(1).a = 3
except dataclasses.FrozenInstanceError as e: print(type(e).__name__, e)
@dataclass
class Child(P):
    w: float = 1.5
print(Child(1, w=2.0), Child.__init__.__name__)
@dataclass(kw_only=True)
class KW:
    a: int
    b: int = 2
print(KW(a=1))
for bad in (lambda: P(), lambda: KW(1), lambda: P(1, 2, [], 3, 4), lambda: dataclass(type('B', (), {'__annotations__': {'v': list}, 'v': []})), lambda: dataclass(type('B', (), {'__annotations__': {'u': int, 'v': int}, 'u': 1}))):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
class Color(enum.Enum):
    RED = 1
    GREEN = enum.auto()
    CRIMSON = 1
    def describe(self): return self.name.lower()
print(Color.RED, repr(Color.RED), Color.RED.value, Color['GREEN'], Color(2), list(Color), Color.CRIMSON is Color.RED, Color.RED == Color.GREEN, Color.GREEN.describe(), isinstance(Color.RED, Color), len(Color), {Color.RED: 1}[Color.RED], Color.__members__.keys(), f'{Color.RED}')
try: Color(9)
except ValueError as e: print(e)
try: Color['X']
except KeyError as e: print(e)
class N(enum.IntEnum):
    A = 1
    B = 2
print(N.A + 1, N.A < N.B, N.A == 1, sorted([N.B, N.A]), N(1), repr(N.B), [10, 20][N.A], f'{N.A}', str(N.A), int(N.B), {1: 'x'}[N.A])
class Fl(enum.Flag):
    R = enum.auto(); W = enum.auto(); X = enum.auto()
print(Fl.R | Fl.W, Fl.R in (Fl.R | Fl.W), (Fl.R | Fl.W) & Fl.W, bool(Fl.R & Fl.W), ~Fl.R, Fl.X.value, list(Fl.R | Fl.X))
class S(str, enum.Enum):
    A = 'a'
print(S.A == 'a', S.A.value, S('a'), repr(S.A), S.A.upper(), json.dumps({'k': S.A}))
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info())
@functools.wraps(fib)
def w(): pass
print(w.__name__, functools.reduce(operator.mul, [1, 2, 3, 4]), functools.partial(int, base=2)('101'))
class CP:
    @functools.cached_property
    def v(self): print('computing'); return 5
c = CP(); print(c.v, c.v)
@functools.total_ordering
class O:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
print(O(1) <= O(1), O(2) > O(1), O(1) >= O(2), sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
@functools.singledispatch
def sd(v): return 'obj'
@sd.register
def _(v: int): return 'int'
@sd.register(str)
def _(v): return 'str'
print(sd(1), sd('a'), sd([]))
@contextlib.contextmanager
def cm(n):
    print('enter', n)
    try: yield n
    except ValueError as e: print('handled', e)
    finally: print('exit', n)
with cm(1) as v: print(v)
with cm(2): raise ValueError('inside')
with contextlib.suppress(KeyError): {}['x']
with contextlib.ExitStack() as es:
    es.enter_context(cm(3)); es.enter_context(cm(4)); es.callback(print, 'callback')
with contextlib.nullcontext(5) as n: print(n)
@cm(6)
def decorated(): print('in decorated')
decorated()
o = {'a': [1, {2}], 'b': (3, [4])}; o['self'] = o; dc = copy.deepcopy(o); print(dc['a'], dc['self'] is dc, dc['a'] is not o['a'], copy.copy([1, [2]]))
class Node:
    def __init__(self, v): self.v = v; self.next = self
n = Node([1]); m = copy.deepcopy(n); print(m.next is m, m.v, m.v is n.v, copy.copy(n).v is n.v)
print(operator.itemgetter(1)([1, 2]), operator.itemgetter('a', 'b')({'a': 1, 'b': 2}), operator.attrgetter('v')(n), operator.methodcaller('upper')('a'), operator.add(1, 2), operator.index(True))
def sig(a, /, b: int = 2, *args, c, d=4, **kw) -> str: pass
print(inspect.signature(sig), list(inspect.signature(sig).parameters), inspect.isfunction(sig), inspect.isclass(P), inspect.signature(sig).parameters['b'].default)
print(json.dumps({'b': [1, 2.5, None, True, 'é"\n'], 'a': {}}), json.dumps([1, {'x': 2}], indent=2), json.dumps({'b': 1, 'a': 2}, sort_keys=True, separators=(',', ':')), json.loads('{"a": [1, 2.5, "x\\u00e9", null, true]}'), json.dumps({1: 2, None: 3}), json.dumps('é', ensure_ascii=False))
try: json.loads('{"a": }')
except json.JSONDecodeError as e: print(e)
try: json.dumps({1, 2})
except TypeError as e: print(e)
print(re.findall(r'\d+', 'a1b22'), re.sub(r'(?P<w>\w+)@(\w+)', r'\2 at \g<w>', 'me@home'), re.match(r'(\w)(\d)?', 'a').groups(), re.search('b+', 'abbb').span(), re.split(r'[,;]\s*', 'a, b;c'), re.compile('^a', re.M).findall('a\nab'), re.fullmatch('a.c', 'abc').group(), re.sub('x', lambda m: m.group().upper(), 'axx', count=1), re.match('(?P<y>\\d{4})-(?P<m>\\d\\d)', '2024-05').groupdict(), re.escape('a.b'), bool(re.match('z', 'a')), [m.start() for m in re.finditer('a', 'banana')])
print(string.ascii_lowercase, string.digits, typing.Optional[int], typing.List[typing.Dict[str, int]], typing.Union[int, str, None], typing.Callable[[int], str], typing.Any, list[int], dict[str, list[int]], int | None, typing.Literal['a', 1], typing.Tuple[int, ...])
class NT(typing.NamedTuple):
    a: int
    b: str = 'x'
print(NT(1), NT(1).b, NT(2, 'y')._asdict())
T = typing.TypeVar('T')
class G(typing.Generic[T]):
    def __init__(self, v: T): self.v = v
print(G[int](5).v, G(3).v, T, G.__mro__[1].__name__)
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    @property
    @abc.abstractmethod
    def name(self): ...
class Sq(Shape):
    def area(self): return 4
    name = 'sq'
print(Sq().area(), Sq().name)
try: Shape()
except TypeError as e: print(e)
print(isinstance([], collections.abc.Sequence), isinstance({}, collections.abc.Mapping), isinstance((i for i in []), collections.abc.Iterator), isinstance(5, collections.abc.Iterable), isinstance(len, collections.abc.Callable), isinstance('a', collections.abc.Hashable), isinstance([], collections.abc.Hashable))
print(types.SimpleNamespace(a=1, b='x'), isinstance(sig, types.FunctionType), isinstance((x for x in []), types.GeneratorType))
import os, sys, time, warnings, logging, numbers
print(os.path.join('a', 'b', '/c', 'd'), os.path.basename('/a/b.txt'), os.path.splitext('x.tar.gz'), os.environ.get('NOPE_X', 'dflt'), os.getenv('NOPE_Y'), sys.version_info[:2], sys.version_info >= (3, 8), sys.maxsize, isinstance(1, numbers.Number), isinstance(1.5, numbers.Integral), time.time() >= 0)
sys.stdout.write('written\n')
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter('always')
    warnings.warn('careful', DeprecationWarning)
    print(len(log), log[0].message, log[0].category.__name__)
import heapq, bisect, io, textwrap
h = [3, 1, 2]; heapq.heapify(h); heapq.heappush(h, 0); print(heapq.heappop(h), h, heapq.nlargest(2, h), bisect.bisect([1, 3, 5], 3), bisect.bisect_left([1, 3, 5], 3))
b = io.StringIO(); print('to file', file=b, end=''); print(b.getvalue(), textwrap.dedent('  a\n    b\n'))

"""What Python says of torch's own types where they do not fit: by the name that the C structure carries."""
import collections, datetime, functools, itertools, math, operator, re, types
import torch

x = torch.ones(2)


def t(f):
    try:
        print("ran", type(f()).__name__)
    except Exception as e:
        print(type(e).__name__, e)


def unpack(v):
    a, b, c = v


def enter(v):
    with v:
        pass


values = [x.shape, x.dtype, x.device, torch.strided, torch.preserve_format, torch.Generator(), torch.finfo(torch.float32)]
values += [collections.deque(), collections.defaultdict(int), collections.OrderedDict(), functools.partial(print), datetime.timedelta(1)]
values += [re.compile("a"), itertools.count(), types.SimpleNamespace(), collections.Counter()]
values += [torch.nn.Parameter(x), torch.max(x, 0)]
for v in values:
    print("---", type(v).__name__)
    t(lambda: v())
    t(lambda: v.foo)
    t(lambda: v < None)
    t(lambda: int(v) if not isinstance(v, torch.Tensor) else 0)
    t(lambda: [1, 2][v] if not isinstance(v, torch.Tensor) else 0)
    t(lambda: range(v) if not isinstance(v, torch.Tensor) else 0)
    t(lambda: "a".join([v]))
    t(lambda: "{:d}".format(v) if not isinstance(v, torch.Tensor) else 0)
    if not isinstance(v, (tuple, torch.Tensor, dict, collections.deque, itertools.count)):
        t(lambda: v + "a")
        t(lambda: "a" + v)
        t(lambda: -v if not isinstance(v, datetime.timedelta) else 0)
        t(lambda: v[None])
        t(lambda: len(v))
        t(lambda: "a" in v)
        t(lambda: sum(v))
        t(lambda: math.sqrt(v))
        t(lambda: ",".join(v))
        t(lambda: unpack(v))
    if not isinstance(v, torch.device):
        t(lambda: enter(v))
t(lambda: x.shape + "a")
t(lambda: (1,) + "a")

# Where CPython puts its marks under a line: one form after another, each with its traceback.
import traceback
def g():
    yield 1
    raise ValueError("g")
def f(): return 0
def f0(*a): return 0
def f1(): raise ValueError("f1")
def h(): return [1, 2]
z = 0 + 0
class N: pass
d = {}
try:
    for x in g(): pass
except Exception:
    print(traceback.format_exc())
try:
    for i, b in enumerate(g()): pass
except Exception:
    print(traceback.format_exc())
try:
    for x in z: pass
except Exception:
    print(traceback.format_exc())
try:
    for x in 3: pass
except Exception:
    print(traceback.format_exc())
try:
    r = [x for x in g()]
except Exception:
    print(traceback.format_exc())
try:
    r = {x: 1 for x in g()}
except Exception:
    print(traceback.format_exc())
try:
    r = [x / 0 for x in h()]
except Exception:
    print(traceback.format_exc())
try:
    r = [x for x in h() if x / 0]
except Exception:
    print(traceback.format_exc())
try:
    r = list(x / 0 for x in h())
except Exception:
    print(traceback.format_exc())
try:
    next(g())
except Exception:
    print(traceback.format_exc())
try:
    assert f()
except Exception:
    print(traceback.format_exc())
try:
    assert f(), "no"
except Exception:
    print(traceback.format_exc())
try:
    assert not f
except Exception:
    print(traceback.format_exc())
try:
    assert z and z
except Exception:
    print(traceback.format_exc())
try:
    assert z.real == 1 and f0()
except Exception:
    print(traceback.format_exc())
try:
    assert 1 + z > 5
except Exception:
    print(traceback.format_exc())
try:
    assert z > 5, "no"
except Exception:
    print(traceback.format_exc())
try:
    assert z > 5
except Exception:
    print(traceback.format_exc())
try:
    assert z is None
except Exception:
    print(traceback.format_exc())
try:
    assert not (z == 1)
except Exception:
    print(traceback.format_exc())
try:
    assert f0() == 3, f"x {z}"
except Exception:
    print(traceback.format_exc())
try:
    assert (z == 1 and z == 2)
except Exception:
    print(traceback.format_exc())
try:
    assert z == 1 or z == 2
except Exception:
    print(traceback.format_exc())
try:
    assert 1 < z < 5
except Exception:
    print(traceback.format_exc())
try:
    assert z == 1 if z else z
except Exception:
    print(traceback.format_exc())
try:
    assert z in (1, 2)
except Exception:
    print(traceback.format_exc())
try:
    assert not z == 1
except Exception:
    print(traceback.format_exc())
try:
    assert d["a"]
except Exception:
    print(traceback.format_exc())
try:
    assert f1()
except Exception:
    print(traceback.format_exc())
try:
    d["a"]
except Exception:
    print(traceback.format_exc())
try:
    d["a"]["b"]
except Exception:
    print(traceback.format_exc())
try:
    z / 0
except Exception:
    print(traceback.format_exc())
try:
    z  //  0
except Exception:
    print(traceback.format_exc())
try:
    -"s"
except Exception:
    print(traceback.format_exc())
try:
    z + 1 / 0
except Exception:
    print(traceback.format_exc())
try:
    r = d["a"]
except Exception:
    print(traceback.format_exc())
try:
    r = z / 0
except Exception:
    print(traceback.format_exc())
try:
    f0(d["a"])
except Exception:
    print(traceback.format_exc())
try:
    r = [z / 0 for _ in h()]
except Exception:
    print(traceback.format_exc())
try:
    (d["a"])
except Exception:
    print(traceback.format_exc())
try:
    (z / 0)
except Exception:
    print(traceback.format_exc())
try:
    d["a"] = z / 0
except Exception:
    print(traceback.format_exc())
try:
    del d["a"]
except Exception:
    print(traceback.format_exc())
try:
    d["a"] += 1
except Exception:
    print(traceback.format_exc())
try:
    z += "s"
except Exception:
    print(traceback.format_exc())
try:
    x, y = g()
except Exception:
    print(traceback.format_exc())
try:
    r = z if z / 0 else z
except Exception:
    print(traceback.format_exc())
try:
    print(*g())
except Exception:
    print(traceback.format_exc())
try:
    if d["a"]: pass
except Exception:
    print(traceback.format_exc())
try:
    while z / 0: pass
except Exception:
    print(traceback.format_exc())
try:
    return_ = lambda: z / 0; return_()
except Exception:
    print(traceback.format_exc())
try:
    with d["a"]: pass
except Exception:
    print(traceback.format_exc())
try:
    z.foo
except Exception:
    print(traceback.format_exc())
try:
    z.foo()
except Exception:
    print(traceback.format_exc())
try:
    f1()
except Exception:
    print(traceback.format_exc())
try:
    "a" < 3
except Exception:
    print(traceback.format_exc())
try:
    z < "a"
except Exception:
    print(traceback.format_exc())
try:
    raise ValueError("x")
except Exception:
    print(traceback.format_exc())
try:
    raise f1
except Exception:
    print(traceback.format_exc())
try:
    r = "%d" % "s"
except Exception:
    print(traceback.format_exc())
try:
    r = [x for x in 3]
except Exception:
    print(traceback.format_exc())
try:
    r = [x for x in h() for y in x]
except Exception:
    print(traceback.format_exc())
try:
    r = {x for y in h() for x in y.foo}
except Exception:
    print(traceback.format_exc())
try:
    r = sum(x for x in 3)
except Exception:
    print(traceback.format_exc())
try:
    for x, y in h(): pass
except Exception:
    print(traceback.format_exc())
try:
    for x in z / 0: pass
except Exception:
    print(traceback.format_exc())
try:
    for z.foo in h(): pass
except Exception:
    print(traceback.format_exc())
try:
    r = (1 + 2) / (0)
except Exception:
    print(traceback.format_exc())
try:
    r = (1 + 2)/(z)
except Exception:
    print(traceback.format_exc())
try:
    r = ( d ["a"] )
except Exception:
    print(traceback.format_exc())
try:
    r = d[ "a" ]
except Exception:
    print(traceback.format_exc())
try:
    r = d[("a")]
except Exception:
    print(traceback.format_exc())
try:
    r = h()[5:7][1]
except Exception:
    print(traceback.format_exc())
try:
    r = h()[-9]  # far
except Exception:
    print(traceback.format_exc())
try:
    h()[9]  # far
except Exception:
    print(traceback.format_exc())
try:
    r = z**"a"
except Exception:
    print(traceback.format_exc())
try:
    r = z<<"a"
except Exception:
    print(traceback.format_exc())
try:
    assert z is not None and not z or z.real
except Exception:
    print(traceback.format_exc())
try:
    assert not (z == 0 or f())
except Exception:
    print(traceback.format_exc())
try:
    assert (z > 1) + 0
except Exception:
    print(traceback.format_exc())
try:
    assert all(x > 3 for x in h())
except Exception:
    print(traceback.format_exc())
try:
    assert isinstance(z, str), "é"
except Exception:
    print(traceback.format_exc())
try:
    assert (z != 0, ) == 0
except Exception:
    print(traceback.format_exc())
try:
    assert (f() if z else f())
except Exception:
    print(traceback.format_exc())
try:
    assert (yy := z)
except Exception:
    print(traceback.format_exc())
try:
    r = (
        d["a"]
    )
except Exception:
    print(traceback.format_exc())
try:
    r = (
        z / 0
    )
except Exception:
    print(traceback.format_exc())
try:
    r = [
        z / 0
        for x in h()
    ]
except Exception:
    print(traceback.format_exc())
try:
    r = f0(
        d["a"],
        1)
except Exception:
    print(traceback.format_exc())
try:
    assert (
        z == 1
    )
except Exception:
    print(traceback.format_exc())
try:
    for x in (
        g()
    ): pass
except Exception:
    print(traceback.format_exc())
try:
    for x in g(
    ): pass
except Exception:
    print(traceback.format_exc())
try:
    assert f0(
      ), "no"
except Exception:
    print(traceback.format_exc())
try:
    if True:
        def gg(): assert f0()
        gg()
except Exception:
    print(traceback.format_exc())
try:
    def gg(): assert f0()
    gg()
except Exception:
    print(traceback.format_exc())
try:
    def gg(): return d["a"]
    gg()
except Exception:
    print(traceback.format_exc())
try:
    def gg(): z / 0
    gg()
except Exception:
    print(traceback.format_exc())
try:
    def gg():
        for b in g(): pass
    gg()
except Exception:
    print(traceback.format_exc())
try:
    for x in g():
        pass
except Exception:
    print(traceback.format_exc())
try:
    for é in g():
        pass
except Exception:
    print(traceback.format_exc())
try:
    d[
      "a"
    ]
except Exception:
    print(traceback.format_exc())
try:
    r = (z
      / 0)
except Exception:
    print(traceback.format_exc())
try:
    (z /
      0)
except Exception:
    print(traceback.format_exc())
try:
    z / \
     0
except Exception:
    print(traceback.format_exc())
try:
    "é"; z / 0
except Exception:
    print(traceback.format_exc())
try:
    r = d["é"]
except Exception:
    print(traceback.format_exc())
try:
    r = "é" / 2
except Exception:
    print(traceback.format_exc())
try:
    "é" / 2
except Exception:
    print(traceback.format_exc())
try:
    r = (1 / z
       / 2)
except Exception:
    print(traceback.format_exc())
try:
    for x in h(
    ): assert x == (
       2)
except Exception:
    print(traceback.format_exc())
try:
    assert (z
     == 1), "m"
except Exception:
    print(traceback.format_exc())
try:
    r = [x
       for x in g()]
except Exception:
    print(traceback.format_exc())
try:
    r = {
      x: 1
      for x in g()}
except Exception:
    print(traceback.format_exc())
try:
    assert (
      z == 1 and
      z == 2)
except Exception:
    print(traceback.format_exc())
try:
    assert not (
      f0)
except Exception:
    print(traceback.format_exc())
try:
    if z == 0:
        assert f0()
except Exception:
    print(traceback.format_exc())
try:
    while z == 0: assert f0()
except Exception:
    print(traceback.format_exc())

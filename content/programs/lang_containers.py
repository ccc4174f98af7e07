# Lists, tuples, dictionaries, sets: order, slices, unpacking, equality.
a = [3, 1, 2]
b = a
b.append(4)
print(a is b, a, sorted(a, reverse=True), a[1:], a[-1], a[::2])
a[1:3] = ["x"]
print(a, len(a), "x" in a, a.index("x"))
first, *rest = (1, 2, 3)
(p, q), r = (1, 2), 3
print(first, rest, p + q + r)
d = {"one": 1, "two": 2}
d["three"] = 3
d.setdefault("one", 10)
print(d, list(d.items())[0], d.get("four", 4), {**d, "one": 0})
print({1, 2} | {2, 3}, {1, 2} & {2, 3}, frozenset([1]) == {1}, (1, 2) < (1, 3))
print(list(zip("ab", [1, 2])), list(map(str, range(3))), any([0, 1]), all([]), max([3, 9, 2], key=lambda v: -v))
try:
    d["missing"]
except KeyError as error:
    print("KeyError", error)

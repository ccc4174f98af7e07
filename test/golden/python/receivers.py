# Methods taken from their types and called with other types' objects, and arguments that are no integers.
def show(f):
    try:
        print("ok", f())
    except Exception as e:
        print(type(e).__name__, e)


for f in (
    lambda: list.append(),
    lambda: list.append([]),
    lambda: list.append(1, 2),
    lambda: dict.get(),
    lambda: dict.items([]),
    lambda: dict.__getitem__([], 1),
    lambda: str.upper(),
    lambda: str.join(1, []),
    lambda: str.__len__(5),
    lambda: int.bit_length(),
    lambda: int.bit_length(True),
    lambda: int.__add__("a", 1),
    lambda: float.is_integer(1),
    lambda: list.__len__(()),
    lambda: tuple.index([1], 1),
    lambda: set.add([], 1),
):
    show(f)
for f in (
    lambda: "a".center("b"),
    lambda: "a".ljust(1.5),
    lambda: "a".zfill("3"),
    lambda: "a".rjust(True),
    lambda: "ab".center(5, "*"),
    lambda: "a".center(5, "ab"),
    lambda: "a\tb".expandtabs("x"),
):
    show(f)


class Mine(list):
    pass


m = Mine()
list.append(m, 3)
print(m, list.__len__(m), list.pop(m), "\\N{x}", r"\N{x}", b"\N{x}")

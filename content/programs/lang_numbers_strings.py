# Python's numbers and strings, as they print.
print(7 // 2, -7 // 2, 7 % -3, 2 ** 100, 7 / 2, divmod(-7, 2))
print(0.1 + 0.2, 1e16, 1e-5, 1e22, float("inf"), -0.0, 3.0, round(2.5), round(2.675, 2))
print(1_000_000, 0xFF, 0b101, int("42"), float("1e3"), bool(""), True + True)
print(f"{3.14159:.2f}|{42:>6}|{42:<6}|{42:06d}|{1234567:,}|{0.25:.1%}|{1e6:.3e}|{255:x}")
name = "atlas"
print(f"{name!r} {name=} {name.upper()} {name[::-1]} {name[1:3]} {'-'.join('abc')}")
print("a,b,,c".split(","), " x ".strip() + "|", "tin".replace("t", "p"), "atlas".find("l"), "ab" * 2)
print("%d items, %.1f each" % (3, 2.5), "{} and {b}".format(1, b=2), "Ünï".lower(), repr("it's\n"))

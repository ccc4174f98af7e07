"""bytes and bytearray: their methods, and what they refuse."""
b = b"hello world foo"
print(b.split(), b.split(b"o"), b.find(b"wor"), b.index(b"w"), b.replace(b"o", b"00"), b.strip(b"ho"), b"wor" in b, 104 in b)
print(b.startswith(b"he"), b.endswith((b"x", b"foo")), b.hex(), bytes.fromhex("68 65 6c"), b.upper(), b.title(), b.count(b"o"), b.rfind(b"o"))
print(b.partition(b" "), b.rsplit(b" ", 1), b.ljust(20, b"."), b.center(21), b.zfill(20), b.isalpha(), b.isdigit(), b.isalnum(), b.isspace(), b.lower(), b.swapcase(), b.capitalize())
print(b", ".join([b"a", b"bc"]), b.hex(":"), b.hex(" ", 2), b.lstrip(b"h"), b.rstrip(b"o"), b.removeprefix(b"he"), b.removesuffix(b"oo"), b.splitlines(), b"a\nb\r\nc".splitlines(True))
print(b.translate(None, b"lo"), bytes.maketrans(b"ab", b"xy")[97:99], b"%d-%s" % (3, b"x"), b"abc" + b"d", b"ab" * 3, b[1], b[1:4], b[::-1], list(b[:3]), bytes([1, 2, 255]), bytes(3), bytes("é", "utf-8"))
print(b.expandtabs(), b"a\tb".expandtabs(4), sorted([b"b", b"a"]), b"a" < b"b", hash(b"a") == hash(b"a"), {b"k": 1}[b"k"])
try: b"\xff\xfe".decode("utf-8")
except UnicodeDecodeError as e: print(e, e.start, e.end, e.reason, e.object, e.encoding)
print(b"\xffabc".decode("utf-8", "replace"), b"\xffabc".decode("utf-8", errors="ignore"), b"\xffabc".decode("latin-1"), b"\xffabc".decode("utf-8", "backslashreplace"))
try: "é".encode("ascii")
except UnicodeEncodeError as e: print(e)
print("é€".encode("ascii", "ignore"), "é€".encode("ascii", "replace"), "é".encode("latin-1"), "a€".encode("ascii", "xmlcharrefreplace"), "a€".encode("ascii", "backslashreplace"))
print(b"abc".decode(), b"abc".decode("ascii"), "é".encode("utf8"), "x".encode("utf-8-sig"), b"\xe2\x82\xac".decode())
try: b"\xe2\x82".decode()
except UnicodeDecodeError as e: print(e)
try: b"abc" + "d"
except TypeError as e: print(e)
try: "d" + b"abc"
except TypeError as e: print(e)
try: "a" in b"abc"
except TypeError as e: print(e)
try: b"abc".find("a")
except TypeError as e: print(e)
try: b"".join(["a"])
except TypeError as e: print(e)
try: bytes.fromhex("zz")
except ValueError as e: print(e)
try: bytes([256])
except ValueError as e: print(e)
try: bytes("a")
except TypeError as e: print(e)
try: b"abc"[0] = 1
except TypeError as e: print(e)
print(str(b"abc"), str(b"abc", "utf-8"), repr(b"it's"), repr(b'"\''), b"\x00\n\t\\")
print(int.from_bytes(b"\x01\x02", "big"), (258).to_bytes(2, "little"), b"12".isdigit(), int(b"12"), float(b"1.5"))
a = bytearray(b"abc")
a.append(100); a.extend(b"ef"); a += b"g"
print(a, len(a), a[0], a[1:3], bytes(a), a.decode(), a == b"abcdefg")
a[0] = 65; a[1:3] = b"ZZZ"; del a[-1]
print(a, a.pop(), a.find(b"Z"), list(a), a.upper(), bytearray(3), bytearray([1,2]), a.hex(), a.insert(0, 33), a, a.reverse(), a, a.clear(), a)

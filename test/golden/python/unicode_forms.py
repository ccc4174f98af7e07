# Normal forms and categories of characters, as text clean-up uses them.
import unicodedata
s = "Il est âgé ﬁ Ｈｅ"
print([unicodedata.normalize(f, s) for f in ("NFC", "NFD", "NFKC", "NFKD")], [len(unicodedata.normalize(f, s)) for f in ("NFC", "NFD")])
print(''.join(c for c in unicodedata.normalize('NFD', s) if unicodedata.category(c) != 'Mn'), [unicodedata.category(c) for c in "aA1 .-_+$\n中€“”(]\u0301\u200b"], unicodedata.combining("a"), unicodedata.is_normalized("NFC", s))
for f in (lambda: unicodedata.normalize("X", "a"), lambda: unicodedata.category("ab"), lambda: unicodedata.category(1), lambda: unicodedata.normalize("NFC", 1), lambda: unicodedata.normalize("NFC"), lambda: unicodedata.foo):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for f in (lambda: "\ud800".encode(), lambda: "a\ud800\ud801".encode("utf-8"), lambda: "a\ud800".encode("utf-8", "replace"), lambda: "é".encode("ascii"), lambda: "éèx€".encode("ascii"), lambda: "aé".encode("ascii", "ignore"), lambda: "é€".encode("latin-1", "replace"), lambda: "é€".encode("ascii", "backslashreplace"), lambda: "é€".encode("ascii", "xmlcharrefreplace"), lambda: "é".encode(), lambda: "é".encode("latin1"), lambda: "x".encode("nope"), lambda: "é".encode(encoding="ascii", errors="ignore")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)

# Regular expressions: matches, groups, refusals. A table of patterns over a table of texts.
import re

PATTERNS = [
    r"a", r"a*", r"a+?b", r"(a|b)*", r"(a|ab)(c|bcd)(d*)", r"(a*)*", r"(a|)*", r"(?:(a)|b)*", r"(a*)+", r"(a*?)*?b",
    r"x*", r"a??", r"|a", r"a{2}", r"a{2,3}?", r"a{,2}", r"a{2,}", r"a{x", r"{", r"(ab){2,3}", r"(a|b){2}c?", r"(?:ab){,2}",
    r"[abc]+", r"[^a-c]+", r"[]a]+", r"[a-]+", r"[\d.]+", r"[^\W\d_]+", r"[\-\]]+", r"\d+", r"\D+", r"\w+", r"\W+", r"\s+", r"\S+",
    r"\bfoo\b", r"\Boo", r"^a", r"a$", r"\Aa", r"a\Z", r"(?m)^\w+$", r"(?s)a.b", r"a.b", r"(?i)ABC", r"(?i)[k-m]+", r"(?i)(a)\1",
    r"(a)(b)?\2", r"(.)\1", r"(?P<x>\w)(?P=x)", r"(?P<year>\d{4})-(?P<month>\d\d)", r"(a)(?(1)b|c)", r"(a)?(?(1)b|c)",
    r"foo(?=bar)", r"foo(?!bar)", r"(?<=foo)bar", r"(?<!foo)bar", r"(?=(a+))a*b\1", r"(?<=(.))b", r"(?>a+)b", r"(?>a+)ab", r"a++b", r"a*+a",
    r"(?:a?b?)*+c", r"(?i:a)b", r"(?-i:a)b", r"(?x) a b # comment", r"(?#note)a", r"\x61\u0062", r"\141", r"\0", r"[\b]", r"a\.b",
    r"(((a)b)c)", r"((a)|(b))+", r"^(.*?),(.*)$", r"(\w+)\s(\w+)", r"([a-z]+)([0-9]*)", r"\$\{?", r"(a)|(b)|(c)", r"(?a)\w+", r"\w+(?:\.\w+)*@\w+",
    r"é", r"[é-ü]+", r"😀+", r"[😀😁]", r".", r"(?:)", r"a|b|", r"(|a)+b", r"(?:a|b)??c", r"(?s).*", r"(?<=a{2})b",
]
TEXTS = ["", "a", "aaa", "ab", "abc", "abcd", "aab ab b", "xaxxb", "foobar foo barfoo", "2024-05 x1.5", "a\nb\n", "A.b-C_d]", "kLm aA aa", "naïve éü 😀😁😀", "a,b,c", "user.name@site", "c", "${x}", "\x00\x08"]


def shown(m):
    return None if m is None else (m.span(), m.groups(), m.lastindex, m.lastgroup)


for p in PATTERNS:
    r = re.compile(p)
    print(repr(p), r.groups, dict(r.groupindex), r.flags)
    for t in TEXTS:
        print(" ", repr(t), shown(r.match(t)), shown(r.search(t)), shown(r.fullmatch(t)))
        print("   ", r.findall(t), r.sub("<\\g<0>>", t), r.split(t, maxsplit=3), [m.span() for m in r.finditer(t)])

print("== places")
r = re.compile(r"^b|\bb")
print([r.match("abb", k) is not None for k in range(4)], r.search("a b", 1, 2), r.search("a b", 1, 3), re.compile("b$").search("abab", 0, 2))
print(re.sub("a", "b", "aaa", count=2), re.subn("x*", "-", "abxd"), re.split("(-)", "a-b-c"), re.split("x*", "axbc"))
print(re.sub(r"(?P<n>\d)", lambda m: str(int(m["n"]) + 1), "a1b2"), re.sub(r"(\d)(x)?", r"\1\2.", "1x2"))
print(re.findall(r"(?i)straße", "STRASSE straße Straße"), re.escape("a.b*c d"))
print(re.match("(a)(b)?", "a").groups("-"), re.match("(?P<q>a)|(?P<w>b)", "b").groupdict())

print("== refusals")
for p in [
    "(", ")", "a)", "(a", "[", "[a", "[z-a]", r"[\d-z]", "*", "+a", "?", "a**", "a+*", "a{2}{3}", "a???", "a+++", "{1}", "(?", "(?P", "(?P<", "(?P<>a)", "(?P<1>a)",
    "(?P<a>x)(?P<a>y)", "(?P=a)", "(?Px)", "(?z)", r"\q", "\\", r"[\q]", r"\1", r"(a)\2", r"(a\1)", r"\x1", r"\u12", "(?#", "a{3,2}", "(?<a", "(?<=a*)b", "(?<=a|bc)d",
    "(?(1)a)", "(?(x)a)", "(a)(?(1)b|c|d)", "a(?i)b", "(?i-", "(?-i)", "^*", "(?:", "(?=", "(?<", "x{99999999999}",
]:
    try:
        re.compile(p)
        print(repr(p), "compiles")
    except (re.error, OverflowError) as e:
        print(repr(p), type(e).__name__, e)

"""unicodedata: normal forms and general categories, from the tables of the JavaScript engine.

Leaves out: names, numeric values, bidirectional classes (refused by name). The tables may be newer than CPython 3.11's
Unicode 14, which differs in characters added since.
"""
from _atlas import refuse as _refuse, unicode_category as _category, unicode_form as _form

_FORMS = ("NFC", "NFD", "NFKC", "NFKD")


def _character(chr, name):
    if not isinstance(chr, str):
        raise TypeError(f"{name}() argument must be a unicode character, not {type(chr).__name__}")
    if len(chr) != 1:
        raise TypeError(f"{name}() argument must be a unicode character, not a string of length {len(chr)}" if False else f"{name}() argument must be a unicode character, not str")
    return chr


def _normal(name, args):
    if len(args) != 2:
        raise TypeError(f"{name} expected 2 arguments, got {len(args)}")
    form, unistr = args
    for value, place in ((form, 1), (unistr, 2)):
        if not isinstance(value, str):
            raise TypeError(f"{name}() argument {place} must be str, not {type(value).__name__}")
    if form not in _FORMS:
        raise ValueError("invalid normalization form")
    return _form(form, unistr)


def normalize(*args):
    return _normal("normalize", args)


def is_normalized(*args):
    return _normal("is_normalized", args) == args[1]


def category(chr, /):
    return _category(_character(chr, "category"))


def combining(chr, /):
    if _category(_character(chr, "combining")) in ("Mn", "Me", "Mc"):
        _refuse("unicodedata.combining of a mark")
    return 0


def __getattr__(name):
    if name in ("name", "lookup", "numeric", "digit", "decimal", "bidirectional", "mirrored", "east_asian_width", "decomposition", "unidata_version"):
        _refuse(f"unicodedata.{name}")
    raise AttributeError(f"module 'unicodedata' has no attribute '{name}'")

"""Names of a package that stand in its files, which are read when one of their names is first asked for."""
from torch._C import _import, _missing


def home_of(families):
    """{name: file} of {file: "names parted by spaces"}."""
    home = {}
    for family, names in families.items():
        home.update(dict.fromkeys(names.split(), family))
    return home


def find(package, families, home, name):
    if name in families:
        return _import(package + "." + name)
    if name not in home:
        return _missing(package, name)
    value = getattr(_import(package + "." + home[name]), name)
    object.__setattr__(_import(package), name, value)  # no look at globals(): a trace may ask
    return value

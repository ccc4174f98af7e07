"""importlib.metadata: versions of the packages that a program finds here."""
from _os import refuse as _refuse

class PackageNotFoundError(ModuleNotFoundError):
    def __str__(self):
        return f'No package metadata was found for {self.args[0]}'
def version(distribution_name):
    if distribution_name in ('torch', 'numpy', 'einops'):
        return str(__import__(distribution_name).__version__)
    raise PackageNotFoundError(distribution_name)
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('importlib.metadata.' + name)

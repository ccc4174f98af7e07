"""ast: literal_eval. Syntax trees are refused by name."""
from _literal import evaluate as _evaluate
from _os import refuse as _refuse

def literal_eval(node_or_string):
    if not isinstance(node_or_string, str):
        _refuse('ast.literal_eval of a tree')
    return _evaluate(node_or_string.lstrip(' \t'))
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('ast.' + name)

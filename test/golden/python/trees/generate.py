"""CPython 3.11's syntax tree of each snippet, written as text: kinds, fields, places.

    python3.11 test/golden/python/trees/generate.py [--check]

Columns are counted in UTF-16 code units. Inside f-strings no places are given: those of 3.11 are approximate.
"""
import ast
import json
import pathlib
import sys
import warnings

warnings.simplefilter('ignore')
HERE = pathlib.Path(__file__).parent
SIGNS = {
    'Add': '+', 'Sub': '-', 'Mult': '*', 'Div': '/', 'FloorDiv': '//', 'Mod': '%', 'Pow': '**', 'LShift': '<<', 'RShift': '>>',
    'BitAnd': '&', 'BitOr': '|', 'BitXor': '^', 'MatMult': '@', 'Lt': '<', 'LtE': '<=', 'Eq': '==', 'NotEq': '!=', 'Gt': '>',
    'GtE': '>=', 'Is': 'is', 'IsNot': 'is not', 'In': 'in', 'NotIn': 'not in', 'And': 'and', 'Or': 'or', 'Not': 'not',
    'USub': '-', 'UAdd': '+', 'Invert': '~', 'Load': 'Load', 'Store': 'Store', 'Del': 'Del',
}
LEFT_OUT = {'type_comment', 'type_ignores', 'kind'}
FLAGS = {'simple', 'is_async'}


def text(n, lines, placed=True):
    if isinstance(n, list):
        return '[' + ' '.join(text(x, lines, placed) for x in n) + ']'
    if not isinstance(n, ast.AST):
        return json.dumps(n, ensure_ascii=False)
    kind = type(n).__name__
    if kind in SIGNS:
        return SIGNS[kind]
    if kind == 'Constant':
        head = f'Constant {repr(n.value) if not isinstance(n.value, str) else json.dumps(n.value, ensure_ascii=False)}'
    else:
        head = kind[0].upper() + kind[1:]
    if kind in ('withitem', 'match_case'):
        head = {'withitem': 'WithItem', 'match_case': 'MatchCase'}[kind]

    def unit(line, col):
        return len(lines[line - 1].encode()[:col].decode().encode('utf-16-le')) // 2

    if placed and hasattr(n, 'lineno'):
        head += f'@{n.lineno}:{unit(n.lineno, n.col_offset)}-{n.end_lineno}:{unit(n.end_lineno, n.end_col_offset)}'
    for field in sorted(n._fields):
        value = getattr(n, field)
        if field in LEFT_OUT or kind == 'Constant' or (value is None and kind != 'MatchSingleton'):
            continue
        value = bool(value) if field in FLAGS else value
        head += f' {field}={text(value, lines, placed and kind != "JoinedStr")}'
    return f'({head})'


rows = [{'source': s, 'tree': [text(n, s.split('\n')) for n in ast.parse(s).body]} for s in (HERE / 'snippets.txt').read_text().rstrip('\n').split('\n===\n')]
made = json.dumps(rows, indent=1, ensure_ascii=False) + '\n'
if '--check' in sys.argv:
    sys.exit(0 if (HERE / 'trees.json').read_text() == made else 1)
(HERE / 'trees.json').write_text(made)

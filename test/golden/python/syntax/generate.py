"""CPython 3.11's verdict on each snippet of snippets.txt: valid, or type, message and line of the SyntaxError.

    python3 test/golden/python/syntax/generate.py [--check]
"""
import json
import pathlib
import sys
import warnings

warnings.simplefilter('ignore')
HERE = pathlib.Path(__file__).parent


def marks(e):
    """The first column and the number of the carets, as traceback.py prints them."""
    end = e.end_offset
    # Read from a file such a line gets one caret, whatever compile() says.
    if isinstance(e, IndentationError):
        end = 0
    if end is None:
        return [e.offset, 1]
    if e.end_lineno != e.lineno:
        return [e.offset, None]
    return [e.offset, max(1, end - e.offset) if end > 0 else 1]


def verdict(source):
    try:
        compile(source, 'snippet.py', 'exec')
    except SyntaxError as e:
        return {'source': source, 'type': type(e).__name__, 'message': e.msg, 'line': e.lineno, 'marks': marks(e)}
    return {'source': source, 'type': None}


rows = [verdict(s) for s in (HERE / 'snippets.txt').read_text().split('\n===\n')]
text = json.dumps(rows, indent=1, ensure_ascii=False) + '\n'
if '--check' in sys.argv:
    sys.exit(0 if (HERE / 'verdicts.json').read_text() == text else 1)
(HERE / 'verdicts.json').write_text(text)

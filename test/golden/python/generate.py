"""Makes the expected results of the programs beside this file: runs each with the interpreter that runs this script
(CPython 3.11) and writes NAME.json with standard output, and type, message and line of an uncaught exception.

    python3 test/golden/python/generate.py            writes
    python3 test/golden/python/generate.py --check    fails on a difference
"""
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def named(text):
    """Tracebacks name their file without its folder."""
    return re.sub(r'File "[^"]*/([^/"]+)"', r'File "\1"', text)


def run(path):
    r = subprocess.run([sys.executable, path.name], cwd=path.parent, capture_output=True, text=True, timeout=60,
                       env={'PYTHONHASHSEED': '0', 'PATH': ''})
    error = None
    traceback = None
    if r.returncode != 0:
        lines = r.stderr.rstrip().split('\n')
        start = max((i for i, s in enumerate(lines) if s.startswith('Traceback')), default=0)
        last = next((s for s in lines[start + 1:] if not s.startswith(' ')), lines[-1])
        name, _, message = last.partition(': ')
        at = re.findall(rf'File ".*?{re.escape(path.name)}", line (\d+)', '\n'.join(lines[start:]))
        error = {'type': name.split('.')[-1], 'message': message, 'line': int(at[-1]) if at else None}
        traceback = named(r.stderr)
    return {'stdout': named(r.stdout), 'error': error, 'traceback': traceback}


def main():
    bad = 0
    for path in sorted(HERE.glob('*.py')):
        if path.name == 'generate.py':
            continue
        text = json.dumps(run(path), indent=1, ensure_ascii=False) + '\n'
        out = path.with_suffix('.json')
        if '--check' in sys.argv:
            if not out.exists() or out.read_text() != text:
                print(f'{out.name} differs')
                bad += 1
        else:
            out.write_text(text)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())

"""Runs one program under one pass, in a forked process: standard output and error to files, the result as JSON.

The program gets a fresh `__main__` and its own directory; what it changes in PyTorch dies with the process.
"""

import io
import json
import os
import sys
import traceback
import types

from passes import make_pass


def error_line(tb, path):
    """Innermost line of the program's own file in a traceback."""
    line = None
    while tb is not None:
        if tb.tb_frame.f_code.co_filename == path:
            line = tb.tb_lineno
        tb = tb.tb_next
    return line


def describe(error, path):
    line = error.lineno if isinstance(error, SyntaxError) else error_line(error.__traceback__, path)
    message = str(error).replace(path, os.path.basename(path))
    return {"type": type(error).__name__, "message": message, "line": line}


def execute(program):
    module = types.ModuleType("__main__")
    module.__file__ = program.path
    module.__builtins__ = __builtins__
    sys.modules["__main__"] = module
    sys.argv = [program.path]
    exec(compile(program.source, program.path, "exec", dont_inherit=True), module.__dict__)


def redirect(descriptor, path):
    file = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY)
    os.dup2(file, descriptor)
    os.close(file)
    return io.TextIOWrapper(os.fdopen(descriptor, "wb", closefd=False), encoding="utf-8", line_buffering=True)


def run_child(program, pass_name, out, environment):
    """Never returns."""
    try:
        os.environ.update(environment)
        os.chdir(os.path.dirname(program.path))
        sys.stdout, sys.stderr = redirect(1, out + ".out"), redirect(2, out + ".err")
        watcher = make_pass(pass_name, program)
        result = {"error": None}
        watcher.start()
        try:
            execute(program)
        except SystemExit:
            pass
        except BaseException as error:
            traceback.print_exc()
            result["error"] = describe(error, program.path)
        watcher.stop()
        result.update(watcher.result())
        sys.stdout.flush()
        with open(out + ".json.part", "w", encoding="utf-8") as file:
            json.dump(result, file)
        os.rename(out + ".json.part", out + ".json")
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

/** Standard-library modules that exist in Python and are not modelled: refused by name instead of "not found". */
export const UNMODELLED_MODULES: ReadonlySet<string> = new Set([
  'argparse', 'array', 'ast', 'asyncio', 'atexit', 'base64', 'bisect', 'builtins', 'bz2', 'calendar', 'cmath', 'cmd', 'code',
  'codecs', 'concurrent', 'configparser', 'copyreg', 'csv', 'ctypes', 'curses', 'datetime', 'decimal', 'difflib', 'dis', 'doctest',
  'email', 'errno', 'faulthandler', 'fcntl', 'filecmp', 'fileinput', 'fnmatch', 'fractions', 'gc', 'getopt', 'getpass', 'gettext',
  'glob', 'graphlib', 'gzip', 'hashlib', 'heapq', 'hmac', 'html', 'http', 'importlib', 'io', 'ipaddress', 'itertools', 'keyword',
  'linecache', 'locale', 'lzma', 'marshal', 'mimetypes', 'mmap', 'multiprocessing', 'netrc', 'numpy', 'optparse', 'pandas', 'pathlib',
  'pdb', 'pickle', 'pkgutil', 'platform', 'pprint', 'profile', 'pstats', 'queue', 'resource', 'sched', 'secrets', 'select',
  'selectors', 'shelve', 'shlex', 'shutil', 'signal', 'site', 'socket', 'sqlite3', 'ssl', 'stat', 'statistics', 'struct',
  'subprocess', 'symtable', 'tempfile', 'textwrap', 'threading', 'timeit', 'tkinter', 'token', 'tokenize', 'tomllib', 'trace',
  'traceback', 'tracemalloc', 'tty', 'turtle', 'unicodedata', 'unittest', 'urllib', 'uuid', 'venv', 'wave', 'weakref',
  'xml', 'zipfile', 'zipimport', 'zlib', 'zoneinfo', 'torch', 'torchvision', 'torch_neuronx', 'transformers', 'tqdm', 'matplotlib', 'scipy', 'PIL',
]);

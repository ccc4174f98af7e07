/**
 * Modules that are known and not modelled: refused by name at their first use instead of "not found" (placeholder.ts).
 * The first list is CPython 3.11's `sys.stdlib_module_names` and numpy, which PyTorch brings along.
 */
export const UNMODELLED_MODULES: ReadonlySet<string> = new Set([
  'abc', 'aifc', 'argparse', 'array', 'ast', 'asynchat', 'asyncio', 'asyncore', 'atexit', 'audioop', 'base64', 'bdb', 'binascii',
  'bisect', 'builtins', 'bz2', 'cProfile', 'calendar', 'cgi', 'cgitb', 'chunk', 'cmath', 'cmd', 'code', 'codecs', 'codeop',
  'collections', 'colorsys', 'compileall', 'concurrent', 'configparser', 'contextlib', 'contextvars', 'copy', 'copyreg', 'crypt',
  'csv', 'ctypes', 'curses', 'dataclasses', 'datetime', 'dbm', 'decimal', 'difflib', 'dis', 'distutils', 'doctest', 'email',
  'encodings', 'ensurepip', 'enum', 'errno', 'faulthandler', 'fcntl', 'filecmp', 'fileinput', 'fnmatch', 'fractions', 'ftplib',
  'functools', 'gc', 'genericpath', 'getopt', 'getpass', 'gettext', 'glob', 'graphlib', 'grp', 'gzip', 'hashlib', 'heapq', 'hmac',
  'html', 'http', 'imaplib', 'imghdr', 'imp', 'importlib', 'inspect', 'io', 'ipaddress', 'itertools', 'json', 'keyword',
  'linecache', 'locale', 'logging', 'lzma', 'mailbox', 'mailcap', 'marshal', 'math', 'mimetypes', 'mmap', 'modulefinder',
  'multiprocessing', 'netrc', 'nis', 'nntplib', 'nturl2path', 'numbers', 'numpy', 'opcode', 'operator', 'optparse', 'os',
  'ossaudiodev', 'pathlib', 'pdb', 'pickle', 'pickletools', 'pipes', 'pkgutil', 'platform', 'plistlib', 'poplib', 'posix',
  'posixpath', 'pprint', 'profile', 'pstats', 'pty', 'pwd', 'py_compile', 'pyclbr', 'pydoc', 'pydoc_data', 'pyexpat', 'queue',
  'quopri', 'random', 're', 'readline', 'reprlib', 'resource', 'rlcompleter', 'runpy', 'sched', 'secrets', 'select', 'selectors',
  'shelve', 'shlex', 'shutil', 'signal', 'site', 'smtpd', 'smtplib', 'sndhdr', 'socket', 'socketserver', 'spwd', 'sqlite3',
  'sre_compile', 'sre_constants', 'sre_parse', 'ssl', 'stat', 'statistics', 'string', 'stringprep', 'struct', 'subprocess',
  'sunau', 'symtable', 'sys', 'sysconfig', 'syslog', 'tabnanny', 'tarfile', 'telnetlib', 'tempfile', 'termios', 'textwrap',
  'threading', 'time', 'timeit', 'tkinter', 'token', 'tokenize', 'tomllib', 'torch', 'trace', 'traceback', 'tracemalloc', 'tty',
  'turtle', 'types', 'typing', 'unicodedata', 'unittest', 'urllib', 'uu', 'uuid', 'venv', 'warnings', 'wave', 'weakref',
  'webbrowser', 'wsgiref', 'xdrlib', 'xml', 'xmlrpc', 'zipapp', 'zipfile', 'zipimport', 'zlib', 'zoneinfo',
]);

/**
 * Packages that model files and training scripts import. They are not installed here: an import that the program guards
 * with `try` fails, as it would; any other gives a placeholder, since many files import more than they use.
 */
export const UNMODELLED_PACKAGES: ReadonlySet<string> = new Set([
  'IPython', 'PIL', 'absl', 'accelerate', 'albumentations', 'altair', 'apex', 'av', 'bitsandbytes', 'boto3', 'bs4', 'cv2',
  'datasets', 'deepspeed', 'dgl', 'diffusers', 'easydict', 'einops', 'evaluate', 'fairscale', 'fire', 'flash_attn', 'ftfy',
  'gdown', 'gensim', 'gym', 'gymnasium', 'h5py', 'huggingface_hub', 'hydra', 'imageio', 'ipywidgets', 'jax', 'jaxtyping', 'joblib',
  'keras', 'kornia', 'labml', 'librosa', 'lightning', 'lmdb', 'lpips', 'matplotlib', 'mlflow', 'monai', 'nibabel', 'nltk', 'numba',
  'omegaconf', 'onnx', 'onnxruntime', 'opt_einsum', 'optuna', 'pandas', 'peft', 'plotly', 'polars', 'psutil', 'pycocotools',
  'pydantic', 'pynvml', 'pytest', 'pytorch_lightning', 'ray', 'regex', 'requests', 'rich', 'sacrebleu', 'safetensors', 'scipy',
  'seaborn', 'sentence_transformers', 'sentencepiece', 'skimage', 'sklearn', 'soundfile', 'spacy', 'sympy', 'tabulate',
  'tensorboard', 'tensorboardX', 'tensorflow', 'termcolor', 'tiktoken', 'timm', 'tokenizers', 'toml', 'torch_geometric',
  'torch_neuronx', 'torch_scatter', 'torch_sparse', 'torchaudio', 'torchdata', 'torchinfo', 'torchmetrics', 'torchsummary',
  'torchtext', 'torchvision', 'torchviz', 'transformers', 'triton', 'trl', 'typer', 'ujson', 'vllm', 'wandb', 'webdataset',
  'xformers', 'yaml',
]);

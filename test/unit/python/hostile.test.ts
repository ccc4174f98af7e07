/** Programs that would run for ever inside one instruction: each ends by a count, at its line, with a cure. */
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/engine/index.ts';

const ended = (line: string, steps = 1_000_000): [string, number | null | undefined, string | undefined] => {
  const { exit, error } = run(`import re, math, itertools\n${line}\n`, { limits: { steps }, device: 'cpu' });
  return [exit, error?.line, error?.message];
};

describe('one instruction that never ends', () => {
  it.each([
    "re.match(r'(a+)+$', 'a' * 40 + 'b')",
    "re.search(r'(x+x+)+y', 'x' * 40)",
    "re.sub(r'(.*)*,', '', 'a' * 40 + 'b')",
    "re.findall(r'a*a*a*a*a*a*b', 'a' * 400)",
    "re.compile(r'(a|a)*b').fullmatch('a' * 50)",
    'list(itertools.permutations(range(12)))',
    'list(itertools.product(range(100), repeat=6))',
    'next(itertools.product(range(10), repeat=10**9))',
    'sum(1 for _ in itertools.product(range(1000), repeat=4))',
    'list(itertools.combinations(range(60), 20))',
    'list(itertools.combinations_with_replacement(range(100), 10))',
    'list(range(10**7))',
    'sum(range(10**10))',
    '[0] * 10**7',
    "[('a' * 10**6).upper() for _ in range(10**4)]",
    'x = list(range(10**5)); y = [-1 in x for _ in range(10**4)]',
    'x = list(range(10**5)); y = [x.index(10**5 - 1) for _ in range(10**4)]',
    'x = list(range(10**5)); y = [x[:] for _ in range(10**4)]',
    'x = list(range(10**5)); y = [x + x for _ in range(10**4)]',
    'x = list(range(10**5)); y = [x == list(x) for _ in range(10**4)]',
    'x = dict.fromkeys(range(10**5)); y = [dict(x) for _ in range(10**4)]',
    'x = 7**300_000; y = [x * x for _ in range(10**4)]',
    'x = pow(3, 7**10**6, 10**4000)',
    'for i in range(10**6): x = math.factorial(50_000)',
    'for i in range(10**6): x = math.factorial(500)',
    "x = b'a' * 10**6; y = [x.upper() for _ in range(10**4)]",
    "import hashlib; y = [hashlib.sha256(b'a' * 10**6).digest() for _ in range(10**4)]",
    // Natives whose work the instruction does not show.
    'x = list(range(10**4))\nwhile True: str(x)',
    'import torch.nn as nn; m = nn.Sequential(*[nn.ReLU() for _ in range(3000)])\nwhile True: next(m.parameters(), 0)',
    'x = dict.fromkeys(range(10**4))\nwhile True: repr(x)',
    'x = [(i % 7, str(i)) for i in range(10**4)]\nwhile True: sorted(x)',
    'x = set(range(10**4))\nwhile True: x == set(x)',
    'x = tuple(range(10**4))\nwhile True: hash(x)',
    'x = frozenset(range(10**4))\nwhile True: hash(x)',
    "x = 'ab,' * 10**4\nwhile True: hash(x)",
    "x = 'ab\\n' * 10**4\nwhile True: repr(x)",
    "x = '😀' * 10**4\nwhile True: x[5]",
    "x = b'ab,' * 10**4\nwhile True: x.split(b',')",
    "x = b'ab,' * 10**4\nwhile True: repr(x)",
    "x = b'ab,' * 10**4\nwhile True: x + x",
    'x = 7**3000\nwhile True: str(x)',
    'x = 7**3000\nwhile True: hex(x)',
    'x = 7**3000\nwhile True: math.isqrt(x)',
    'x, y = 7**3000, 3**3000\nwhile True: math.gcd(x, y)',
    'import weakref\nclass A: pass\nr = weakref.ref(A)\nx = [[i] for i in range(10**4)]\nwhile True: r()',
    "import json; x = '[' + '1,' * 10**4 + '1]'\nwhile True: json.loads(x)",
    "import json; x = json.dumps('é' * 10**4)\nwhile True: json.loads(x)",
    "x = 'ab,' * 10**4\nwhile True: re.escape(x)",
    'import random\nwhile True: random.getrandbits(10**5)',
    // Keys that collide: each is compared with all before it.
    'class K:\n def __hash__(s): return 1\nx = [K() for _ in range(9000)]\nset(x)',
    'class K:\n def __hash__(s): return 1\n def __eq__(s, o): return s is o\nx = [K() for _ in range(9000)]\ndict.fromkeys(x)',
    'x = {i * (2**61 - 1) for i in range(9000)}\nlist(x)',
    'class K:\n def __hash__(s): return 1\nk = K(); x = dict.fromkeys(range(9000))\nwhile True: k in x',
    'import numpy as np; np.random.default_rng(0).random(10**7)',
    'import numpy as np; np.random.default_rng(0).permutation(10**7)',
    'import numpy as np; np.random.multinomial(5, np.ones(10**4) / 10**4, 10**4)',
    'import numpy as np; np.random.bytes(10**9)',
    'import numpy as np; x = np.zeros(10**6)\nwhile True: x.tobytes()',
    "import numpy as np; np.einsum('i,j,k->', *[np.ones(300)] * 3)",
  ])('%s', (line) => {
    expect(ended(line)).toEqual(['limit', 1 + line.split('\n').length, 'limit reached: 1,000,000 steps (loop less often, or over less)']);
  });
  it.each([
    ['math.factorial(10**7)', 'bits of an int'],
    ['math.comb(10**7, 5 * 10**6)', 'bits of an int'],
    ['math.perm(10**7)', 'bits of an int'],
    ['10**(10**8)', 'bits of an int'],
    ['1 << 10**10', 'bits of an int'],
    ["'a' * 10**10", 'elements of a sequence'],
    ['list(range(10**9))', 'elements of a sequence'],
    ['[0] * 10**10', 'elements of a sequence'],
    ['bytes(10**10)', 'elements of a sequence'],
    ['next(itertools.permutations(range(10**8)))', 'elements of a sequence'],
  ])('%s', (line, limit) => {
    const [exit, at, message] = ended(line, 100_000_000);
    expect([exit, at]).toEqual(['limit', 2]);
    expect(message).toMatch(new RegExp(`^limit reached: \\d{1,3}(,\\d{3})+ ${limit} \\(.+\\)$`));
  });
});

/** Kept, each would fill the memory of a page long before 10^8 steps of an instruction each. */
describe('ranks without an end', () => {
  const ranks = (body: string) =>
    run(`# world-size: 4\nimport torch\nimport torch.distributed as dist\ndist.init_process_group('gloo')\nr, x = dist.get_rank(), torch.ones(4)\n${body}\n`, {
      limits: { steps: 1_000_000 },
      device: 'cpu',
    });
  it.each(['while True: dist.all_reduce(x)', 'w = dist.irecv(x, (r + 1) % 4)\nwhile not w.is_completed(): pass'])('%s', (body) => {
    expect(ranks(body)).toMatchObject({ exit: 'limit', error: { message: expect.stringContaining('steps') } });
  });
  it('a rank that asks lets the others go on', () => {
    expect(ranks('w = dist.irecv(x, 3) if r == 0 else None\nif r == 3: dist.send(x, 0)\nwhile w and not w.is_completed(): pass\nprint(r)').exit).toBe('ok');
  });
  it.each([
    ['if r != 2: dist.all_reduce(x)', /rank 0 waits in all_reduce\(sum\) \(line 6\) for rank 2 \(which has ended\)/],
    ['dist.broadcast(x, 0) if r else dist.all_reduce(x)', /rank 0 waits in all_reduce\(sum\) \(line 6\) because rank 1 is in broadcast/],
  ])('%s', (body, text) => {
    expect(ranks(body).hang?.text).toMatch(text);
  });
  it.each([
    'dist.all_reduce(torch.ones(r + 1))',
    'dist.reduce(x.double() if r else x, 0)',
    'dist.send(torch.ones(3), 0) if r == 1 else dist.recv(x, 1) if r == 0 else 0',
  ])('%s', (body) => {
    expect(ranks(body).error?.message).toMatch(/of different tensors: rank \d brings \w+\[\d\] \(line 6\), rank \d brings|invalid tensor type/);
  });
});

describe('objects that take memory', () => {
  it.each([
    'x = []\nwhile True: x.append({1: 1})',
    'x = []\nwhile True: x.append({1})',
    'x = []\nwhile True: x.append(lambda: 1)',
    'x = []\nclass A: pass\nwhile True: x.append(A())',
    'x = []\ndef g(): yield\nwhile True: x.append(g())',
    'x = list(zip(itertools.repeat(1), itertools.repeat(2)))',
    'x = list(enumerate(itertools.repeat(1)))',
    'import torch; torch.ones(10**6).unbind()',
    'import torch; torch.ones(10**6).split(1)',
    'import torch; torch.tril_indices(10**7, 2)',
  ])('%s', (source) => {
    const made = run(`import itertools\n${source}\n`, { limits: { steps: 200_000 }, device: 'cpu' });
    expect([made.exit, made.error?.line]).toEqual(['limit', 1 + source.split('\n').length]);
  });
  it.each(['x.resize_(10**12)', 'torch.bincount(torch.tensor([10**12]))'])('numbers that are known may not ask for more than a tensor may have: %s', (line) => {
    const { exit, error } = run(`import torch\nx = torch.ones(3)\n${line}\n`, { numbers: false });
    expect([exit, error?.line, error?.message]).toEqual(['limit', 3, 'limit reached: 1,073,741,824 bytes of one tensor (make the tensor smaller)']);
  });
});

describe('more than a call of JavaScript takes', () => {
  it.each([
    ['x = [0, 1, 2]; x[1:2] = range(10**6); print(len(x), x[1], x[-1])', '1000002 0 2'],
    ["print(len(repr(b'a' * 10**6)), b'ab' in b'a' * 10**6, hash(b'a' * 10**6) == hash(b'a' * 10**6))", '1000003 False True'],
    ['import torch; print(torch.bincount(torch.zeros(300000, dtype=torch.int64)), torch.histc(torch.ones(300000), 1))', 'tensor([300000]) tensor([300000.])'],
  ])('%s', (source, said) => {
    const { stdout, error } = run(source, { device: 'cpu' });
    expect([stdout, error]).toEqual([`${said}\n`, null]);
  });
});

it('a chain of exceptions may be longer than the stack is deep', () => {
  const { error } = run('e = None\nfor i in range(20000):\n    n = ValueError(i)\n    n.__cause__ = e\n    e = n\nraise e\n');
  expect([error?.message, error?.line, error?.traceback?.split('direct cause').length]).toEqual(['19999', 6, 20000]);
});

describe('texts that nest too deeply', () => {
  it('name the line', () => {
    const deep = `x = 1\ny = (\n  ${'('.repeat(250)}1${')'.repeat(250)})\n`;
    expect([run(deep).error?.type, run(deep).error?.message, run(deep).error?.line]).toEqual([
      'SyntaxError',
      'too many nested parentheses (program.py, line 3)',
      3,
    ]);
    expect(run(`x = 1\neval('('*300)\n`).error?.line).toBe(2);
    expect(run(`import json\n\njson.loads('{')\n`).error?.line).toBe(3);
    const chain = `x = 1\n\ny = ${'-'.repeat(50_000)}1\nz = 2\n`;
    expect([run(chain).error?.type, run(chain).error?.line]).toEqual(['RecursionError', 3]);
  });
});

describe('stacks and traces without an end', () => {
  it.each([
    ['stacks far deeper than JavaScript’s', 'import sys\nsys.setrecursionlimit(10**9)\ndef f(n):\n    return f(n + 1)\nf(0)', 'RecursionError', 4],
    [
      'a loop that a trace unrolls',
      'import torch\n@torch.compile(dynamic=False)\ndef f(x):\n    while True:\n        x = x + 1\nf(torch.ones(2))',
      'LimitReached',
      5,
    ],
    ['exceptions in exceptions', 'def f():\n    try:\n        f()\n    except RecursionError:\n        f()\nf()', 'LimitReached', 3],
  ])('%s', (_name, source, type, line) => {
    const { error } = run(source, { limits: { steps: 3_000_000 }, device: 'cpu' });
    expect([error?.type, error?.line]).toEqual([type, line]);
  });
});

describe('exceptions that cannot say what they are', () => {
  it.each([
    'class E(Exception):\n    def __str__(self): return 1 / 0\nraise E()',
    'class E(Exception):\n    def __str__(self): return 5\nraise E()',
    'class K:\n    def __repr__(self): raise ValueError()\nraise KeyError(K())',
  ])('%s ends in CPython’s words', (source) => {
    const { exit, error } = run(source, { device: 'cpu' });
    expect([exit, error?.line, error?.message]).toEqual(['error', 3, '<exception str() failed>']);
  });
});

describe('bytes that are no Python', () => {
  it('a zero byte is refused at its line, whatever ends the lines', () => {
    expect(run('x = 1\r\ny = 2\0\n').error).toMatchObject({
      type: 'SyntaxError',
      message: 'source code cannot contain null bytes (program.py, line 2)',
      line: 2,
    });
  });
  it.each(['\n', '\r\n', '\r'])('lines may end in %j, and a byte order mark may come first', (end) => {
    const { stdout, error } = run(['\ufeffx = """a', 'b"""', 'print(x.encode())', 'x.y'].join(end));
    expect([stdout, error?.line]).toEqual(["b'a\\nb'\n", 4]);
  });
});

describe('names that JavaScript’s objects have', () => {
  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])('%s', (name) => {
    const source = [
      'import torch, math',
      `print(hasattr(torch, '${name}'), hasattr(math, '${name}'), hasattr(torch.nn, '${name}'), hasattr(torch.ones(1), '${name}'))`,
      'class A: pass',
      'a = A()',
      `a.${name} = {'${name}': 1}`,
      `print(a.${name})`,
      `def f(**k): return k`,
      `print(f(${name}=2))`,
      `for g in (lambda: torch.ones(1).type('torch.${name}'), lambda: torch.ones(1, ${name}=1), lambda: ${name}):`,
      '    try: g()',
      '    except Exception as e: print(type(e).__name__)',
    ].join('\n');
    const { stdout, exit } = run(source);
    expect([exit, stdout]).toEqual(['ok', `False False False False\n{'${name}': 1}\n{'${name}': 2}\nValueError\nTypeError\nNameError\n`]);
  });
});

it('a program may bear the name of a library’s file', () => {
  const { error } = run('import os\n\nos.system("ls")\n', { filename: 'os.py' });
  expect([error?.type, error?.line]).toEqual(['Unsupported', 3]);
});

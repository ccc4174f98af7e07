/** The evaluator's own promises: limits, refusals, fibers, hooks, journal, frames as data. */
import '../../support/packs.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LimitReached, PyError, Unsupported } from '../../../src/engine/python/errors.ts';
import { Fiber, type Frame } from '../../../src/engine/python/frame.ts';
import { PyList } from '../../../src/engine/python/containers.ts';
import { PyModule, type NativeGen } from '../../../src/engine/python/functions.ts';
import { journal } from '../../../src/engine/python/journal.ts';
import { registerStandardModules } from '../../../src/engine/python/modules/index.ts';
import { fn } from '../../../src/engine/python/native.ts';
import { OPCODES } from '../../../src/engine/python/opcodes.ts';
import { subset } from '../../../src/engine/python/subset.ts';
import type { Value } from '../../../src/engine/python/values.ts';
import { VM } from '../../../src/engine/python/vm.ts';
import { runProgram } from '../../support/run-python.ts';

function machine(): { vm: VM; out: () => string } {
  let text = '';
  const vm = new VM({
    write: (t) => {
      text += t;
    },
    writeError: () => {},
  });
  registerStandardModules(vm);
  return { vm, out: () => text };
}

function run(vm: VM, source: string): PyModule {
  const r = vm.run(vm.mainFiber(source, 'program.py'));
  if (r.kind === 'error') throw r.error;
  expect(r.kind).toBe('done');
  return vm.importer.modules.get('__main__') as PyModule;
}

describe('limits and refusals', () => {
  it('stops an endless loop by its count of steps', () => {
    const r = runProgram('while True:\n    pass\n', 'p.py', 100_000);
    expect(r.exit).toBe('limit');
  });
  it('cannot be caught by the program', () => {
    const r = runProgram('try:\n    while True: pass\nexcept BaseException:\n    print("caught")\nfinally:\n    print("finally")\n', 'p.py', 10_000);
    expect([r.exit, r.stdout]).toEqual(['limit', '']);
  });
  it('bounds bulk work inside one step', () => {
    for (const s of ['x = [0] * 10**10', 'x = "ab" * 10**10', 'x = 10 ** (10 ** 9)', 'x = 1 << 10**12', 'list(range(10**9))', 'f"{1:{10**9}}"']) {
      expect([s, runProgram(s, 'p.py', 1_000_000).exit]).toEqual([s, 'limit']);
    }
  });
  it('refuses by name and line', () => {
    const row = (s: string): unknown => runProgram(s, 'p.py').error;
    expect(row('x = 1\nmemoryview(b"a")\n')).toEqual({ type: 'Unsupported', message: 'memoryview()', line: 2 });
    expect(row('import socket\n\nsocket.socket()\n')).toMatchObject({ type: 'Unsupported', line: 3 });
    expect(row('import sys\n\nsys.getsizeof(1)\n')).toEqual({ type: 'Unsupported', message: 'sys.getsizeof', line: 3 });
    expect(row('def f():\n    compile("x", "f", "single")\nf()\n')).toEqual({ type: 'Unsupported', message: "compile in mode 'single'", line: 2 });
  });
  it("gives CPython's recursion error at its depth", () => {
    const r = runProgram('n = 0\ndef f():\n    global n\n    n += 1\n    f()\ntry:\n    f()\nexcept RecursionError as e:\n    print(n, e)\n');
    expect(r.stdout).toBe('999 maximum recursion depth exceeded\n');
  });
});

describe('fibers', () => {
  it('block in a native and go on with what they are given', () => {
    const { vm, out } = machine();
    vm.builtins.attrs.set(
      'wait',
      fn('wait(what, /)', (m, what) => m.block({ what })),
    );
    const a = vm.mainFiber('def f():\n    return wait("a") + 1\nprint([f() for _ in range(2)])\n', 'program.py');
    expect(vm.run(a)).toEqual({ kind: 'blocked', reason: { what: 'a' } });
    expect(vm.run(a, 10)).toEqual({ kind: 'blocked', reason: { what: 'a' } });
    expect(vm.run(a, 20).kind).toBe('done');
    expect(out()).toBe('[11, 21]\n');
  });
  it("know the program's line while a native runs", () => {
    const { vm } = machine();
    const lines: (number | null)[] = [];
    vm.builtins.attrs.set(
      'where',
      fn('where()', (m) => {
        lines.push(m.currentLine());
        return null;
      }),
    );
    run(vm, 'where()\ndef f():\n    where()\n\nf()\nsorted([1], key=lambda v: where() or\n  0)\n');
    expect(lines).toEqual([1, 3, 6]);
  });
});

describe('natives', () => {
  it('call back into Python and see its exceptions', () => {
    const { vm, out } = machine();
    vm.builtins.attrs.set(
      'twice',
      fn('twice(f, x, /)', function* (m, f: Value, x: Value): NativeGen {
        try {
          return yield* m.call(f, [yield* m.call(f, [x])]);
        } catch (e) {
          if (e instanceof PyError) return `caught ${e.name}`;
          throw e;
        }
      }),
    );
    run(vm, 'print(twice(lambda v: v * 3, 5), twice(lambda v: v / 0, 1))\n');
    expect(out()).toBe('45 caught ZeroDivisionError\n');
  });
  it('are called from outside to the end', () => {
    const { vm } = machine();
    const m = run(vm, 'def f(a, b=2): return a + b\n');
    expect(vm.callNow(m.attrs.get('f') as Value, [1])).toBe(3);
  });
});

describe('hooks for tracing', () => {
  it('let frames be run by someone else', () => {
    const { vm, out } = machine();
    vm.frameHook = (_fiber: Fiber, frame: Frame) => (frame.code.name === 'g' ? 42 : undefined);
    run(vm, 'def g(): return 1\ndef f(): return g() + 1\nprint(f())\n');
    expect(out()).toBe('43\n');
  });
  it('tell loads, truth tests, calls, stores and iteration, and leave the frame at its instruction', () => {
    const { vm } = machine();
    const seen: string[] = [];
    const stop = new Error('break');
    let frameAt: Frame | null = null;
    const m = run(vm, 'class C: pass\nc = C()\nc.k = 3\ndef f(x):\n    y = x.k\n    if y:\n        x.z = y\n    for i in [1]: pass\n    return len("abc")\n');
    vm.monitor = {
      load: (_f, kind, _b, key, v) => {
        seen.push(`load ${kind} ${String(key)}`);
        return v;
      },
      truth: (_f, v) => {
        seen.push(`truth ${String(v)}`);
        return v;
      },
      call: (f, fn_, args) => {
        seen.push(`call ${String(args[0])}`);
        if (args[0] === 'abc') {
          frameAt = f;
          throw stop;
        }
        return fn_;
      },
      store: (_f, kind, _b, key) => {
        seen.push(`store ${kind} ${String(key)}`);
      },
      iter: (_f, v) => {
        seen.push(`iter ${v instanceof PyList}`);
      },
      compare: () => {},
      compareFloats: () => {},
      contains: () => {},
      format: () => {},
      join: () => {},
      missing: () => {},
      missingItem: () => {},
      arithmetic: () => {},
    };
    expect(() => vm.callNow(m.attrs.get('f') as Value, [m.attrs.get('c') as Value])).toThrow(stop);
    vm.monitor = null;
    expect(seen).toEqual([
      'load local 0',
      'load attr k',
      'store local 1',
      'load local 1',
      'truth 3',
      'load local 1',
      'load local 0',
      'store attr z',
      'iter true',
      'store local 2',
      'call abc',
    ]);
    // The call has not begun: a copy of the frame runs it from the start.
    const copy = (frameAt as unknown as Frame).copy();
    const fiber = new Fiber();
    fiber.depth = 1;
    fiber.frames.push(copy);
    expect(vm.run(fiber)).toEqual({ kind: 'done', value: 3 });
  });
});

describe('the journal', () => {
  it('takes back every change a program makes', () => {
    const { vm } = machine();
    const m = run(
      vm,
      [
        'g = 1',
        'l = [3, 1, 2]',
        'd = {"a": 1}',
        's = {1, 2}',
        'class C:',
        '    k = 1',
        '    __slots__ = ("q", "__dict__")',
        'c = C()',
        'c.x = 1',
        'def cell():',
        '    n = 0',
        '    def inc():',
        '        nonlocal n',
        '        n += 1',
        '        return n',
        '    return inc',
        'inc = cell()',
        'def snap(): return repr((g, l, d, s, dict(c.__dict__), C.k, hasattr(c, "q"), sorted(globals())))',
        'def change():',
        '    global g, h, l, s',
        '    g = h = 2',
        '    l.append(4); l.sort(); l[0] = 9; del l[1]; l += [1]',
        '    d["b"] = 2; d.pop("a"); d.setdefault("z", 1); d.update(q=1)',
        '    s.add(9); s.discard(1); s |= {77}',
        '    c.x = 5; c.y = 6; del c.x; c.q = 1; C.k = 2; inc()',
        '',
      ].join('\n'),
    );
    const call = (f: string): Value => vm.callNow(m.attrs.get(f) as Value, []);
    const before = call('snap');
    expect(call('inc')).toBe(1);
    const mark = journal.begin();
    call('change');
    expect(call('snap')).not.toBe(before);
    journal.rollback(mark);
    expect(call('snap')).toBe(before);
    expect(call('inc')).toBe(2);
  });
});

describe('tables', () => {
  it('number the cases of the main loop as the opcode list does', () => {
    const text = readFileSync(new URL('../../../src/engine/python/execute.ts', import.meta.url), 'utf8');
    const cases = [...text.matchAll(/case (\d+):(?: \{)?\s*\/\/ ([A-Z_0-9]+)/g)];
    expect(cases.length).toBeGreaterThan(30);
    for (const [, n, name] of cases) expect(OPCODES[Number(n)]).toBe(name);
  });
  it('describe the subset', () => {
    const s = subset();
    expect(s.functions.map((f) => f.name)).toContain('sorted');
    expect(s.types.find((t) => t.name === 'str')?.methods).toContain('removeprefix');
    expect(s.modules.find((m) => m.name === 'math')?.names).toContain('isqrt');
    expect(s.refusedModules).toContain('socket');
  });
  it("keep limits and refusals apart from Python's exceptions", () => {
    expect(new Unsupported('x') instanceof PyError).toBe(false);
    expect(new LimitReached('steps', 1) instanceof PyError).toBe(false);
  });
});

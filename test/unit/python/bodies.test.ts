/** Bodies that wait for their first call: every text of the library gives the same code either way. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import '../../../src/engine/packs/all.ts';
import type { Code } from '../../../src/engine/python/code.ts';
import { setAside } from '../../../src/engine/python/compile/bodies.ts';
import { compileLibrary, compileModule } from '../../../src/engine/python/compile/index.ts';
import { run } from '../../../src/engine/index.ts';

const packed = ['torch', 'python'].flatMap((area) => {
  const folder = path.resolve(import.meta.dirname, '../../../src/engine', area, 'packed');
  return readdirSync(folder).map((name) => path.join(folder, name));
});
const modules = await Promise.all(packed.map((file): Promise<{ LIB?: Record<string, string> }> => import(pathToFileURL(file).href)));
const texts = modules.flatMap(({ LIB }) => Object.entries(LIB ?? {}));

/**
 * All of a code object but its source, and what dropped generators leave, which is asked of programs alone; bodies that
 * wait are compiled. Where a statement of a module or a class ends is
 * another thing with a body put aside: of these no places.
 */
function seen(code: Code): unknown {
  code.pending?.();
  const { cls: _cls, source: _source, closing: _closing, consts, ops, pos, freeVars, ...rest } = code;
  const inner = consts.map((c) => (typeof c === 'object' && c !== null && 'ops' in c ? seen(c as Code) : c));
  return { ...rest, consts: inner, ops: [...ops], pos: code.isModule || code.isClass ? null : [...pos], freeVars };
}

describe('bodies that wait', () => {
  it('are most of the library', () => {
    const size = (s: string): number => s.replace(/\n+/g, '\n').length;
    const [whole, left] = [texts.reduce((n, [, s]) => n + s.length, 0), texts.reduce((n, [, s]) => n + size(setAside(s).text), 0)];
    expect(texts.length).toBeGreaterThan(100);
    expect(left / whole).toBeLessThan(0.4);
  });
  it.each(texts)('%s: the same code', (name, source) => {
    // Compiled texts are kept by their text: the same one would be one code object.
    expect(seen(compileLibrary(source, name))).toEqual(seen(compileModule(`${source}\n`, name)));
  });
  it('need brackets that close and no docstring', () => {
    const text = 'def f(a):\n "doc"\n return a\ndef g(a,\nb):\n return a\nclass A:\n def h(self):\n  return super().h()\nif 1:\n def k():\n  pass\n';
    expect([...setAside(text).bodies.values()]).toEqual([{ line: 8, classes: ['A'], text: ' def h(self):\n  return super().h()' }]);
    expect(setAside(text).text).toBe(text.replace('  return super().h()', '  __class__'));
  });
  it('are there for who looks at a function before it is called', () => {
    const source =
      'import inspect, contextlib, torch.nn as nn\nprint(nn.Linear.forward.__code__.co_names, inspect.isgeneratorfunction(nn.Module.named_parameters), inspect.isgeneratorfunction(nn.Module.eval))\n';
    expect(run(source).stdout).toBe("('F', 'linear', 'weight', 'bias') True False\n");
  });
});

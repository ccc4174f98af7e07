/** Generators that a program leaves open: refused where closing them would run something, and nowhere else (dropped.ts). */
import { expect, it } from 'vitest';
import { run } from '../../../src/engine/index.ts';

const ended = (body: string, use: string): [string, number | null | undefined] => {
  const { exit, error } = run(`from contextlib import contextmanager, nullcontext\ndef g():\n${body}\n${use}\n`, { device: 'cpu' });
  return [exit, error?.line];
};
const FINALLY = '    try: yield 1; yield 2\n    finally: print("done")';

it.each([
  ['a break leaves it, and a name keeps it', FINALLY, 'h = g()\nfor x in h: break'],
  ['a name is all that keeps it', FINALLY, 'h = g()\nnext(h)'],
  ['with', '    with nullcontext(): yield 1', 'next(g())'],
  ['except GeneratorExit', '    try: yield 1\n    except (ValueError, GeneratorExit): print("done")', 'next(g())'],
])('%s: refused at its yield', (_name, body, use) => expect(ended(body, use)).toEqual(['unsupported', 3]));

it.each([
  ['it is exhausted', FINALLY, 'list(g())'],
  ['it is closed', FINALLY, 'h = g()\nnext(h)\nh.close()'],
  ['a break leaves it', FINALLY, 'for x in g(): break'],
  ['it was never started', FINALLY, 'h = g()'],
  ['nothing would run', '    try: yield 1\n    except ValueError: print("no")', 'next(g())'],
  ['it stands outside the block', '    try: pass\n    finally: print("done")\n    yield 1', 'next(g())'],
  ['its with has ended', FINALLY.replace('yield 1; yield 2', 'yield 1'), 'with contextmanager(g)(): pass'],
])('%s: nothing to refuse', (_name, body, use) => expect(ended(body, use)).toEqual(['ok', undefined]));

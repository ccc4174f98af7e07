/** Code with breakpoints: the same code object but for the instructions a frame is to stop before. */
import { Code } from '../python/code.ts';
import { Op } from '../python/opcodes.ts';

const plain = new WeakMap<Code, Code>();

/** The code object a patched one was made from. */
export const plainCode = (code: Code): Code => plain.get(code) ?? code;

const cache = new WeakMap<Code, Map<string, Code>>();

export function patched(code: Code, stops: readonly number[]): Code {
  let made = cache.get(code);
  if (!made) cache.set(code, (made = new Map()));
  const key = stops.join(',');
  let copy = made.get(key);
  if (!copy) {
    copy = Object.assign(new Code(), code) as Code;
    copy.ops = code.ops.slice();
    for (const pc of stops) copy.ops[pc] = Op.BREAKPOINT;
    plain.set(copy, code);
    made.set(key, copy);
  }
  return copy;
}

/** `match`: what its patterns ask of the subject. */
import { PyDict, PyList, PyTuple } from '../containers.ts';
import { itemsOf } from '../iterate.ts';
import { part } from '../packs.ts';
import { typeOf } from '../types.ts';
import type { Value } from '../values.ts';
import { give, push, top, type Instructions } from './operands.ts';

const matching = part<typeof import('../matching.ts')>('language', 'matching');

export const patterns: Instructions = {
  MATCH_SEQUENCE(_vm, _fiber, f) {
    const v = top(f);
    push(f, v instanceof PyList || v instanceof PyTuple || typeOf(v).name === 'range' || typeOf(v).name === 'deque');
  },
  MATCH_MAPPING(_vm, _fiber, f) {
    push(f, top(f) instanceof PyDict);
  },
  MATCH_KEYS(vm, fiber, f) {
    return give(fiber, f, 0, matching().matchKeys(vm, top(f, 2) as PyDict, top(f) as PyTuple));
  },
  MATCH_CLASS(vm, fiber, f, arg) {
    return give(fiber, f, 3, matching().matchClass(vm, top(f, 3), top(f, 2), arg, top(f) as PyTuple));
  },
  MATCH_LENGTH(_vm, _fiber, f, arg) {
    const n = (itemsOf(top(f)) as Value[]).length;
    push(f, arg & 1 ? n >= arg >> 1 : n === arg >> 1);
  },
  GET_INDEX(_vm, _fiber, f, arg) {
    push(f, (itemsOf(top(f)) as Value[]).at(arg) as Value);
  },
  MATCH_SLICE(_vm, _fiber, f, arg) {
    const items = itemsOf(top(f)) as Value[];
    push(f, new PyList(items.slice(arg & 255, items.length - (arg >> 8))));
  },
  MATCH_REST(_vm, fiber, f) {
    const d = new PyDict();
    d.putAll(top(f, 2) as PyDict);
    for (const k of (top(f) as PyTuple).items) d.delete(k);
    return give(fiber, f, 2, d);
  },
};

/** Calls that make text of numbers or sort them: a number among what they take that is a symbol ends the graph (`symbolic.ts`). */
import { PyList, PyTuple } from '../python/containers.ts';
import { PyNative } from '../python/functions.ts';
import { PyType } from '../python/types.ts';
import type { Value } from '../python/values.ts';
import { PyView } from '../python/views.ts';

/** What a call does with the numbers of its argument. */
export function textual(fn: Value): 'str' | 'sort' | null {
  if (fn instanceof PyType) return fn.name === 'str' && fn.module === 'builtins' ? 'str' : null;
  if (!(fn instanceof PyNative)) return null;
  if (fn.module === 'builtins' && !fn.owner && (fn.name === 'repr' || fn.name === 'sorted')) return fn.name === 'repr' ? 'str' : 'sort';
  return fn.name === 'sort' && fn.owner?.name === 'list' ? 'sort' : null;
}

export function numbersOf(v: Value | undefined): number[] {
  if (typeof v === 'number') return [v];
  if (v instanceof PyView) return v.what === 'keys' ? [] : [...v.dict.entries()].flatMap(([, x]) => numbersOf(x));
  return v instanceof PyTuple || v instanceof PyList ? v.items.flatMap(numbersOf) : [];
}

/**
 * Whether a frame has anything to do with torch: PyTorch leaves frames alone that show neither a tensor or module among
 * their values nor a torch module among the globals they name (`has_tensor_in_frame`).
 */
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import type { Frame } from '../python/frame.ts';
import { PyModule, PyNative } from '../python/functions.ts';
import { PyInstance, type Value } from '../python/values.ts';
import { tensorOf } from './guards.ts';
import { liveAt } from './liveness.ts';

export function hasTensor(frame: Frame): boolean {
  for (const name of frame.code.names) {
    const v = frame.module.attrs.get(name);
    if (v instanceof PyModule && (v.name === 'torch' || v.name.startsWith('torch.'))) return true;
  }
  const seen = new Set<Value>();
  const visit = (v: Value | undefined): boolean => {
    if (v === undefined || seen.has(v)) return false;
    seen.add(v);
    if (tensorOf(v) || (v instanceof PyInstance && v.attrs.has('_modules'))) return true;
    if ((v instanceof PyList || v instanceof PyTuple) && !v.cls.heap) return v.items.some(visit);
    return v instanceof PyDict && !v.cls.heap && v.values().some(visit);
  };
  if (frame.next === 0) return [...frame.locals, ...frame.cells.map((c) => c.value)].some(visit);
  const live = [...liveAt(frame.code, frame.next)].map((slot) => frame.locals[slot]);
  // A bound built-in method stands as two values here and hides its tensor in CPython.
  const stack = frame.stack.slice(0, frame.sp).filter((_v, i, all) => !(all[i - 1] instanceof PyNative && (all[i - 1] as PyNative).isMethod));
  return [...stack, ...live, ...frame.cells.map((c) => c.value)].some(visit);
}

/**
 * What leaves a graph: tensors made while tracing that can still be reached afterwards, in the order PyTorch finds them
 * (operand stack, live locals, then whatever existing objects were changed).
 */
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { PyBoundMethod, PyCell, PyFunction, PyGenerator, PyModule } from '../python/functions.ts';
import { PyType } from '../python/types.ts';
import { PyFloat, PyInstance, PyObject, type Value } from '../python/values.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { tensorOf } from './guards.ts';

/** Collects the tensors below `roots` that `wanted` accepts, and shows the floats. `existing` objects are not entered: they are roots of their own when changed. */
export function reachable(
  roots: readonly (Value | undefined)[],
  wanted: (t: Tensor) => boolean,
  existing: (o: object) => boolean,
  onFloat?: (n: number) => void,
): Tensor[] {
  const found: Tensor[] = [];
  const seen = new Set<object>();
  const visit = (v: Value | undefined, root: boolean): void => {
    if (v instanceof PyFloat) onFloat?.(v.v);
    if (!(v instanceof PyObject) || seen.has(v)) return;
    if (!root && existing(v)) return;
    seen.add(v);
    const t = tensorOf(v);
    if (t) {
      if (wanted(t) && !found.includes(t)) found.push(t);
      if (v instanceof PyInstance) for (const x of v.attrs.values()) visit(x, false);
      return;
    }
    if (v instanceof PyList || v instanceof PyTuple) for (const x of v.items) visit(x, false);
    else if (v instanceof PyDict) for (const x of v.values()) visit(x, false);
    else if (v instanceof PyCell) visit(v.value, false);
    else if (v instanceof PyFunction) {
      for (const c of v.closure) visit(c, false);
      for (const x of v.defaults) visit(x, false);
    } else if (v instanceof PyBoundMethod) visit(v.self, false);
    else if (v instanceof PyGenerator) for (const x of v.frame?.locals ?? []) visit(x, false);
    else if (v instanceof PyModule || v instanceof PyType) return;
    const attrs = (v as { attrs?: Map<string, Value> | null }).attrs;
    if (attrs instanceof Map) for (const x of attrs.values()) visit(x, false);
  };
  for (const r of roots) visit(r, true);
  return found;
}

/**
 * Inputs of one storage, one of which a graph changes: the graph takes what they are views of, and they become views of
 * that inside it, so that a change of one reaches the others.
 *
 * Idea: `merge_view_inputs` and synthetic bases of AOTAutograd (runtime_wrappers.py); which inputs overlap is asked as
 * `compute_overlapping_inputs` asks. The base is the whole storage, as one flat tensor. Leaves out: gradients of such
 * inputs. Groups of more than one type fail as in PyTorch.
 */
import type { Arg, Op } from '../aten/op.ts';
import { findOp } from '../aten/table.ts';
import { makeException, PyError } from '../python/errors.ts';
import { requiresGrad } from '../dispatch/autograd/meta.ts';
import { Unsupported } from '../tensor/errors.ts';
import { isContiguous } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { Captured, RecordedCall } from './captured.ts';

/** What PyTorch can tell to be apart: runs one behind the other, and columns of one matrix. */
function apart(a: Tensor, b: Tensor): boolean {
  if (a === b) return false;
  if (a.numel === 0 || b.numel === 0) return true;
  const [x, y] = a.offset <= b.offset ? [a, b] : [b, a];
  if (isContiguous(x.sizes, x.strides) && isContiguous(y.sizes, y.strides)) return x.offset + x.numel <= y.offset;
  if (x.dim !== 2 || y.dim !== 2 || x.strides[1] !== 1 || y.strides[1] !== 1 || x.strides[0] !== y.strides[0]) return false;
  const width = x.strides[0];
  const away = (y.offset - x.offset) % width;
  if (width < x.sizes[1] || width < y.sizes[1]) return false;
  return away >= x.sizes[1] && away + y.sizes[1] <= width;
}

/** Groups of inputs that share places and of which one is changed, by number. */
function groups(inputs: readonly Tensor[], changed: readonly number[]): number[][] {
  if (changed.length === 0) return [];
  const byStorage = new Map<object, number[]>();
  inputs.forEach((t, i) => byStorage.set(t.storage, [...(byStorage.get(t.storage) ?? []), i]));
  return [...byStorage.values()]
    .filter((all) => all.length > 1 && all.some((i) => changed.includes(i)))
    .map((all) => all.filter((i) => all.some((j) => i !== j && !apart(inputs[i], inputs[j]))))
    .filter((all) => all.length > 1);
}

export interface Merged {
  readonly captured: Captured;
  /** The graph's inputs for those of a call. */
  take(inputs: readonly Tensor[]): Tensor[];
}

const flat = ({ storage, dtype }: Tensor): Tensor => new Tensor(storage, dtype, [storage.nbytes / dtype.itemsize], [1], 0);

/** Whether a call's inputs share places otherwise than those a graph was made for. */
function sharedOtherwise(inputs: readonly Tensor[], changed: readonly number[], merged: readonly (readonly number[])[]): boolean {
  return JSON.stringify(groups(inputs, changed)) !== JSON.stringify(merged);
}

/** The captured calls on bases; null where no input needs one. `changed`: the inputs whose numbers the calls change. */
export function merge(captured: Captured, changed: readonly number[]): Merged | null {
  const { inputs } = captured;
  const found = groups(inputs, changed);
  if (found.length === 0) return null;
  const calls: RecordedCall[] = [];
  const bases: Tensor[] = [];
  const view = findOp('as_strided') as Op;
  const inside = new Set(found.flat());
  for (const all of found) {
    const line = captured.calls[0]?.line ?? null;
    if (all.some((i) => requiresGrad(inputs[i]))) throw new Unsupported('a compiled graph that changes one of its inputs of one storage, with gradients', line);
    if (all.some((i) => inputs[i].dtype !== inputs[all[0]].dtype))
      throw new PyError(makeException('AssertionError', 'aot_autograd() does not yet handle input mutations on views with different dtypes.'));
    const base = flat(inputs[all[0]]);
    bases.push(base);
    for (const i of all) {
      const t = inputs[i];
      const args: Arg[] = [base, t.sizes, t.strides, t.offset];
      calls.push({ op: view, args, ret: t, gradMode: captured.gradMode, autocast: { enabled: false, dtype: t.dtype }, line });
    }
  }
  const rest = inputs.filter((_, i) => !inside.has(i));
  return {
    captured: {
      ...captured,
      inputs: [...bases, ...rest],
      calls: [...calls, ...captured.calls],
      steps: captured.steps.map((s) => ({ ...s, at: s.at + calls.length })),
    },
    take: (given) => {
      if (sharedOtherwise(given, changed, found)) throw new Unsupported('a compiled graph whose inputs share memory otherwise than when it was compiled');
      return [...found.map((all) => flat(given[all[0]])), ...given.filter((_, i) => !inside.has(i))];
    },
  };
}

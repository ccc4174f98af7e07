/**
 * What a program says of a tensor's dimensions: `mark_dynamic`, `maybe_mark_dynamic`, `mark_static`.
 *
 * Idea: torch/_dynamo/decorators.py. Leaves out: `mark_unbacked`, `specialize_on`, marks of a class.
 */
import { PyList, PyTuple } from '../python/containers.ts';
import { Unsupported } from '../python/errors.ts';
import type { PyNative } from '../python/functions.ts';
import { fn } from '../python/native.ts';
import type { Value } from '../python/values.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { CaptureContext } from './context.ts';
import { tensorOf } from './guards.ts';
import type { Verdict } from './natives.ts';
import { type Bounds, WEAK } from './symbols.ts';

type Marks = Map<number, Bounds | 'static'>;

function marksOf(cx: CaptureContext, t: Tensor): Marks {
  const marks: Marks = cx.marked.get(t) ?? new Map<number, Bounds | 'static'>();
  cx.marked.set(t, marks);
  return marks;
}

const indices = (index: Value): readonly Value[] => (index instanceof PyList || index instanceof PyTuple ? index.items : [index]);
const dimOf = (i: Value, t: Tensor): number => (Number(i) < 0 ? Number(i) + t.dim : Number(i));

function boundOf(v: Value): number | null {
  if (v === null || typeof v === 'number') return v;
  throw new Unsupported('torch._dynamo.mark_dynamic() with a bound that is no int');
}

function markDynamic(cx: CaptureContext, t: Tensor, dims: readonly Value[], bounds: Bounds): void {
  const marks = marksOf(cx, t);
  for (const i of dims) {
    const dim = dimOf(i, t);
    const before = marks.get(dim);
    if (before && before !== 'static' && before !== WEAK && (before.min !== bounds.min || before.max !== bounds.max))
      throw new Unsupported('torch._dynamo.mark_dynamic() twice with other bounds');
    marks.set(dim, bounds);
  }
}

export function markers(cx: CaptureContext, marked: (f: PyNative, verdict: Verdict) => PyNative): Record<string, Value> {
  const inside = (name: string): Verdict => ({ unsupported: `torch._dynamo.${name}() inside a compiled function` });
  return {
    mark_dynamic: marked(
      fn(
        'mark_dynamic(t, index, *, hint_override=None, min=None, max=None, specialize_on=None)',
        (_vm, t: Value, index: Value, _hint: Value, min: Value, max: Value, special: Value) => {
          if (special !== null) throw new Unsupported('torch._dynamo.mark_dynamic(specialize_on=…)');
          const of = tensorOf(t);
          if (of) markDynamic(cx, of, indices(index), { min: boundOf(min), max: boundOf(max) });
          return null;
        },
      ),
      inside('mark_dynamic'),
    ),
    maybe_mark_dynamic: marked(
      fn('maybe_mark_dynamic(t, index)', (_vm, t: Value, index: Value) => {
        const of = tensorOf(t);
        if (!of) throw new Unsupported('torch._dynamo.maybe_mark_dynamic() of something that is no tensor');
        const marks = marksOf(cx, of);
        for (const i of indices(index)) if (!marks.has(dimOf(i, of))) marks.set(dimOf(i, of), WEAK);
        return null;
      }),
      inside('maybe_mark_dynamic'),
    ),
    mark_static: marked(
      fn('mark_static(t, index=None)', (_vm, t: Value, index: Value) => {
        const of = tensorOf(t);
        if (!of) throw new Unsupported('torch._dynamo.mark_static() of a class');
        const marks = marksOf(cx, of);
        // It yields to mark_dynamic.
        for (const i of index === null ? of.sizes.map((_, d) => d) : indices(index)) if (!marks.has(Number(i))) marks.set(Number(i), 'static');
        return null;
      }),
      inside('mark_static'),
    ),
  };
}

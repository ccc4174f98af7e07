/**
 * Floats as symbols in a captured graph: arguments that changed between compiles, and numbers that `.item()` reads where
 * scalar outputs are captured (`fullgraph=True`). They become tensors (`graph/scalars.ts`).
 *
 * A captured `.item()` gives a NaN that only its identity tells apart: arithmetic on it gives other NaNs, which are
 * refused, since the engine has no derived symbols.
 */
import { type Captured, type RecordedCall } from '../graph/captured.ts';
import { type ScalarUse, takesScalar, tensorify } from '../graph/scalars.ts';
import { Unsupported } from '../python/errors.ts';
import { PyFloat } from '../python/values.ts';
import { fromNumbers } from '../tensor/create.ts';
import { float64 } from '../tensor/dtype.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Recorder } from './recorder.ts';

/** Where a symbol stands in the calls: call and argument. */
export interface FloatPlace {
  readonly call: number;
  readonly position: number;
}

/** Arguments in which two courses of one segment differ, or null where they differ in more than floats. */
export function floatPlaces(first: readonly RecordedCall[], second: readonly RecordedCall[], hint: number): FloatPlace[] | null {
  const places: FloatPlace[] = [];
  let derived: RecordedCall | null = null;
  for (let i = 0; i < first.length; i++) {
    const [a, b] = [first[i].args, second[i].args];
    for (let k = 0; k < a.length; k++) {
      const [x, y] = [a[k], b[k]];
      if (!(x instanceof PyFloat) || !(y instanceof PyFloat) || Object.is(x.v, y.v)) continue;
      if (!takesScalar(first[i], k)) return null;
      if (x.v !== hint) derived = first[i];
      places.push({ call: i, position: k });
    }
  }
  if (derived) throw new Unsupported('arithmetic on a float that became dynamic (say dynamic=False)', derived.line);
  return places;
}

export interface FloatInputs {
  readonly captured: Captured;
  /** Tensors the graph takes beside its own inputs. */
  readonly extra: readonly Tensor[];
}

/** The captured calls with their float symbols as tensors. `symbols`: the places of each changing argument. */
export function withFloats(captured: Captured, recorder: Recorder, symbols: readonly (readonly FloatPlace[])[]): FloatInputs {
  const uses: ScalarUse[] = [];
  const extra: Tensor[] = [];
  for (const places of symbols) {
    if (places.length === 0) continue;
    const value = captured.calls[places[0].call].args[places[0].position] as PyFloat;
    const from = fromNumbers([], float64, [value.v], { fake: false });
    extra.push(from);
    for (const p of places) uses.push({ call: p.call, from });
  }
  captured.calls.forEach((c, i) => {
    c.args.forEach((a, k) => {
      if (!(a instanceof PyFloat) || !Number.isNaN(a.v)) return;
      const from = recorder.read.get(a);
      if (!from) {
        if (recorder.read.size > 0) throw new Unsupported('arithmetic on a number read from a tensor in a whole graph', c.line);
        return;
      }
      if (!takesScalar(c, k)) throw new Unsupported(`a number read from a tensor as argument of ${c.op.name}`, c.line);
      uses.push({ call: i, from });
    });
  });
  if (uses.length === 0) return { captured, extra };
  return { captured: tensorify(captured, uses, extra), extra };
}

/** What the distributions of `numpy.random` are given: numbers, or arrays of them side by side. */
import { Unsupported } from '../../python/errors.ts';
import { PyFloat, unbox, type Value } from '../../python/values.ts';
import { toFloat64 } from '../../tensor/access.ts';
import { DTYPES } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { broadcast, cast, operand, run, shapeOf } from './arrays.ts';

export const number = (v: Value): number => {
  const u = unbox(v);
  const n = u instanceof PyFloat ? u.v : Number(u);
  if (Number.isNaN(n)) throw new Unsupported('numpy.random with something else in place of a number');
  return n;
};

/** Parameters of a distribution side by side, and the sizes of the draw. */
export function parameters(a: Value, b: Value, size: Value): { at: [(i: number) => number, (i: number) => number]; sizes: number[]; one: boolean } {
  const [x, y] = [a, b].map((v) => {
    const o = operand(v);
    if (!o) throw new Unsupported('numpy.random with such a parameter');
    return cast(o.t, DTYPES.float64);
  });
  const own = broadcast(x, y);
  const sizes = size === null ? own : shapeOf(size);
  const spread = (t: Tensor): ((i: number) => number) => {
    const n = toFloat64(run('expand', t, sizes, false));
    return (i) => n[i];
  };
  return { at: [spread(x), spread(y)], sizes, one: size === null && own.length === 0 };
}

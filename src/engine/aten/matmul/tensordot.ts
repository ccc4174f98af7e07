/** tensordot, and inner on top of it: both sides are brought to matrices, after Linear.cpp. */
import { runtimeError } from '../../tensor/errors.ts';
import { isContiguous, wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import type { Call, OpDef } from '../op.ts';
import { product1 } from './product.ts';

/** Sums over paired dimensions: both sides become matrices. */
function tensordot(call: Call, a: Tensor, b: Tensor, da: Sizes, db: Sizes): Tensor {
  if (da.length !== db.length) throw runtimeError('both dimension lists should have same length');
  const [wa, wb] = [da.map((d) => wrapDim(d, a.dim)), db.map((d) => wrapDim(d, b.dim))];
  let count = 1;
  let [x, y] = [a, b];
  wa.forEach((d, i) => {
    const [s, t] = [a.sizes[d], b.sizes[wb[i]]];
    if (t === 1) x = call.sum(x, [d], true);
    else if (s === 1) y = call.sum(y, [wb[i]], true);
    else {
      if (s !== t) throw runtimeError(`contracted dimensions need to match, but first has size ${s} in dim ${da[i]} and second has size ${t} in dim ${db[i]}`);
      count *= s;
    }
  });
  const [fa, fb] = [a.sizes.map((_, i) => i).filter((i) => !wa.includes(i)), b.sizes.map((_, i) => i).filter((i) => !wb.includes(i))];
  const [sa, sb] = [fa.map((i) => x.sizes[i]), fb.map((i) => y.sizes[i])];
  if (sa.length === 0 && sb.length === 0) {
    // Nothing is left: one product of vectors where both lie in order.
    const sides = [call.permute(x, wa), call.permute(y, wb)];
    const [u, v] = sides.every((t) => isContiguous(t.sizes, t.strides)) ? sides.map((t) => (t.dim === 1 ? t : call.view(t, [-1]))) : sides;
    const summed = u.dim === 1 ? call.one('dot', u, v) : call.one('sum', call.mul(call.u('squeeze', u), call.u('squeeze', v)), null);
    return call.view(summed, []);
  }
  const m = call.reshape(call.permute(x, [...fa, ...wa]), [product1(sa), count]);
  const n = call.reshape(call.permute(y, [...wb, ...fb]), [count, product1(sb)]);
  return call.reshape(call.mm(m, n), [...sa, ...sb]);
}

export const TENSORDOT: readonly OpDef[] = [
  {
    schema: 'inner(Tensor self, Tensor other) -> Tensor',
    kind: 'composite',
    composite: (call, a: Tensor, b: Tensor) => {
      if (a.dim === 0 || b.dim === 0) return call.mul(a, b);
      if (a.sizes[a.dim - 1] !== b.sizes[b.dim - 1]) {
        throw runtimeError(`inner() the last dimension must match on both input tensors but got shapes [${a.sizes.join(', ')}] and [${b.sizes.join(', ')}]`);
      }
      return call.one('tensordot', a, b, [-1], [-1]);
    },
  },
  {
    schema: 'tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor',
    kind: 'composite',
    composite: (call, a: Tensor, b: Tensor, da: Sizes, db: Sizes) => tensordot(call, a, b, da, db),
  },
];

/**
 * Whether tensors are alike: isclose, allclose, equal.
 *
 * After TensorCompare.cpp: isclose is the composite whose rows show in a trace; allclose and equal give a Python bool and
 * so need the numbers.
 */
import { toWorking } from '../tensor/access.ts';
import { bool } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { CPP, floatFor } from '../tensor/promotion.ts';
import { broadcastSizes } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type Call, composite, type OpDef, type Scalar } from './op.ts';
import { expandTo, numberOf } from './work.ts';

function isclose(call: Call, a: Tensor, b: Tensor, rtol: Scalar, atol: Scalar, nan: boolean): Tensor {
  if (a.dtype !== b.dtype) throw runtimeError(`${CPP[a.dtype.name]} did not match ${CPP[b.dtype.name]}`);
  if (numberOf(rtol) < 0) throw runtimeError(`rtol must be greater than or equal to zero, but got ${numberOf(rtol)}`);
  if (numberOf(atol) < 0) throw runtimeError(`atol must be greater than or equal to zero, but got ${numberOf(atol)}`);
  let close = call.one('eq.Tensor', a, b);
  if (nan && a.dtype.category === 'float') {
    call('bitwise_or_.Tensor', close, call.one('bitwise_and.Tensor', call.u('isnan', a), call.u('isnan', b)));
  }
  if (numberOf(rtol) === 0 && numberOf(atol) === 0) return close;
  const self = a.dtype === bool ? call.one('to.dtype', a, floatFor(a.dtype)) : a;
  let wide = b;
  if (b.dtype.category !== 'float') wide = call.one('to.dtype', b, floatFor(b.dtype));
  const allowed = call.add(call.u('abs', call.mul(wide, rtol)), atol);
  const error = call.u('abs', call.sub(self, wide));
  const finite = call.u('isfinite', error);
  close = call.one('bitwise_or_.Tensor', close, call.one('bitwise_and_.Tensor', call.one('le.Tensor', error, allowed), finite));
  return close;
}

export const CLOSENESS: readonly OpDef[] = [
  composite('isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor', isclose),
  {
    schema: 'allclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> bool',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_o: null, a: Tensor, b: Tensor, rtol: Scalar, atol: Scalar, nan: boolean) => {
      const sizes = broadcastSizes(a.sizes, b.sizes);
      if (a.dtype !== b.dtype) throw runtimeError(`${CPP[a.dtype.name]} did not match ${CPP[b.dtype.name]}`);
      const [x, y] = [toWorking(expandTo(a, sizes)), toWorking(expandTo(b, sizes))];
      const close = (p: number, q: number): boolean =>
        p === q ||
        (nan && p !== p && q !== q) ||
        (Number.isFinite(p) && Number.isFinite(q) && Math.abs(p - q) <= numberOf(atol) + Math.abs(numberOf(rtol) * q));
      return x.every((v: number, i: number) => close(v, y[i]));
    },
  },
  {
    schema: 'equal(Tensor self, Tensor other) -> bool',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_o: null, a: Tensor, b: Tensor) => {
      if (a.sizes.length !== b.sizes.length || a.sizes.some((s, i) => s !== b.sizes[i])) return false;
      const [x, y] = [toWorking(a), toWorking(b)];
      return x.every((v: number, i: number) => v === y[i]);
    },
  },
];

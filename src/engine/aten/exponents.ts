/**
 * Numbers as mantissa and power of two, and powers in double: ldexp, frexp, float_power.
 *
 * float_power is the composite of Pow.cpp: both sides become float64. Plain powers stand in pow.ts.
 */
import { emptyLike } from '../tensor/create.ts';
import { DTYPES, float64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import * as m from '../tensor/math/index.ts';
import { floatFor } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { elementwiseOut, type F2, run2 } from './elementwise.ts';
import { composite, derivative, type OpDef } from './op.ts';
import { commonType, isTensor, kindOf, numberOf, type Operand, read, write } from './work.ts';

const ldexp: OpDef = {
  schema: 'ldexp.Tensor(Tensor self, Tensor other) -> Tensor',
  kind: 'kernel',
  meta: (a: Operand, b: Operand) => elementwiseOut([a, b], floatFor(commonType(a, b))),
  kernel: (out: Tensor, a: Operand, b: Operand) => {
    const f: F2 = (x, e) => x * m.pow(2, e);
    run2(out, { f32: f, f64: f }, a, b, out.dtype);
  },
  derivative: derivative('LdexpBackward0', ['self', 'other', 'result'], {
    self: (c) => c.call.mul(c.g, c.call.one('pow.Scalar', 2, c.t('other'))),
    other: (c) => c.call.mul(c.call.mul(c.g, c.result), c.call.float(Math.LN2)),
  }),
};

const frexp: OpDef = {
  schema: 'frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent)',
  kind: 'kernel',
  meta: (self: Tensor) => {
    if (self.dtype.category !== 'float') throw runtimeError('torch.frexp() only supports floating-point dtypes');
    return [emptyLike(self), emptyLike(self, DTYPES.int32)];
  },
  kernel: ([man, ex]: Tensor[], self: Tensor) => {
    const w = read(self, self.dtype);
    const [a, b] = [new Float64Array(w.length), new Float64Array(w.length)];
    for (let i = 0; i < w.length; i++) {
      const x = w[i];
      if (x === 0 || !Number.isFinite(x)) {
        a[i] = x;
        continue;
      }
      let e = Math.max(-1023, Math.floor(m.log2(Math.abs(x))) + 1);
      let f = x * m.pow(2, -e);
      while (Math.abs(f) < 0.5) {
        f *= 2;
        e--;
      }
      while (Math.abs(f) >= 1) {
        f /= 2;
        e++;
      }
      a[i] = f;
      b[i] = e;
    }
    write(man, a);
    write(ex, b);
  },
  derivative: derivative('FrexpBackward0', ['result1'], { self: (c) => c.call.div(c.g, c.call.u('exp2', c.results[1])) }, [1]),
};

const floatPower = (form: string, args: string): OpDef =>
  composite(`float_power.${form}(${args}) -> Tensor`, (call, a: Operand, b: Operand) => {
    const wide = (x: Operand): Operand => (isTensor(x) ? call.one('to.dtype', x, float64) : kindOf(x) === 'float' ? x : call.float(numberOf(x)));
    const target = form === 'Tensor_Tensor' ? 'pow.Tensor_Tensor' : form === 'Scalar' ? 'pow.Scalar' : 'pow.Tensor_Scalar';
    const y = wide(b);
    return call.one(target, wide(a), y);
  });

export const EXPONENTS: readonly OpDef[] = [
  ldexp,
  frexp,
  floatPower('Tensor_Tensor', 'Tensor self, Tensor exponent'),
  floatPower('Scalar', 'Scalar self, Tensor exponent'),
  floatPower('Tensor_Scalar', 'Tensor self, Scalar exponent'),
];

/**
 * Functions of elements: operators, comparisons, ufuncs.
 *
 * Sums, products, quotients and roots are IEEE's and the same everywhere. Transcendental functions of float64 are the
 * project's own, within a digit of numpy's last one; of float32 numpy's differ by machine in digits that it prints, so
 * they are refused.
 */
import { raise, Unsupported } from '../../python/errors.ts';
import * as m from '../../python/elementary/index.ts';
import { pow as floatPow } from '../../python/floatpow.ts';
import { empty, fromNumbers } from '../../tensor/create.ts';
import { type DType, DTYPES } from '../../tensor/dtype.ts';
import { fromWorking, toFloat64 } from '../../tensor/access.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { broadcast, cast, common, type Operand, run } from './arrays.ts';

const { float64, float16, float32, bool } = DTYPES;

/** The float type numpy computes an integer's function in. */
export const floatFor = (d: DType): DType => (d.category === 'float' ? d : d.itemsize === 1 ? float16 : d.itemsize === 2 ? float32 : float64);

const inexact = (d: DType): DType => (d.category === 'float' ? d : float64);

/** Element by element over float64 numbers of the operands, broadcast; the result rounded to `d`. */
export function each(f: (a: number, b: number) => number, a: Tensor, b: Tensor, d: DType): Tensor {
  const sizes = broadcast(a, b);
  const x = toFloat64(run('expand', a, sizes, false));
  const y = toFloat64(run('expand', b, sizes, false));
  const out = empty(sizes, d, { fake: false });
  const numbers = new Float64Array(x.length);
  for (let i = 0; i < numbers.length; i++) numbers[i] = f(x[i], y[i]);
  fromWorking(out, numbers);
  return out;
}

type Binary = (a: Operand, b: Operand) => Tensor;

const both =
  (overload: string, of: (d: DType) => DType = (d) => d): Binary =>
  (a, b) => {
    const d = of(common([a, b]));
    broadcast(a.t, b.t);
    return run(overload, cast(a.t, d), cast(b.t, d));
  };

const anyZero = (t: Tensor): boolean => toFloat64(t).includes(0);

/** Integers divided by zero give 0 and a warning in numpy; torch has no such kernel. */
const divided =
  (overload: string): Binary =>
  (a, b) => {
    const d = common([a, b]);
    const type = d.category === 'bool' ? DTYPES.int8 : d;
    if (d.category !== 'float' && anyZero(b.t)) throw new Unsupported('division of integers by zero in numpy');
    broadcast(a.t, b.t);
    return run(overload, cast(a.t, type), cast(b.t, type));
  };

function power(a: Operand, b: Operand): Tensor {
  const d = common([a, b]);
  broadcast(a.t, b.t);
  if (d.category !== 'float') {
    const type = d.category === 'bool' ? DTYPES.int8 : d;
    if (toFloat64(b.t).some((x) => x < 0)) raise('ValueError', 'Integers to negative integer powers are not allowed.');
    return run('pow.Tensor_Tensor', cast(a.t, type), cast(b.t, type));
  }
  const base = cast(a.t, d);
  if (b.t.numel === 1) {
    const [exponent] = toFloat64(b.t);
    if (exponent === 1) return run('clone', run('expand', base, broadcast(a.t, b.t), false), null);
    if (exponent === 2) return run('mul.Tensor', base, cast(base, d));
    if (exponent === 0.5) return run('sqrt', base);
    if (exponent === -1) return run('reciprocal', base);
  }
  if (d !== float64) refuseNarrow('power', d);
  return each((x, y) => floatPow(x, y), base, cast(b.t, d), d);
}

function subtract(a: Operand, b: Operand): Tensor {
  if (common([a, b]) === bool)
    raise(
      'TypeError',
      'numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.',
    );
  return both('sub.Tensor')(a, b);
}

const compared = (overload: string): Binary => both(overload);
const logical =
  (overload: string): Binary =>
  (a, b) =>
    run(overload, a.t, b.t);

/** By numpy's names of the ufuncs of two operands. */
export const BINARY: Readonly<Record<string, Binary>> = {
  add: (a, b) => (common([a, b]) === bool ? logical('logical_or')(a, b) : both('add.Tensor')(a, b)),
  subtract,
  multiply: both('mul.Tensor'),
  divide: both('div.Tensor', inexact),
  true_divide: both('div.Tensor', inexact),
  floor_divide: divided('floor_divide'),
  remainder: divided('remainder.Tensor'),
  mod: divided('remainder.Tensor'),
  power,
  float_power: power,
  maximum: both('maximum'),
  minimum: both('minimum'),
  equal: compared('eq.Tensor'),
  not_equal: compared('ne.Tensor'),
  less: compared('lt.Tensor'),
  less_equal: compared('le.Tensor'),
  greater: compared('gt.Tensor'),
  greater_equal: compared('ge.Tensor'),
  bitwise_and: both('bitwise_and.Tensor'),
  bitwise_or: both('bitwise_or.Tensor'),
  bitwise_xor: both('bitwise_xor.Tensor'),
  logical_and: logical('logical_and'),
  logical_or: logical('logical_or'),
  logical_xor: logical('logical_xor'),
  arctan2: (a, b) => transcendental2('arctan2', m.atan2, a, b),
  hypot: (a, b) => transcendental2('hypot', Math.hypot, a, b),
};

function transcendental2(name: string, f: (x: number, y: number) => number, a: Operand, b: Operand): Tensor {
  const d = floatFor(common([a, b]));
  if (d !== float64) refuseNarrow(name, d);
  return each(f, a.t, b.t, d);
}

function refuseNarrow(name: string, d: DType): never {
  throw new Unsupported(`numpy.${name} of ${d.name} (its last digits differ by machine; of float64 it is modelled)`);
}

const transcendental =
  (name: string, f: (x: number) => number): ((t: Tensor) => Tensor) =>
  (t) => {
    const d = floatFor(t.dtype);
    if (d !== float64) refuseNarrow(name, d);
    return each(f, t, t, d);
  };

const rounding =
  (overload: string) =>
  (t: Tensor): Tensor =>
    t.dtype.category === 'float' ? run(overload, t) : run('clone', t, null);
const ofFloat =
  (overload: string) =>
  (t: Tensor): Tensor =>
    run(overload, cast(t, floatFor(t.dtype)));

/** By numpy's names of the ufuncs of one operand. */
export const UNARY: Readonly<Record<string, (t: Tensor) => Tensor>> = {
  exp: transcendental('exp', m.exp),
  exp2: transcendental('exp2', m.exp2),
  expm1: transcendental('expm1', m.expm1),
  log: transcendental('log', m.log),
  log2: transcendental('log2', m.log2),
  log10: transcendental('log10', m.log10),
  log1p: transcendental('log1p', m.log1p),
  sin: transcendental('sin', m.sin),
  cos: transcendental('cos', m.cos),
  tan: transcendental('tan', m.tan),
  arcsin: transcendental('arcsin', m.asin),
  arccos: transcendental('arccos', m.acos),
  arctan: transcendental('arctan', m.atan),
  sinh: transcendental('sinh', m.sinh),
  cosh: transcendental('cosh', m.cosh),
  tanh: transcendental('tanh', m.tanh),
  cbrt: transcendental('cbrt', m.cbrt),
  sqrt: ofFloat('sqrt'),
  square: (t) => run('mul.Tensor', t, t),
  reciprocal: ofFloat('reciprocal'),
  floor: rounding('floor'),
  ceil: rounding('ceil'),
  trunc: rounding('trunc'),
  rint: ofFloat('round'),
  abs: (t) => (t.dtype === bool ? run('clone', t, null) : run('abs', t)),
  absolute: (t) => (t.dtype === bool ? run('clone', t, null) : run('abs', t)),
  fabs: ofFloat('abs'),
  negative: (t) => run('neg', t),
  positive: (t) => run('clone', t, null),
  sign: (t) => run('sign', t),
  isnan: (t) => run('isnan', t),
  isinf: (t) => run('isinf', t),
  isfinite: (t) => run('isfinite', t),
  logical_not: (t) => run('logical_not', t),
  invert: (t) => run('bitwise_not', t),
  deg2rad: transcendental('deg2rad', (x) => x * (Math.PI / 180)),
  radians: transcendental('radians', (x) => x * (Math.PI / 180)),
  degrees: transcendental('degrees', (x) => x * (180 / Math.PI)),
  rad2deg: transcendental('rad2deg', (x) => x * (180 / Math.PI)),
};

/** `round(x, decimals)` as numpy does it: scaled, rounded to even, scaled back. */
export function rounded(t: Tensor, decimals: number): Tensor {
  if (t.dtype.category !== 'float') {
    if (decimals < 0) throw new Unsupported('numpy.round of integers to tens');
    return run('clone', t, null);
  }
  if (decimals === 0) return run('round', t);
  const scale = fromNumbers([], t.dtype, [10 ** Math.abs(decimals)]);
  const [up, down] = decimals > 0 ? ['mul.Tensor', 'div.Tensor'] : ['div.Tensor', 'mul.Tensor'];
  return run(down, run('round', run(up, t, scale)), scale);
}

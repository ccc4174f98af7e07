/** Division that rounds, and its remainders: `div` with a mode, floor_divide, fmod, remainder. */
import type { DType } from '../tensor/dtype.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { floatFor } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { binary, over, pass, times, wrap } from './binary.ts';
import { type Big2, elementwiseOut, type F2, metaFor, pair, run2 } from './elementwise.ts';
import { type Arg, derivative, type OpDef, type Scalar } from './op.ts';
import { inplaceOf, outOf } from './variants.ts';
import { commonType, isTensor, numberOf, type Operand } from './work.ts';

const floorDiv = (a: number, b: number): number => {
  // C++ div_floor: exact quotient by way of fmod, as Python does it.
  if (b === 0) return a / b;
  const mod = a % b;
  let q = (a - mod) / b;
  if (mod !== 0 && b < 0 !== mod < 0) q -= 1;
  if (q === 0) return Object.is(a / b, -0) || a / b < 0 ? -0 : 0;
  const f = Math.floor(q);
  return q - f > 0.5 ? f + 1 : f;
};

const bigZero =
  (f: Big2): Big2 =>
  (a, b) => {
    if (b === 0n) throw runtimeError('ZeroDivisionError');
    return f(a, b);
  };
/** The same on int64 beyond 2^53. */
const bigTrunc = bigZero((a, b) => wrap(a / b));
const bigFloor = bigZero((a, b) => wrap(a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n)));
const bigFmod = bigZero((a, b) => a % b);
const bigRemainder = bigZero((a, b) => {
  const r = a % b;
  return r !== 0n && r < 0n !== b < 0n ? r + b : r;
});

/** No kernel divides booleans. */
const noBool = (d: DType, kernel: string): void => {
  if (d.category === 'bool') throw notImplementedFor(kernel, 'Bool');
};

const intCheck =
  (kernel: string) =>
  (a: Operand, b: Operand): void => {
    const d = commonType(a, b);
    if (d.category === 'float') return;
    noBool(d, kernel);
    if (!isTensor(b) && numberOf(b) === 0) throw runtimeError('ZeroDivisionError');
  };

const remainder: F2 = (a, b) => {
  const r = a % b;
  return r !== 0 && r < 0 !== b < 0 ? r + b : r;
};

const zeroDivision =
  (f: F2): F2 =>
  (a, b) => {
    if (b === 0) throw runtimeError('ZeroDivisionError');
    return f(a, b);
  };

/** div with a rounding mode; None is true division. */
function divMode(): OpDef[] {
  const modeOf = (mode: Arg): 'true' | 'trunc' | 'floor' => {
    if (mode === null) return 'true';
    if (mode === 'trunc' || mode === 'floor') return mode;
    throw runtimeError(`div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '${String(mode)}'`);
  };
  const typeOf = (a: Operand, b: Operand, mode: Arg): DType => (modeOf(mode) === 'true' ? floatFor(commonType(a, b)) : commonType(a, b));
  const meta = (a: Operand, b: Operand, mode: Arg): Tensor => elementwiseOut([a, b], typeOf(a, b, mode));
  const kernel = (out: Tensor, a: Operand, b: Operand, mode: Arg): void => {
    const dtype = typeOf(a, b, mode);
    const kind = modeOf(mode);
    const ints = dtype.category !== 'float';
    noBool(dtype, `div_${kind}_cpu`);
    const f =
      kind === 'true'
        ? pair<F2>(() => (x, y) => x / y)
        : kind === 'trunc'
          ? pair<F2>((r) => (ints ? zeroDivision((x, y) => Math.trunc(x / y)) : (x, y) => Math.trunc(r(x / y))))
          : pair<F2>((r) => (ints ? zeroDivision((x, y) => Math.floor(x / y)) : (x, y) => r(floorDiv(x, y))));
    run2(out, f, a, b, dtype, kind === 'floor' ? bigFloor : bigTrunc, true);
  };
  const d = derivative('DivBackward2', ['self?other', 'other'], {
    self: (c) => (c.arg('rounding_mode') === null ? over(c, c.g, c.arg('other')) : c.call.zerosLike(c.g)),
    other: (c) => {
      if (c.arg('rounding_mode') !== null) return c.call.zerosLike(c.g);
      return times(c, c.call.neg(c.g), over(c, over(c, c.t('self'), c.arg('other')), c.arg('other')));
    },
  });
  const ds = derivative('DivBackward3', [], {
    self: (c) => (c.arg('rounding_mode') === null ? c.call.div(c.g, c.arg<Scalar>('other')) : c.call.zerosLike(c.g)),
  });
  const t: OpDef = { schema: 'div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor', kind: 'kernel', meta, kernel, derivative: d };
  const s: OpDef = { schema: 'div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor', kind: 'kernel', meta, kernel, derivative: ds };
  return [t, inplaceOf(t, { direct: true }), outOf(t, 'out_mode'), s, inplaceOf(s, { direct: true })];
}

const floorDivide = pair<F2>((r) => (a, b) => r(floorDiv(a, b)));
const floorDivideInt = pair<F2>(() => zeroDivision((a, b) => Math.floor(a / b)));

const floorDivideOps = ((): OpDef[] => {
  const kernel = (out: Tensor, a: Operand, b: Operand): void => {
    const dtype = commonType(a, b);
    noBool(dtype, 'div_floor_cpu');
    run2(out, dtype.category === 'float' ? floorDivide : floorDivideInt, a, b, dtype, bigFloor, true);
  };
  const meta = metaFor('common');
  const t: OpDef = { schema: 'floor_divide(Tensor self, Tensor other) -> Tensor', kind: 'kernel', meta, kernel };
  const s: OpDef = { schema: 'floor_divide.Scalar(Tensor self, Scalar other) -> Tensor', kind: 'kernel', meta, kernel };
  const inplace = inplaceOf(t, { direct: true });
  return [t, { ...inplace, schema: 'floor_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)' }, outOf(t), s, inplaceOf(s, { direct: true })];
})();

export const DIVISIONS: readonly OpDef[] = [
  ...divMode(),
  ...floorDivideOps,
  ...binary(
    'fmod',
    {
      f: () => (a, b) => a % b,
      ints: zeroDivision((a, b) => a % b),
      big: bigFmod,
      check: intCheck('fmod_cpu'),
      derivative: derivative('FmodBackward1', ['self?other', 'other?other'], {
        self: (c) => c.g,
        other: (c) => {
          const q = c.call.one('div.Tensor_mode', c.t('self'), c.arg('other'), 'trunc');
          return c.call.mul(c.call.neg(c.g), q);
        },
      }),
      scalarDerivative: pass('FmodBackward0'),
    },
    { scalar: 'Scalar', out: 'Tensor_out' },
  ),
  ...binary(
    'remainder',
    {
      f: () => remainder,
      ints: zeroDivision(remainder),
      big: bigRemainder,
      check: intCheck('remainder_cpu'),
      derivative: derivative('RemainderBackward1', ['self?other', 'other?other'], {
        self: (c) => c.g,
        other: (c) => {
          const q = c.call.one('div.Tensor_mode', c.t('self'), c.arg('other'), 'floor');
          return c.call.mul(c.call.neg(c.g), q);
        },
      }),
      scalarDerivative: pass('RemainderBackward0'),
    },
    { scalar: 'Scalar', out: 'Tensor_out' },
  ),
  {
    schema: 'remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor',
    kind: 'kernel',
    meta: (a: Scalar, b: Tensor) => elementwiseOut([a, b], commonType(a, b)),
    kernel: (out: Tensor, a: Scalar, b: Tensor) => {
      const d = commonType(a, b);
      noBool(d, 'remainder_cpu');
      run2(
        out,
        pair(() => (d.category === 'int' ? zeroDivision(remainder) : remainder)),
        a,
        b,
        d,
        bigRemainder,
      );
    },
    derivative: derivative('RemainderBackward1', ['other'], {
      other: (c) => {
        const self = c.call.one('scalar_tensor', c.arg('self'), c.g.dtype, null, c.g.device, null);
        return c.call.mul(c.call.neg(c.g), c.call.one('div.Tensor_mode', self, c.t('other'), 'floor'));
      },
    }),
  },
];

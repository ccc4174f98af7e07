/** Three operands and limits: where, masked_fill, clamp, nan_to_num; with `weighted.ts` addcmul, addcdiv, lerp. */
import { copyInto, fromBigInts, toBigInts } from '../tensor/access.ts';
import { bool, type DType } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { CPP, cppType } from '../tensor/promotion.ts';
import { empty } from '../tensor/create.ts';
import { broadcastSizes, isContiguous } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { bigInts, elementwiseOut, type F2, type F3, metaFor, pair, run1, run3 } from './elementwise.ts';
import { checked, number } from './making.ts';
import { exactly } from './exact.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from './op.ts';
import { inplaceOf, outOf } from './variants.ts';
import { addcdiv, addcmul, lerpScalar, lerpTensor } from './weighted.ts';
import { commonType, computesIn32, dest, expandTo, isTensor, numberOf, type Operand, operand, read } from './work.ts';

/** No `handle_r_to_c` here: of a real and a complex side the real one gets a complex gradient, which the engine refuses. */
function sameKind(c: BackwardContext, grad: Tensor, last: boolean): Tensor {
  const real = (name: string): boolean => c.needs(name) && c.like(name).dtype.category !== 'complex';
  if (!last || c.g.dtype.category !== 'complex' || !(real('self') || real('other'))) return grad;
  throw runtimeError(
    'Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be true, but got false.  ' +
      '(Could this error message be improved?  If so, please report an enhancement request to PyTorch.)',
  );
}

const whereSelf: OpDef = {
  schema: 'where.self(Tensor condition, Tensor self, Tensor other) -> Tensor',
  kind: 'kernel',
  meta: (cond: Tensor, a: Operand, b: Operand) => {
    if (cond.dtype !== bool && cond.dtype.name !== 'uint8') {
      throw runtimeError(`where expected condition to be a boolean tensor, but got a tensor with dtype ${CPP[cond.dtype.name]}`);
    }
    return elementwiseOut([cond, a, b], commonType(a, b));
  },
  kernel: (out: Tensor, cond: Tensor, a: Operand, b: Operand) => {
    const d = commonType(a, b);
    const c = operand(cond, bool, out.sizes);
    if (d.name === 'int64' && out.dtype === d) {
      const [x, y] = [bigInts(a, out.sizes), bigInts(b, out.sizes)];
      return fromBigInts(
        out,
        BigInt64Array.from({ length: out.numel }, (_, i) => ((typeof c === 'number' ? c : c[i]) !== 0 ? x(i) : y(i))),
      );
    }
    const o = dest(out);
    const x = operand(a, d, out.sizes);
    const y = operand(b, d, out.sizes);
    for (let i = 0; i < o.w.length; i++) {
      const from = (typeof c === 'number' ? c : c[i]) !== 0 ? x : y;
      o.w[i] = typeof from === 'number' ? from : from[i];
    }
    o.flush();
  },
  derivative: derivative('WhereBackward0', ['condition'], {
    self: (c) => sameKind(c, c.call.where(c.t('condition'), c.g, 0), true),
    other: (c) => sameKind(c, c.call.where(c.t('condition'), 0, c.g), !c.needs('self')),
  }),
};

/** A Python number in `where` becomes a 0-d tensor first, in the type of the other side where the kinds agree. */
const WHERE_FORMS: OpDef[] = (
  [
    ['ScalarSelf', 'Scalar self, Tensor other'],
    ['ScalarOther', 'Tensor self, Scalar other'],
    ['Scalar', 'Scalar self, Scalar other'],
  ] as const
).map(
  ([name, args]) =>
    ({
      schema: `where.${name}(Tensor condition, ${args}) -> Tensor`,
      kind: 'composite' as const,
      composite: (call, cond: Tensor, a: Operand, b: Operand) => {
        const d = commonType(a, b);
        // The number first, then the tensor brought to the common type.
        const number = (x: Operand): Tensor | null => (isTensor(x) ? null : call.one('scalar_tensor', x, d, 'strided', cond.device, null));
        const y = number(b);
        const x = number(a);
        const tensor = (t: Operand): Tensor => ((t as Tensor).dtype === d ? (t as Tensor) : call.one('to.dtype', t, d));
        return call.one('where.self', cond, x ?? tensor(a), y ?? tensor(b));
      },
    }) satisfies OpDef,
);

const maskCheck = (self: Tensor, mask: Tensor): void => {
  if (mask.dtype !== bool) throw runtimeError(`masked_fill_ only supports boolean masks, but got mask with dtype ${cppType(mask.dtype)}`);
  void self;
};

function fillMasked(out: Tensor, self: Tensor, mask: Tensor, value: Operand): void {
  if (typeof value === 'bigint' && out.dtype.name === 'int64') {
    const v = BigInt(number(value, out.dtype));
    const k = read(expandTo(mask, out.sizes), bool);
    return fromBigInts(
      out,
      toBigInts(expandTo(self, out.sizes)).map((s, i) => (k[i] !== 0 ? v : s)),
    );
  }
  const numbers = (): void => {
    const o = dest(out);
    const s = operand(self, out.dtype, out.sizes);
    const k = operand(mask, bool, out.sizes);
    const v = operand(isTensor(value) ? value : checked(value, out.dtype), out.dtype, out.sizes) as number;
    for (let i = 0; i < o.w.length; i++) o.w[i] = (typeof k === 'number' ? k : k[i]) !== 0 ? v : typeof s === 'number' ? s : s[i];
    o.flush();
  };
  exactly(out, out.dtype, [self, mask, value], numbers, (s, k, v) => (k !== 0n ? v : s));
}

/** The out-of-place form meets the mask first, as `expand_outplace(mask, self)` does. */
const maskedFill = (form: 'Scalar' | 'Tensor', written: boolean): OpDef => ({
  schema: `masked_fill.${form}(Tensor self, Tensor mask, ${form} value) -> Tensor`,
  kind: 'kernel',
  meta: (self: Tensor, mask: Tensor, value: Operand) => {
    maskCheck(self, mask);
    if (isTensor(value) && value.dim > 0) {
      throw runtimeError(`masked_fill_ only supports a 0-dimensional value tensor, but got tensor with ${value.dim} dimension(s).`);
    }
    if (!written) broadcastSizes(mask.sizes, self.sizes);
    // `self.clone(at::MemoryFormat::Contiguous)` is filled.
    const out = elementwiseOut([self, mask], self.dtype);
    return isContiguous(out.sizes, out.strides) ? out : empty(out.sizes, out.dtype, { device: out.device });
  },
  kernel: fillMasked,
  derivative:
    form === 'Scalar'
      ? derivative('MaskedFillBackward0', ['mask'], { self: (c) => c.call.maskedFill(c.g, c.t('mask'), 0) })
      : derivative('MaskedFillBackward1', ['mask'], {
          self: (c) => c.call.maskedFill(c.g, c.t('mask'), 0),
          value: (c) => c.call.one('sum', c.call.where(c.t('mask'), c.g, 0)),
        }),
});

/** clamp: the bounds join the promotion; a bound of None is no bound. */
const clampF =
  (lo: number | null, hi: number | null) =>
  (x: number): number => {
    if (x !== x) return x;
    let v = x;
    if (lo !== null) v = lo !== lo ? NaN : v < lo ? lo : v;
    if (hi !== null) v = hi !== hi ? NaN : v > hi ? hi : v;
    return v;
  };

const bounds = (xs: readonly (Operand | null)[]): Operand[] => xs.filter((x): x is Operand => x !== null);

const zeroScalar = (c: BackwardContext): Tensor => c.call.one('scalar_tensor', c.call.float(0), c.g.dtype, 'strided', c.g.device, null);

/** A bound as a double. Elements beyond 2^53 are refused, so a bound out there on its own side binds nothing. */
function bound(s: Scalar, d: DType, side: 1 | -1): number {
  const far = typeof s === 'bigint' && d.name === 'int64' && s > 0 === side > 0;
  return far ? Number(number(s, d)) : checked(s, d);
}

const clampScalar: OpDef = {
  schema: 'clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, lo: Scalar | null, hi: Scalar | null) => {
    if (lo === null && hi === null) throw runtimeError("torch.clamp: At least one of 'min' or 'max' must not be None");
    return elementwiseOut([self], commonType(self, ...bounds([lo, hi])));
  },
  kernel: (out: Tensor, self: Tensor, lo: Scalar | null, hi: Scalar | null) => {
    const d = commonType(self, ...bounds([lo, hi]));
    const r = computesIn32(d) ? Math.fround : (x: number): number => x;
    const f = clampF(lo === null ? null : r(bound(lo, d, -1)), hi === null ? null : r(bound(hi, d, 1)));
    const [low, high] = [lo, hi].map((x, i) => (x === null || d.name !== 'int64' ? null : BigInt(bound(x, d, i === 0 ? -1 : 1))));
    exactly(
      out,
      d,
      [self],
      () => run1(out, { f32: f, f64: f }, self, d),
      (x) => {
        const raised = low !== null && low > x ? low : x;
        return high !== null && raised > high ? high : raised;
      },
    );
  },
  derivative: derivative('ClampBackward1', ['self'], {
    self: (c) => {
      const k = c.call;
      const [x, lo, hi] = [c.t('self'), c.arg<Scalar | null>('min'), c.arg<Scalar | null>('max')];
      if (lo === null && hi === null) return c.g;
      const zero = zeroScalar(c);
      const test =
        lo === null
          ? k.one('le.Scalar', x, hi)
          : hi === null
            ? k.one('ge.Scalar', x, lo)
            : k.one('logical_and_', k.one('ge.Scalar', x, lo), k.one('le.Scalar', x, hi));
      return k.where(test, c.g, zero);
    },
  }),
};

const clampTensor: OpDef = {
  schema: 'clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, lo: Tensor | null, hi: Tensor | null) => {
    if (lo === null && hi === null) throw runtimeError("torch.clamp: At least one of 'min' or 'max' must not be None");
    return metaFor('common')(self, ...bounds([lo, hi]));
  },
  kernel: (out: Tensor, self: Tensor, lo: Tensor | null, hi: Tensor | null) => {
    const d = commonType(self, ...bounds([lo, hi]));
    run3(
      out,
      pair<F3>(() => (x, a, b) => clampF(lo === null ? null : a, hi === null ? null : b)(x)),
      self,
      lo ?? 0,
      hi ?? 0,
      d,
    );
  },
  derivative: derivative('ClampBackward0', ['self', 'min', 'max'], {
    self: (c) => {
      const k = c.call;
      const [x, lo, hi] = [c.t('self'), c.arg<Tensor | null>('min'), c.arg<Tensor | null>('max')];
      if (!lo && !hi) return c.g;
      const zero = zeroScalar(c);
      const test = !lo
        ? k.one('le.Tensor', x, hi)
        : !hi
          ? k.one('ge.Tensor', x, lo)
          : k.one('logical_and', k.one('ge.Tensor', x, lo), k.one('le.Tensor', x, hi));
      return k.where(test, c.g, zero);
    },
    'min,max': (c) => {
      const k = c.call;
      const [x, lo, hi] = [c.t('self'), c.arg<Tensor | null>('min'), c.arg<Tensor | null>('max')];
      const zero = zeroScalar(c);
      let [gl, gh]: [Tensor | null, Tensor | null] = [null, null];
      if (lo && hi) {
        if (c.needs('min')) {
          const m = k.one('lt.Tensor', x, lo);
          gl = k.where(k.one('logical_and_', m, k.one('lt.Tensor', lo, hi)), c.g, zero);
        }
        if (c.needs('max')) {
          const m = k.one('gt.Tensor', x, hi);
          gh = k.where(k.one('logical_or_', m, k.one('gt.Tensor', lo, hi)), c.g, zero);
        }
      } else if (lo && c.needs('min')) gl = k.where(k.one('lt.Tensor', x, lo), c.g, zero);
      else if (hi && c.needs('max')) gh = k.where(k.one('gt.Tensor', x, hi), c.g, zero);
      return [gl, gh];
    },
  }),
};

const oneSided = (name: 'clamp_min' | 'clamp_max'): OpDef[] => {
  const bound = name === 'clamp_min' ? 'min' : 'max';
  const [keep, drop] = name === 'clamp_min' ? ['ge', 'lt'] : ['le', 'gt'];
  const f: F2 = name === 'clamp_min' ? (x, b) => (x !== x || b !== b ? NaN : x < b ? b : x) : (x, b) => (x !== x || b !== b ? NaN : x > b ? b : x);
  const kernel = (out: Tensor, a: Tensor, b: Operand): void =>
    run3(
      out,
      pair<F3>(() => (x, y) => f(x, y)),
      a,
      b,
      0,
      commonType(a, b),
    );
  const meta = (a: Tensor, b: Operand): Tensor => metaFor('common')(a, b);
  const big = name === 'clamp_min' ? 'Min' : 'Max';
  const s: OpDef = {
    schema: `${name}(Tensor self, Scalar ${bound}) -> Tensor`,
    kind: 'kernel',
    meta,
    kernel,
    derivative: derivative(`Clamp${big}Backward0`, ['self'], {
      self: (c) => {
        const zero = zeroScalar(c);
        return c.call.where(c.call.one(`${keep}.Scalar`, c.t('self'), c.arg(bound)), c.g, zero);
      },
    }),
  };
  const t: OpDef = {
    schema: `${name}.Tensor(Tensor self, Tensor ${bound}) -> Tensor`,
    kind: 'kernel',
    meta,
    kernel,
    derivative: derivative(`Clamp${big}Backward1`, ['self', bound], {
      self: (c) => {
        const zero = zeroScalar(c);
        return c.call.where(c.call.one(`${keep}.Tensor`, c.t('self'), c.t(bound)), c.g, zero);
      },
      [bound]: (c) => {
        const zero = zeroScalar(c);
        return c.call.where(c.call.one(`${drop}.Tensor`, c.t('self'), c.t(bound)), c.g, zero);
      },
    }),
  };
  return [s, inplaceOf(s, { direct: true }), outOf(s), t, inplaceOf(t, { direct: true }), outOf(t, 'Tensor_out')];
};

const clip = (form: '' | '.Tensor'): OpDef[] => {
  const type = form ? 'Tensor' : 'Scalar';
  return [
    {
      schema: `clip${form}(Tensor self, ${type}? min=None, ${type}? max=None) -> Tensor`,
      kind: 'composite',
      composite: (call, x: Tensor, lo: Operand | null, hi: Operand | null) => call.one(`clamp${form}`, x, lo, hi),
    },
    {
      schema: `clip_${form}(Tensor(a!) self, ${type}? min=None, ${type}? max=None) -> Tensor(a!)`,
      kind: 'composite',
      composite: (call, x: Tensor, lo: Operand | null, hi: Operand | null) => call.one(`clamp_${form}`, x, lo, hi),
    },
  ];
};

const MAX: Readonly<Record<string, number>> = { float32: 3.4028234663852886e38, float64: Number.MAX_VALUE, float16: 65504, bfloat16: 3.3895313892515355e38 };

const nanToNum: OpDef = {
  schema: 'nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor) => metaFor('common')(a),
  kernel: (out: Tensor, a: Tensor, nan: Scalar | null, pos: Scalar | null, neg: Scalar | null) => {
    if (a.dtype.category !== 'float') {
      copyInto(out, a);
      return;
    }
    const big = MAX[a.dtype.name];
    const [n, p, q] = [nan === null ? 0 : numberOf(nan), pos === null ? big : numberOf(pos), neg === null ? -big : numberOf(neg)];
    const f = (x: number): number => (x !== x ? n : x === Infinity ? p : x === -Infinity ? q : x);
    run1(out, { f32: f, f64: f }, a, a.dtype);
  },
  derivative: derivative('NanToNumBackward0', ['self'], { self: (c) => c.call.mul(c.g, c.call.u('isfinite', c.t('self'))) }),
};

const where1: OpDef = {
  schema: 'where(Tensor condition) -> Tensor[]',
  kind: 'composite',
  composite: (call, cond: Tensor) => call.many('nonzero_numpy', cond),
};

const pairOf = (d: OpDef, out?: string): OpDef[] => [d, inplaceOf(d, { direct: true }), ...(out ? [outOf(d, out)] : [])];
const masked = (form: 'Scalar' | 'Tensor'): OpDef[] => {
  const d = maskedFill(form, false);
  return [d, inplaceOf(maskedFill(form, true))];
};

export const TERNARY: readonly OpDef[] = [
  ...pairOf(addcmul, 'out'),
  ...pairOf(addcdiv, 'out'),
  ...pairOf(lerpScalar, 'Scalar_out'),
  ...pairOf(lerpTensor, 'Tensor_out'),
  whereSelf,
  outOf(whereSelf, 'self_out'),
  ...WHERE_FORMS,
  where1,
  ...masked('Scalar'),
  ...masked('Tensor'),
  ...pairOf(clampScalar, 'out'),
  ...pairOf(clampTensor, 'Tensor_out'),
  ...oneSided('clamp_min'),
  ...oneSided('clamp_max'),
  ...clip(''),
  ...clip('.Tensor'),
  ...pairOf(nanToNum, 'out'),
];

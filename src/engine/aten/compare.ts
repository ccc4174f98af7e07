/** Comparisons and logic: bool results, or bitwise ones in the common type. */
import { bool } from '../tensor/dtype.ts';
import { notImplementedFor } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import { broadcastSizes } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type Big2, elementwiseOut, type F2, pair, run2 } from './elementwise.ts';
import { derivative, type OpDef } from './op.ts';
import { inplaceOf, outOf, ownPlaces, sameShape } from './variants.ts';
import { commonType, isTensor, type Operand } from './work.ts';

const bit = (x: boolean): number => (x ? 1 : 0);
const bigBit = (x: boolean): bigint => (x ? 1n : 0n);

const COMPARE: Readonly<Record<string, F2>> = {
  eq: (a, b) => bit(a === b),
  ne: (a, b) => bit(a !== b),
  lt: (a, b) => bit(a < b),
  le: (a, b) => bit(a <= b),
  gt: (a, b) => bit(a > b),
  ge: (a, b) => bit(a >= b),
};

/** int64 beyond 2^53. */
const BIG_COMPARE: Readonly<Record<string, Big2>> = {
  eq: (a, b) => bigBit(a === b),
  ne: (a, b) => bigBit(a !== b),
  lt: (a, b) => bigBit(a < b),
  le: (a, b) => bigBit(a <= b),
  gt: (a, b) => bigBit(a > b),
  ge: (a, b) => bigBit(a >= b),
};

const LOGICAL: Readonly<Record<string, F2>> = {
  logical_and: (a, b) => bit(a !== 0 && b !== 0),
  logical_or: (a, b) => bit(a !== 0 || b !== 0),
  logical_xor: (a, b) => bit((a !== 0) !== (b !== 0)),
};

const BITWISE: Readonly<Record<string, Big2>> = {
  bitwise_and: (a, b) => a & b,
  bitwise_or: (a, b) => a | b,
  bitwise_xor: (a, b) => a ^ b,
};

const SHIFT: Readonly<Record<string, Big2>> = {
  bitwise_left_shift: (a, b) => (b < 0n || b >= 64n ? 0n : BigInt.asIntN(64, a << b)),
  bitwise_right_shift: (a, b) => a >> (b < 0n || b >= 64n ? 63n : b),
};

const both = (f: F2): ReturnType<typeof pair<F2>> => ({ f32: f, f64: f });

function boolOps(name: string, f: F2, forms: readonly string[]): OpDef[] {
  const meta = (a: Operand, b: Operand): Tensor => elementwiseOut([a, b], bool);
  const kernel = (out: Tensor, a: Operand, b: Operand): void => run2(out, both(f), a, b, commonType(a, b), BIG_COMPARE[name]);
  return forms.flatMap((form) => {
    const scalar = form === 'Scalar';
    const def: OpDef = {
      schema: `${name}${form && `.${form}`}(Tensor self, ${scalar ? 'Scalar' : 'Tensor'} other) -> Tensor`,
      kind: 'kernel',
      meta,
      kernel,
    };
    // The result of an in-place comparison keeps the type of `self`.
    const title = `${name[0].toUpperCase()}${name.slice(1)}`;
    const inplace: OpDef = {
      ...inplaceOf(def),
      ...(form === '' ? {} : { derivative: derivative(`${title}Backward${scalar ? 0 : 1}`, [], { self: (c) => c.call.zerosLike(c.g) }) }),
      meta: (self: Tensor, other: Operand) => {
        if (isTensor(other)) sameShape(self, broadcastSizes(self.sizes, other.sizes));
        ownPlaces(self);
        return self;
      },
      kernel: (self: Tensor, a: Tensor, b: Operand) => run2(self, both(f), a, b, commonType(a, b), BIG_COMPARE[name]),
    };
    return [def, inplace, outOf(def, form === '' ? 'out' : `${form}_out`)];
  });
}

function bitOps(name: string, big: Big2): OpDef[] {
  const f: F2 = (a, b) => Number(big(BigInt(a), BigInt(b)));
  const meta = (a: Operand, b: Operand): Tensor => {
    const d = commonType(a, b);
    return elementwiseOut([a, b], d);
  };
  const kernel = (out: Tensor, a: Operand, b: Operand): void => {
    const d = commonType(a, b);
    const shift = /(l|r)\w+_shift/.exec(name);
    if (d.category === 'float' || (shift && d.category === 'bool')) throw notImplementedFor(shift ? `${shift[1]}shift_cpu` : `${name}_cpu`, CPP[d.name]);
    run2(out, both(small(name, f)), a, b, d, big);
  };
  return ['Tensor', 'Scalar'].flatMap((form) => {
    const schema =
      form === 'Tensor' || !name.includes('shift')
        ? `${name}.${form}(Tensor self, ${form} other) -> Tensor`
        : `${name}.Tensor_Scalar(Tensor self, Scalar other) -> Tensor`;
    const def: OpDef = { schema, kind: 'kernel', meta, kernel };
    return [
      def,
      inplaceOf(def, { direct: true }),
      outOf(def, form === 'Tensor' ? 'Tensor_out' : schema.includes('Tensor_Scalar') ? 'Tensor_Scalar_out' : 'Scalar_out'),
    ];
  });
}

/** `x << 1` has operators of its own, with the kernels of the named ones. */
function shifts(name: string, written: string, like: 'bitwise_left_shift' | 'bitwise_right_shift'): OpDef[] {
  const [plain] = bitOps(like, SHIFT[like]);
  return ['Tensor', 'Scalar'].flatMap((form): OpDef[] => [
    { ...plain, schema: `${name}.${form}(Tensor self, ${form} other) -> Tensor` },
    { ...inplaceOf(plain, { direct: true }), schema: `${written}.${form}(Tensor(a!) self, ${form} other) -> Tensor(a!)` },
  ]);
}

/** 32-bit operands need no 64-bit arithmetic. */
function small(name: string, exact: F2): F2 {
  const fits = (x: number): boolean => (x | 0) === x;
  switch (name) {
    case 'bitwise_and':
      return (a, b) => (fits(a) && fits(b) ? a & b : exact(a, b));
    case 'bitwise_or':
      return (a, b) => (fits(a) && fits(b) ? a | b : exact(a, b));
    case 'bitwise_xor':
      return (a, b) => (fits(a) && fits(b) ? a ^ b : exact(a, b));
    default:
      return exact;
  }
}

const twin = (name: string, target: string): OpDef[] =>
  ['Tensor', 'Scalar'].flatMap(
    (form) =>
      [
        {
          schema: `${name}.${form}(Tensor self, ${form} other) -> Tensor`,
          kind: 'composite' as const,
          composite: (call, a: Tensor, b: Operand) => call.one(`${target}.${form}`, a, b),
        },
        {
          schema: `${name}_.${form}(Tensor(a!) self, ${form} other) -> Tensor(a!)`,
          kind: 'composite' as const,
          composite: (call, a: Tensor, b: Operand) => call.one(`${target}_.${form}`, a, b),
        },
      ] satisfies OpDef[],
  );

const dunder = (name: string, target: string): OpDef[] =>
  ['Tensor', 'Scalar'].map(
    (form) =>
      ({
        schema: `${name}.${form}(Tensor self, ${form} other) -> Tensor`,
        kind: 'composite' as const,
        composite: (call, a: Tensor, b: Operand) => call.one(`${target}.${form}`, a, b),
      }) satisfies OpDef,
  );

export const COMPARISONS: readonly OpDef[] = [
  ...Object.entries(COMPARE).flatMap(([n, f]) => boolOps(n, f, ['Tensor', 'Scalar'])),
  ...Object.entries(LOGICAL).flatMap(([n, f]) => boolOps(n, f, [''])),
  ...Object.entries(BITWISE).flatMap(([n, f]) => bitOps(n, f)),
  ...Object.entries(SHIFT).flatMap(([n, f]) => bitOps(n, f)),
  ...Object.keys(SHIFT).map((n): OpDef => ({ ...bitOps(n, SHIFT[n])[0], schema: `${n}.Scalar_Tensor(Scalar self, Tensor other) -> Tensor` })),
  ...shifts('__lshift__', '__ilshift__', 'bitwise_left_shift'),
  ...shifts('__rshift__', '__irshift__', 'bitwise_right_shift'),
  ...twin('greater', 'gt'),
  ...twin('greater_equal', 'ge'),
  ...twin('less', 'lt'),
  ...twin('less_equal', 'le'),
  ...twin('not_equal', 'ne'),
  ...dunder('__and__', 'bitwise_and'),
  ...dunder('__or__', 'bitwise_or'),
  ...dunder('__xor__', 'bitwise_xor'),
];

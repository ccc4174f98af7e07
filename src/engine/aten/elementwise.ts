/**
 * Elementwise operators: shape rule (broadcast, promotion, layout) and loops.
 *
 * An operator gives its arithmetic as a function made for a rounding: `(r) => (a, b) => r(r(a * b) + c)`; `r` is
 * Math.fround where PyTorch computes in float32 and the identity in float64. One step needs no `r`: storing rounds.
 * Idea: TensorIterator, much reduced.
 */
import { fromBigInts, toBigInts, toFloat32, type Working } from '../tensor/access.ts';
import { emptyAs, emptyStrided } from '../tensor/create.ts';
import { bool, type DType } from '../tensor/dtype.ts';
import { Unsupported } from '../tensor/errors.ts';
import { elementwiseLayout } from '../tensor/layout.ts';
import { floatFor } from '../tensor/promotion.ts';
import { isDense, sameSizes } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { Loop1, Loop2, Loop3 } from './loops.ts';
import { commonOfTwo, commonType, computesIn32, dest, expandTo, isTensor, numberOf, type Operand, operand } from './work.ts';

export type Round = (x: number) => number;
export type F1 = (a: number) => number;
export type F2 = (a: number, b: number) => number;
export type F3 = (a: number, b: number, c: number) => number;
export type Make<F> = (r: Round) => F;

const identity: Round = (x) => x;
/** Both roundings of one function. */
export interface Pair<F> {
  readonly f32: F;
  readonly f64: F;
  /** The same for whole arrays, where it is written out (`loops.ts`). */
  readonly loop?: (F extends F1 ? Loop1 : F extends F2 ? Loop2 : Loop3) | undefined;
}
export const pair = <F>(make: Make<F>, loop?: Pair<F>['loop']): Pair<F> => ({ f32: make(Math.fround), f64: make(identity), loop });
export const pick = <F>(p: Pair<F>, d: DType): F => (computesIn32(d) ? p.f32 : p.f64);

/** How the result's type follows from the common type. */
export type ResultRule = 'common' | 'float' | 'bool';

export function computeType(rule: ResultRule, operands: readonly Operand[]): DType {
  const [a, b] = operands;
  const c = operands.length === 2 ? commonOfTwo(a, b) : operands.length === 1 && isTensor(a) ? a.dtype : commonType(...operands);
  return rule === 'float' ? floatFor(c) : c;
}

/** Allocates the result of an elementwise operator over these operands. */
export function elementwiseOut(operands: readonly Operand[], dtype: DType): Tensor {
  const plain = plainLead(operands);
  if (plain !== null) return emptyAs(plain, dtype);
  const tensors = operands.filter(isTensor);
  const { sizes, strides } = elementwiseLayout(tensors);
  const lead = tensors.find((t) => t.dim > 0 || t.device.type !== 'cpu') ?? tensors[0];
  return emptyStrided(sizes, strides, dtype, lead ? { device: lead.device } : {});
}

/** The first of operands that are all numbers or contiguous and of one shape: the result is laid out as they are. */
function plainLead(operands: readonly Operand[]): Tensor | null {
  let lead: Tensor | null = null;
  for (const x of operands) {
    if (!(x instanceof Tensor)) continue;
    if (!isDense(x.sizes, x.strides)) return null;
    if (lead === null) lead = x;
    else if (!sameSizes(x.sizes, lead.sizes)) return null;
  }
  return lead !== null && lead.sizes.length > 0 ? lead : null;
}

export const metaFor =
  (rule: ResultRule) =>
  (...operands: Operand[]): Tensor =>
    elementwiseOut(operands, rule === 'bool' ? bool : computeType(rule, operands));

export function loop1(f: F1, a: number | Working, out: Working): void {
  if (typeof a === 'number') out.fill(f(a));
  else for (let i = 0, n = out.length; i < n; i++) out[i] = f(a[i]);
}

export function loop2(f: F2, a: number | Working, b: number | Working, out: Working): void {
  const n = out.length;
  if (typeof a === 'number') {
    if (typeof b === 'number') out.fill(f(a, b));
    else for (let i = 0; i < n; i++) out[i] = f(a, b[i]);
  } else if (typeof b === 'number') for (let i = 0; i < n; i++) out[i] = f(a[i], b);
  else for (let i = 0; i < n; i++) out[i] = f(a[i], b[i]);
}

export function loop3(f: F3, a: number | Working, b: number | Working, c: number | Working, out: Working): void {
  const n = out.length;
  for (let i = 0; i < n; i++) {
    out[i] = f(typeof a === 'number' ? a : a[i], typeof b === 'number' ? b : b[i], typeof c === 'number' ? c : c[i]);
  }
}

export function run1(out: Tensor, f: Pair<F1>, a: Tensor, dtype: DType): void {
  const d = dest(out);
  const x = operand(a, dtype, out.sizes);
  if (f.loop !== undefined && typeof x !== 'number') f.loop(x, d.w);
  else loop1(pick(f, dtype), x, d.w);
  d.flush();
}

export type Big2 = (a: bigint, b: bigint) => bigint;

/** `exact`: a single number on the right keeps its float32 value beside half-precision tensors (opmath scalars). */
export function run2(out: Tensor, f: Pair<F2>, a: Operand, b: Operand, dtype: DType, big?: Big2, exact = false): void {
  if (big && dtype.name === 'int64') {
    runInt(out, f.f64, a, b, dtype, big);
    return;
  }
  const d = dest(out);
  const x = operand(a, dtype, out.sizes, exact);
  const y = exact && isTensor(b) && b.numel === 1 && computesIn32(dtype) ? toFloat32(b)[0] : operand(b, dtype, out.sizes, exact);
  if (f.loop !== undefined) f.loop(x, y, d.w);
  else loop2(pick(f, dtype), x, y, d.w);
  d.flush();
}

export function run3(out: Tensor, f: Pair<F3>, a: Operand, b: Operand, c: Operand, dtype: DType, exact = false): void {
  const d = dest(out);
  const [x, y, z] = [operand(a, dtype, out.sizes), operand(b, dtype, out.sizes), operand(c, dtype, out.sizes, exact)];
  if (f.loop !== undefined) f.loop(x, y, z, d.w);
  else loop3(pick(f, dtype), x, y, z, d.w);
  d.flush();
}

const LIMIT = 2 ** 53;

/** An operand as exact integers, by the place in the result. */
export function bigInts(x: Operand, sizes: readonly number[]): (i: number) => bigint {
  if (!isTensor(x)) {
    const v = typeof x === 'bigint' ? BigInt.asIntN(64, x) : BigInt(numberOf(x));
    return () => v;
  }
  const w = toBigInts(expandTo(x, sizes));
  return (i) => w[i];
}

/** int64 in doubles while that is exact, else once more in 64-bit integers. */
function runInt(out: Tensor, f: F2, a: Operand, b: Operand, dtype: DType, big: Big2): void {
  try {
    const d = dest(out);
    loop2(f, operand(a, dtype, out.sizes), operand(b, dtype, out.sizes), d.w);
    let exact = true;
    for (let i = 0; i < d.w.length && exact; i++) exact = Math.abs(d.w[i]) < LIMIT;
    if (exact) {
      d.flush();
      return;
    }
  } catch (e) {
    if (!(e instanceof Unsupported)) throw e;
  }
  const n = out.numel;
  const [x, y] = [bigInts(a, out.sizes), bigInts(b, out.sizes)];
  const res = new BigInt64Array(n);
  for (let i = 0; i < n; i++) res[i] = big(x(i), y(i));
  fromBigInts(out, res);
}

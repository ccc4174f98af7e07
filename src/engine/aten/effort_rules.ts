/**
 * Operators whose cost grows faster than their tensors (effort.ts has the unit). Imported by the families that hold them.
 */
import { Tensor } from '../tensor/tensor.ts';
import { type Rule, useEffortRules } from './effort.ts';
import type { Arg, Ret } from './op.ts';

const isOne = (x: unknown): x is Tensor => x instanceof Tensor;

const PRODUCT = 1 / 32;

const last = (t: Tensor | undefined, back = 1): number => t?.sizes[t.sizes.length - back] ?? 1;
const columns = (t: Tensor | undefined): number => (t && t.sizes.length > 1 ? last(t) : 1);
const firstOf = (out: Ret): number => (Array.isArray(out) ? firstOf(out[0]) : isOne(out) ? out.numel : 0);
const windowOf = (size: Arg): number => (Array.isArray(size) ? size : [size]).reduce<number>((a, b) => a * Math.max(1, Number(b) || 1), 1);
const filter = (weight: Tensor | undefined): number => (weight ? weight.numel / Math.max(1, weight.sizes[0]) : 1);

/** Two operands multiplied, the first of them `at` places in. */
const product =
  (at: number): Rule =>
  (t) =>
    (t[at]?.numel ?? 0) * columns(t[at + 1]) * PRODUCT;
/** A matrix factored, inverted, solved: cubic in its size, some sweeps. */
const swept =
  (sweeps: number): Rule =>
  (t) =>
    (t[0]?.numel ?? 0) * Math.max(...(t[0]?.sizes.slice(-2) ?? [1])) * sweeps;
const factored = swept(2);
/** Functions that are series or continued fractions: so many times an elementary one's work. */
const series =
  (times: number): Rule =>
  (_t, out) =>
    firstOf(out) * times;
const sorted: Rule = (t) => (t[0]?.numel ?? 0) * Math.log2(2 + (t[0]?.numel ?? 0)) * 0.5;
const convolved = (input: Tensor | undefined, weight: Tensor | undefined, places: number, transposed: boolean): number =>
  (transposed ? (input?.numel ?? 0) : places) * filter(weight) * PRODUCT;
/** Queries times keys, and the weights times values. */
const attended: Rule = (t) => 2 * (t[0]?.numel ?? 0) * last(t[1], 2) * PRODUCT;
const pooled: Rule = (_t, out, args) => firstOf(out) * windowOf(args[1]);
const distances: Rule = (t, out) => Math.max(firstOf(out), t[t.length - 1]?.numel ?? 0) * last(t[0]);

/** By base name; an operator without a row costs its largest tensor. */
const RULES: Readonly<Record<string, Rule>> = {
  mm: product(0),
  bmm: product(0),
  mv: product(0),
  addmm: product(1),
  addmv: product(1),
  baddbmm: product(1),
  addbmm: product(1),
  convolution: (t, out, args) => convolved(t[0], t[1], firstOf(out), args[6] === true),
  convolution_backward: (t, _out, args) => 2 * convolved(t[1], t[2], t[0]?.numel ?? 0, args[7] === true),
  _scaled_dot_product_flash_attention_for_cpu: attended,
  _scaled_dot_product_flash_attention_for_cpu_backward: (t, out, args) => 2.5 * attended(t.slice(1), out, args),
  _trilinear: (t) => t.slice(0, 3).reduce((n, x) => n * Math.max(1, x.numel), 1) * PRODUCT,
  max_pool1d_with_indices: pooled,
  max_pool2d_with_indices: pooled,
  max_pool3d_with_indices: pooled,
  avg_pool1d: pooled,
  avg_pool2d: pooled,
  avg_pool3d: pooled,
  _cdist_forward: distances,
  _cdist_backward: (t) => (t[3]?.numel ?? 0) * last(t[1]),
  _pdist_forward: distances,
  _pdist_backward: (t) => (t[2]?.numel ?? 0) * last(t[1]),
  renorm: (t) => (t[0]?.numel ?? 0) * 2,
  _linalg_svd: swept(20),
  _linalg_eigh: swept(10),
  linalg_lstsq: swept(12),
  polygamma: series(14),
  special_zeta: series(6),
  upsample_bicubic2d: series(4),
};

const FACTORED = /^_?linalg_(?!vector_norm|norm|cross|check_errors)|^cholesky|^geqrf|^lu_|^triangular_solve|^ormqr/;
const SORTED = /sort|^topk|^kthvalue|median|^mode|^_?unique|quantile|^searchsorted|^bucketize|^isin|^_fft_/;

useEffortRules((base) => RULES[base] ?? (FACTORED.test(base) ? factored : SORTED.test(base) ? sorted : null));

/**
 * What operators of the table do with complex tensors: shape rules where they differ, and kernels.
 *
 * Three kinds. *By parts*: operators that are linear over the reals, and those that only move elements, run their own
 * kernel on the real and on the imaginary part. *Bilinear*: products run it four times. The rest is given here, element
 * by element. What has no form is refused by name.
 */
import { copyInto } from '../../tensor/access.ts';
import { fromComplex, toComplex } from '../../tensor/complex.ts';
import { empty } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { Unsupported } from '../../tensor/errors.ts';
import { broadcastSizes, numelOf } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import type { Arg, Op, Scalar } from '../op.ts';
import { numberOf, write } from '../work.ts';
import * as c from './arithmetic.ts';
import { refusalOf } from './refusals.ts';
import { fillPairs, type Pair, pairOf, pairs } from './numbers.ts';
import {
  bilinear,
  drawn,
  filled,
  map1,
  map2,
  ofMagnitudes,
  own,
  parts,
  scan,
  spread,
  toBool,
  toReal,
  type Meta,
  type Form,
  type Find,
  type Maker,
} from './makers.ts';

const plus = (a: Pair, b: Pair): Pair => [a[0] + b[0], a[1] + b[1]];
const less = (a: Pair, b: Pair): Pair => [a[0] - b[0], a[1] - b[1]];
const neg = (z: Pair): Pair => [-z[0], -z[1]];
const one: Pair = [1, 0];
const equal = (a: Pair, b: Pair): boolean => a[0] === b[0] && a[1] === b[1];

/** Both forms of the formula, chosen by the size of the weight (native/cpu/LerpKernel.cpp). */
const lerp: Maker = () => ({
  kernel: (out: Tensor, a: Arg, b: Arg, weight: Arg) => {
    const [x, y] = [a, b].map((t) => pairs(t as Tensor, out.sizes));
    const w = weight instanceof Tensor ? pairs(weight, out.sizes) : () => pairOf(weight as Scalar);
    fillPairs(out, (i) => {
      const [s, e, v] = [x(i), y(i), w(i)];
      const d: Pair = [e[0] - s[0], e[1] - s[1]];
      if (v[0] * v[0] + v[1] * v[1] < 0.25) {
        const p = c.mul(v, d);
        return [s[0] + p[0], s[1] + p[1]];
      }
      const p = c.mul(d, [1 - v[0], -v[1]]);
      return [e[0] - p[0], e[1] - p[1]];
    });
  },
});

/** `self * beta + alpha * (a @ b)`, by the product's own form. */
const added =
  (product: string, left: string, right: string): Maker =>
  (op, find) => ({
    kernel: (out, ...args) => {
      const at = (n: string): Arg => args[op.sig.positions.get(n) as number];
      const [a, b] = [at(left) as Tensor, at(right) as Tensor];
      const form = formOf(find(product), find);
      const ab = empty(out.sizes, out.dtype, { device: out.device });
      form.kernel?.(ab, a, b);
      const [x, y] = [pairs(at('self') as Tensor, out.sizes), toComplex(ab)];
      const [beta, alpha] = [pairOf(at('beta') as Scalar), pairOf(at('alpha') as Scalar)];
      fillPairs(out, (i) => {
        const p = c.mul(alpha, [y[2 * i], y[2 * i + 1]]);
        const s = beta[0] === 0 && beta[1] === 0 ? [0, 0] : c.mul(beta, x(i));
        return [p[0] + s[0], p[1] + s[1]];
      });
    },
  });

const FORMS: Readonly<Record<string, Maker>> = {
  // Moves and linear operators.
  'add.Tensor': parts('self', 'other'),
  'add.Scalar': parts('self', 'other'),
  'sub.Tensor': parts('self', 'other'),
  'sub.Scalar': parts('self', 'other'),
  'rsub.Tensor': parts('self', 'other'),
  'rsub.Scalar': parts('self', 'other'),
  neg: map1(neg),
  sum: parts('self'),
  'sum.dim_IntList': parts('self'),
  mean: parts('self'),
  'mean.dim': parts('self'),
  cumsum: parts('self'),
  cat: parts('tensors'),
  stack: parts('tensors'),
  'fill.Scalar': filled('value'),
  index_select: parts('self'),
  gather: parts('self'),
  roll: parts('self'),
  flip: parts('self'),
  triu: parts('self'),
  tril: parts('self'),
  'where.self': parts('self', 'other'),
  'where.ScalarOther': parts('self', 'other'),
  'where.ScalarSelf': parts('self', 'other'),
  'masked_fill.Scalar': parts('self', 'value'),
  'masked_fill.Tensor': parts('self', 'value'),
  constant_pad_nd: parts('self', 'value'),
  repeat: parts('self'),
  'index.Tensor': parts('self'),
  slice_backward: parts('grad_output'),
  select_backward: parts('grad_output'),
  diagonal_backward: parts('grad_output'),
  'scatter.src': parts('self', 'src'),
  'scatter.value': parts('self', 'value'),
  scatter_add: parts('self', 'src'),
  index_add: parts('self', 'source'),
  trace: parts('self'),
  _index_put_impl_: parts('self', 'values'),
  select_scatter: parts('self', 'src'),
  slice_scatter: parts('self', 'src'),
  diagonal_scatter: parts('self', 'src'),
  'div.Scalar': map2(c.div),
  embedding: parts('weight'),
  im2col: parts('self'),
  col2im: parts('self'),
  reflection_pad1d: parts('self'),
  take: parts('self'),
  reflection_pad1d_backward: parts('grad_output'),
  as_strided_scatter: parts('self', 'src'),
  unfold_backward: parts('grad_in'),
  'index_fill.int_Scalar': parts('self', 'value'),
  ...Object.fromEntries(['var', 'std', 'var_mean', 'std_mean'].map((n) => [`${n}.correction`, spread])),
  // Own code.
  clone: own,
  _unsafe_view: own,
  copy_: own,
  _to_copy: own,
  'fill_.Scalar': filled('value'),
  'fill_.Tensor': own,
  zero_: own,
  empty_like: own,
  zeros_like: own,
  ones_like: own,
  new_zeros: own,
  new_empty: own,
  new_empty_strided: own,
  new_ones: own,
  full_like: filled('fill_value'),
  new_full: filled('fill_value'),
  _local_scalar_dense: own,
  resize_: own,
  'empty.memory_format': own,
  zeros: own,
  ones: own,
  full: filled('fill_value'),
  lift_fresh: own,
  view_as_real: own,
  view_as_complex: own,
  _conj: own,
  _conj_physical: own,
  complex: own,
  polar: own,
  angle: own,
  conj_physical_: own,
  _fft_c2c: own,
  _fft_r2c: own,
  _fft_c2r: own,
  equal: own,
  scalar_tensor: filled('s'),
  block_diag: own,
  linalg_eig: own,
  _linalg_eigvals: own,
  transpose_: own,
  squeeze_: own,
  'squeeze_.dim': own,
  unsqueeze_: own,
  t_: own,
  as_strided_: own,
  // Random numbers.
  ...Object.fromEntries(['rand', 'rand.generator', 'rand_like', 'uniform_'].map((n) => [n, drawn('uniform_')])),
  ...Object.fromEntries(['randn', 'randn.generator', 'randn_like', 'normal_'].map((n) => [n, drawn('normal_')])),
  // Products.
  'mul.Tensor': map2(c.mul),
  'mul.Scalar': map2(c.mul),
  mm: bilinear('self', 'mat2'),
  bmm: bilinear('self', 'mat2'),
  dot: bilinear('self', 'tensor'),
  mv: bilinear('self', 'vec'),
  convolution: bilinear('input', 'weight'),
  addmm: added('mm', 'mat1', 'mat2'),
  baddbmm: added('bmm', 'batch1', 'batch2'),
  addmv: added('mv', 'mat', 'vec'),
  vdot: () => ({
    kernel: (out: Tensor, a: Arg, b: Arg) => {
      const [x, y] = [toComplex(a as Tensor), toComplex(b as Tensor)];
      const s: [number, number] = [0, 0];
      for (let i = 0; i < x.length; i += 2) {
        const p = c.mul([x[i], -x[i + 1]], [y[i], y[i + 1]]);
        s[0] += p[0];
        s[1] += p[1];
      }
      fromComplex(out, s);
    },
  }),
  addcmul: () => ({
    kernel: (out: Tensor, a: Arg, b: Arg, d: Arg, value: Arg) => {
      const [x, y, z] = [a, b, d].map((t) => pairs(t as Tensor, out.sizes));
      const v = pairOf(value as Scalar);
      fillPairs(out, (i) => {
        const p = c.mul(v, c.mul(y(i), z(i)));
        return [x(i)[0] + p[0], x(i)[1] + p[1]];
      });
    },
  }),
  'lerp.Scalar': lerp,
  'lerp.Tensor': lerp,
  // Element by element.
  'div.Tensor': map2(c.div),
  'pow.Tensor_Scalar': map2(c.pow),
  'pow.Tensor_Tensor': map2(c.pow),
  'pow.Scalar': map2(c.pow),
  exp: map1(c.exp),
  log: map1(c.log),
  log2: map1((z) => c.scale(c.log(z), Math.LOG2E)),
  log10: map1((z) => c.scale(c.log(z), Math.LOG10E)),
  log1p: map1(([a, b]) => c.log([a + 1, b])),
  expm1: map1((z) => {
    const [a, b] = c.exp(z);
    return [a - 1, b];
  }),
  sqrt: map1(c.sqrt),
  rsqrt: map1((z) => c.div(one, c.sqrt(z))),
  reciprocal: map1((z) => c.div(one, z)),
  sin: map1(c.sin),
  cos: map1(c.cos),
  tan: map1(c.tan),
  sinh: map1(c.sinhC),
  cosh: map1(c.coshC),
  tanh: map1(c.tanh),
  tanh_backward: map2((g, y) => c.mul(g, c.conj(less(one, c.mul(y, y))))),
  sigmoid_backward: map2((g, y) => c.mul(g, c.conj(c.mul(less(one, y), y)))),
  silu_backward: map2((g, z) => {
    const s = c.sigmoid(z);
    return c.mul(g, c.conj(c.mul(s, plus(one, c.mul(z, less(one, s))))));
  }),
  sgn: map1(c.sgn),
  sigmoid: map1(c.sigmoid),
  silu: map1((z) => c.mul(z, c.sigmoid(z))),
  prod: scan(false),
  'prod.dim_int': scan(false),
  cumprod: scan(true),
  abs: toReal(c.abs),
  linalg_vector_norm: ofMagnitudes,
  'eq.Tensor': toBool(equal),
  'eq.Scalar': toBool(equal),
  'ne.Tensor': toBool((a, b) => !equal(a, b)),
  'ne.Scalar': toBool((a, b) => !equal(a, b)),
  isnan: toBool(([a, b]) => a !== a || b !== b),
  isinf: toBool(([a, b]) => Math.abs(a) === Infinity || Math.abs(b) === Infinity),
  allclose: () => ({
    kernel: (_out: Tensor, a: Arg, b: Arg, rtol: Arg, atol: Arg, nan: Arg) => {
      const sizes = broadcastSizes((a as Tensor).sizes, (b as Tensor).sizes);
      const [x, y] = [pairs(a as Tensor, sizes), pairs(b as Tensor, sizes)];
      const isNaNPair = (z: Pair): boolean => z[0] !== z[0] || z[1] !== z[1];
      for (let i = 0; i < numelOf(sizes); i++) {
        const [p, q] = [x(i), y(i)];
        if (equal(p, q) || (nan === true && isNaNPair(p) && isNaNPair(q))) continue;
        const far = c.abs(less(p, q));
        if (!Number.isFinite(far) || far > numberOf(atol as Scalar) + numberOf(rtol as Scalar) * c.abs(q)) return false;
      }
      return true;
    },
  }),
  logical_not: toBool(([a, b]) => a === 0 && b === 0),
  nonzero: () => ({
    meta: (self: Arg) => empty([0, (self as Tensor).dim], int64, { device: (self as Tensor).device }),
    kernel: (_out: Tensor, self: Arg) => {
      const t = self as Tensor;
      const w = toComplex(t);
      const at: number[] = [];
      let count = 0;
      for (let i = 0; i < t.numel; i++) {
        if (w[2 * i] === 0 && w[2 * i + 1] === 0) continue;
        const place = new Array<number>(t.dim);
        for (let d = t.dim - 1, rest = i; d >= 0; rest = Math.floor(rest / t.sizes[d]), d--) place[d] = rest % t.sizes[d];
        at.push(...place);
        count++;
      }
      const out = empty([count, t.dim], int64, { device: t.device });
      write(out, at);
      return out;
    },
  }),
};

const made = new Map<string, Form>();

/** The form for complex operands; refused by name where there is none. */
export function formOf(op: Op, find: Find): Form {
  const known = made.get(op.name);
  if (known) return known;
  let form: Form | null = null;
  if (op.kind === 'view') form = op as unknown as Form;
  else if (FORMS[op.overload]) form = FORMS[op.overload](op, find);
  else {
    // `add_.Tensor` and `add.out` go by `add.Tensor`.
    const base = op.sig.base.replace(/([^_])_$/, '$1');
    const functional =
      Object.keys(FORMS).find((k) => k === (op.sig.overload === 'default' ? base : `${base}.${op.sig.overload}`)) ??
      (op.sig.out ? Object.keys(FORMS).find((k) => k.split('.')[0] === base) : undefined);
    if (functional && (op.sig.inplace >= 0 || op.sig.out)) {
      const from = find(functional);
      const f = formOf(from, find);
      form = {
        meta: op.meta as unknown as Meta,
        kernel: (out, ...args) => {
          const given = op.sig.out ? args.slice(0, -1) : args;
          const r = (f.meta ?? (from.meta as unknown as Meta))(...given) as Tensor;
          const back = f.kernel?.(r, ...given);
          copyInto(out, back instanceof Tensor ? back : r);
        },
      };
    }
  }
  const refusal = form === null ? refusalOf(op) : null;
  if (refusal)
    form = {
      meta: (...args) => {
        throw refusal(args);
      },
    };
  if (!form) throw new Unsupported(`complex numbers in ${op.name}`);
  made.set(op.name, form);
  return form;
}

/**
 * What operators of the table do with complex tensors: shape rules where they differ, and kernels.
 *
 * Three kinds. *By parts*: operators that are linear over the reals, and those that only move elements, run their own
 * kernel on the real and on the imaginary part. *Bilinear*: products run it four times. The rest is given here, element
 * by element. What has no form is refused by name.
 */
import { PyComplex, PyFloat } from '../../python/values.ts';
import { copyInto, dataOf, part } from '../../tensor/access.ts';
import { fromComplex, toComplex } from '../../tensor/complex.ts';
import { empty, newStorage } from '../../tensor/create.ts';
import { bool, float32, float64, int64 } from '../../tensor/dtype.ts';
import { Unsupported } from '../../tensor/errors.ts';
import { broadcastSizes, numelOf, wrapDim } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { along } from '../dims.ts';
import { elementwiseOut } from '../elementwise.ts';
import type { Arg, Op, Ret, Scalar } from '../op.ts';
import { commonType, numberOf, write } from '../work.ts';
import * as c from './arithmetic.ts';
import { refusalOf } from './refusals.ts';
import { complexOf, fillPairs, halves, type Operand, type Pair, pairOf, pairs, realOf, resolved } from './numbers.ts';

type Kernel = (out: Tensor, ...args: Arg[]) => Ret | void;
type Meta = (...args: Arg[]) => Ret;
export interface Form {
  readonly meta?: Meta;
  readonly kernel?: Kernel;
}
type Find = (overload: string) => Op;
/** Makes the form of one operator. */
type Maker = (op: Op, find: Find) => Form;

const scratch = (out: Tensor, dtype = float32): Tensor => empty(out.sizes, dtype, { device: out.device });

/** A zero of that shape, of one element. */
function zeros(t: Tensor): Tensor {
  const s = newStorage(4, { device: t.device });
  return new Tensor(
    s,
    float32,
    t.sizes,
    t.sizes.map(() => 0),
    0,
  );
}

/** An operand as its two parts. Numbers and real tensors have none of the second. */
function split(a: Arg): [Arg, Arg] {
  if (a instanceof PyComplex) return [new PyFloat(a.re), new PyFloat(a.im)];
  if (Array.isArray(a)) {
    const both = a.map((x) => split(x as Arg));
    return [both.map((p) => p[0]), both.map((p) => p[1])];
  }
  if (!(a instanceof Tensor)) return [a, a === null ? null : 0];
  return a.dtype.category === 'complex' ? halves(resolved(a)) : [a, zeros(a)];
}

const isOut = (op: Op): boolean => op.sig.out || op.sig.inplace >= 0;

/** Runs the operator's own kernel into a real tensor. */
function plain(op: Op, out: Tensor, args: Arg[]): void {
  const made = (op.kernel as unknown as Kernel)(out, ...args);
  if (made instanceof Tensor && made !== out) copyInto(out, made);
}

function store(out: Tensor, re: Tensor, im: Tensor): void {
  const [a, b] = halves(out);
  copyInto(a, re);
  copyInto(b, im);
}

/** `data`: names of the arguments that have parts. Others (indices, sizes, masks) go to both halves. */
const parts =
  (...data: string[]): Maker =>
  (op) => ({
    kernel: (out, ...args) => {
      const at = data.map((n) => op.sig.positions.get(n) as number);
      const [re, im] = [[...args], [...args]];
      for (const p of at) [re[p], im[p]] = split(args[p]);
      const results: Tensor[] = [];
      for (const half of [re, im]) {
        const r = scratch(out);
        if (isOut(op)) {
          copyInto(r, half === re ? halves(out)[0] : halves(out)[1]);
          const p = op.sig.inplace >= 0 ? op.sig.inplace : half.length - 1;
          half[p] = r;
        }
        plain(op, r, half);
        results.push(r);
      }
      const target = out.conj ? scratchComplex(out) : out;
      store(target, results[0], results[1]);
      if (target !== out) fromComplex(out, toComplex(target));
    },
  });

const scratchComplex = (out: Tensor): Tensor => empty(out.sizes, out.dtype, { device: out.device });

/** Products: (a + bi)(c + di), each partial product by the operator's own kernel in double, so that what cancels is exact. */
const bilinear =
  (left: string, right: string): Maker =>
  (op) => ({
    kernel: (out, ...args) => {
      const [p, q] = [op.sig.positions.get(left) as number, op.sig.positions.get(right) as number];
      const wide = (x: Arg): Arg => {
        if (!(x instanceof Tensor)) return x;
        const w = scratch(x, float64);
        copyInto(w, x);
        return w;
      };
      const [a, b] = [split(args[p]).map(wide), split(args[q]).map(wide)];
      const product = (i: number, j: number): Tensor => {
        const r = scratch(out, float64);
        const list = [...args];
        [list[p], list[q]] = [a[i], b[j]];
        plain(op, r, list);
        return r;
      };
      const [rr, ii, ri, ir] = [product(0, 0), product(1, 1), product(0, 1), product(1, 0)].map((t) => halvesOf(t));
      const w = new Float64Array(2 * out.numel);
      for (let i = 0; i < out.numel; i++) {
        w[2 * i] = rr[i] - ii[i];
        w[2 * i + 1] = ri[i] + ir[i];
      }
      fromComplex(out, w);
    },
  });

const halvesOf = (t: Tensor): Float64Array => part(dataOf(t) as Float64Array, t.offset, t.numel);

const allocate = (operands: Operand[], real: boolean): Tensor => {
  const d = commonType(...operands);
  return elementwiseOut(operands, real ? realOf(d) : complexOf(d));
};

const map1 =
  (f: (z: Pair) => Pair): Maker =>
  () => ({
    meta: (a) => allocate([a as Tensor], false),
    kernel: (out, a) => {
      const x = pairs(a as Tensor, out.sizes);
      fillPairs(out, (i) => f(x(i)));
    },
  });
const map2 =
  (f: (a: Pair, b: Pair) => Pair): Maker =>
  () => ({
    kernel: (out, a, b) => {
      const [x, y] = [pairs(a as Operand, out.sizes), pairs(b as Operand, out.sizes)];
      fillPairs(out, (i) => f(x(i), y(i)));
    },
  });
/** A real result. */
const toReal =
  (f: (z: Pair) => number): Maker =>
  () => ({
    meta: (a) => allocate([a as Tensor], true),
    kernel: (out, a) => {
      const x = pairs(a as Tensor, out.sizes);
      write(
        out,
        Float64Array.from({ length: out.numel }, (_, i) => f(x(i))),
      );
    },
  });
const toBool =
  (f: (a: Pair, b: Pair) => boolean): Maker =>
  () => ({
    meta: (a, b) => elementwiseOut([a as Operand, ...(b === undefined ? [] : [b as Operand])], bool),
    kernel: (out, a, b) => {
      const [x, y] = [pairs(a as Operand, out.sizes), b === undefined ? (): Pair => [0, 0] : pairs(b as Operand, out.sizes)];
      write(
        out,
        Float64Array.from({ length: out.numel }, (_, i) => (f(x(i), y(i)) ? 1 : 0)),
      );
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

/** Products along a dimension: running ones, or the last. */
const scan =
  (running: boolean): Maker =>
  (op) => ({
    kernel: (out, ...args) => {
      const self = args[0] as Tensor;
      const whole = !op.sig.positions.has('dim');
      const { outer, length, inner } = whole ? { outer: 1, length: self.numel, inner: 1 } : along(self.sizes, wrapDim(args[1] as number, self.dim));
      const w = toComplex(self);
      const o = new Float64Array(2 * out.numel);
      for (let a = 0; a < outer; a++) {
        for (let b = 0; b < inner; b++) {
          let r: Pair = [1, 0];
          for (let i = 0; i < length; i++) {
            const p = (a * length + i) * inner + b;
            r = c.mul(r, [w[2 * p], w[2 * p + 1]]);
            if (running) [o[2 * p], o[2 * p + 1]] = r;
          }
          if (!running) [o[2 * (a * inner + b)], o[2 * (a * inner + b) + 1]] = r;
        }
      }
      fromComplex(out, o);
    },
  });

const magnitudes = (t: Tensor): Tensor => {
  const r = empty(t.sizes, realOf(t.dtype), { device: t.device });
  const x = pairs(t, t.sizes);
  write(
    r,
    Float64Array.from({ length: t.numel }, (_, i) => c.abs(x(i))),
  );
  return r;
};

/** Of the magnitudes, by the operator's own rule and kernel. */
const ofMagnitudes: Maker = (op) => ({
  meta: (self, ...rest) => (op.meta as unknown as Meta)(zerosOf(self as Tensor), ...rest),
  kernel: (out, self, ...rest) => (op.kernel as unknown as Kernel)(out, magnitudes(self as Tensor), ...rest),
});
const zerosOf = (t: Tensor): Tensor => new Tensor(t.storage, realOf(t.dtype), t.sizes, t.strides, 0);

/** The same number everywhere: the fill value is the argument of that name. */
const filled =
  (name: string): Maker =>
  (op) => ({
    kernel: (out, ...args) => fillPairs(out, () => pairOf(args[op.sig.positions.get(name) as number] as Scalar)),
  });

/** Draws for both parts; those of a normal number share its variance. */
const drawn =
  (draw: 'normal_' | 'uniform_'): Maker =>
  (op, find) => ({
    kernel: (out, ...args) => {
      const strides = [...out.strides.map((s) => 2 * s), 1];
      const both = new Tensor(out.storage, float32, [...out.sizes, 2], strides, 2 * out.offset);
      const [first, second] = op.sig.inplace >= 0 ? args.slice(1, 3).map((a) => numberOf(a as Scalar)) : [0, 1];
      const g = op.sig.positions.get('generator');
      const bounds = [first, draw === 'normal_' ? second / Math.sqrt(2) : second].map((v) => new PyFloat(v));
      (find(draw).kernel as unknown as Kernel)(both, both, ...bounds, g === undefined ? null : args[g]);
    },
  });

/** Nothing but the operator's own code, which knows complex tensors. */
const own: Maker = (op) => op as unknown as Form;

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
  // Own code.
  clone: own,
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

/**
 * How the form of an operator for complex tensors is made from the operator: by its own kernel on both parts, four times for a
 * product, element by element from a function of pairs, or from magnitudes. Which operator has which: forms.ts.
 */
import { PyComplex, PyFloat } from '../../python/values.ts';
import { copyInto, dataOf, part } from '../../tensor/access.ts';
import { fromComplex, toComplex } from '../../tensor/complex.ts';
import { empty, newStorage } from '../../tensor/create.ts';
import { bool, float32, float64 } from '../../tensor/dtype.ts';
import { wrapDim } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { along } from '../dims.ts';
import { elementwiseOut } from '../elementwise.ts';
import type { Arg, Op, Ret, Scalar } from '../op.ts';
import { commonType, numberOf, write } from '../work.ts';
import * as c from './arithmetic.ts';
import { complexOf, fillPairs, halves, type Operand, type Pair, pairOf, pairs, realOf, resolved } from './numbers.ts';

export type Kernel = (out: Tensor, ...args: Arg[]) => Ret | void;
export type Meta = (...args: Arg[]) => Ret;
export interface Form {
  readonly meta?: Meta;
  readonly kernel?: Kernel;
}
export type Find = (overload: string) => Op;
/** Makes the form of one operator. */
export type Maker = (op: Op, find: Find) => Form;

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
export const parts =
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
export const bilinear =
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

export const map1 =
  (f: (z: Pair) => Pair): Maker =>
  () => ({
    meta: (a) => allocate([a as Tensor], false),
    kernel: (out, a) => {
      const x = pairs(a as Tensor, out.sizes);
      fillPairs(out, (i) => f(x(i)));
    },
  });
export const map2 =
  (f: (a: Pair, b: Pair) => Pair): Maker =>
  () => ({
    kernel: (out, a, b) => {
      const [x, y] = [pairs(a as Operand, out.sizes), pairs(b as Operand, out.sizes)];
      fillPairs(out, (i) => f(x(i), y(i)));
    },
  });
/** A real result. */
export const toReal =
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
export const toBool =
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

/** Products along a dimension: running ones, or the last. */
export const scan =
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
export const ofMagnitudes: Maker = (op) => ({
  meta: (self, ...rest) => (op.meta as unknown as Meta)(zerosOf(self as Tensor), ...rest),
  kernel: (out, self, ...rest) => (op.kernel as unknown as Kernel)(out, magnitudes(self as Tensor), ...rest),
});
const zerosOf = (t: Tensor): Tensor => new Tensor(t.storage, realOf(t.dtype), t.sizes, t.strides, 0);

/** Variance of the real parts plus that of the imaginary ones (`std_var_out`); the mean keeps both. */
export const spread: Maker = (op, find) => {
  const meanToo = op.sig.base.endsWith('_mean');
  const both = find('var_mean.correction').kernel as unknown as (out: Tensor[], ...args: Arg[]) => void;
  return {
    meta: (self, ...rest) => {
      const made = (op.meta as unknown as Meta)(zerosOf(self as Tensor), ...rest);
      return meanToo ? [(made as Tensor[])[0], (op.meta as unknown as (...a: Arg[]) => Tensor[])(self, ...rest)[1]] : made;
    },
    kernel: (out, self, ...rest) => {
      const [v, mean] = [out].flat();
      const made = halves(resolved(self as Tensor)).map((half) => {
        const pair = [scratch(v, v.dtype), scratch(v, v.dtype)];
        both(pair, half, ...rest);
        return pair;
      });
      const [x, y] = made.map((pair) => halvesOf(pair[0]));
      write(
        v,
        x.map((n, i) => n + y[i]),
      );
      if (op.sig.base.startsWith('std')) write(v, halvesOf(v).map(Math.sqrt));
      if (meanToo) store(mean, made[0][1], made[1][1]);
    },
  };
};

/** The same number everywhere: the fill value is the argument of that name. */
export const filled =
  (name: string): Maker =>
  (op) => ({
    kernel: (out, ...args) => fillPairs(out, () => pairOf(args[op.sig.positions.get(name) as number] as Scalar)),
  });

/** Draws for both parts; those of a normal number share its variance. */
export const drawn =
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
export const own: Maker = (op) => op as unknown as Form;

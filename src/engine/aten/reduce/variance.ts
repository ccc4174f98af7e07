/** Variance and standard deviation, alone and with the mean, by Welford's running sums in double. Complex numbers: `complex/forms.ts`. */
import type { Working } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { reducedDims, reducedSizes, type Sizes } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from '../op.ts';
import { numberOf } from '../work.ts';
import { type Dim, reduceRows, unsqueezeDims } from './rows.ts';

/** Welford's running mean and squared distance, in double. */
function variance(w: Working, at: number, n: number, correction: number): number {
  let mean = 0;
  let m2 = 0;
  for (let i = 0; i < n; i++) {
    const d = w[at + i] - mean;
    mean += d / (i + 1);
    m2 += d * (w[at + i] - mean);
  }
  return m2 / Math.max(0, n - correction);
}

const mean1 = (w: Working, at: number, n: number): number => {
  let s = 0;
  for (let i = at; i < at + n; i++) s += w[i];
  return s / n;
};

const correctionOf = (c: Scalar | null): number => (c === null ? 1 : numberOf(c));

function varBack(c: BackwardContext, g: Tensor): Tensor {
  const x = c.t('self');
  const k = c.call;
  const corr = correctionOf(c.arg<Scalar | null>('correction'));
  const dim = c.arg<Dim>('dim');
  if (dim === null || x.dim === 0 || (dim as Sizes).length === 0) {
    const dof = x.numel - corr;
    if (dof <= 0) return k.mul(g, k.where(k.one('eq.Scalar', g, 0), NaN, Infinity));
    const centred = k.sub(x, k.one('mean', x));
    return k.mul(k.mul(g, k.float(2 / dof)), centred);
  }
  const dims = reducedDims(dim, x.dim);
  // Of one dimension the gradient is broadcast as it is.
  const grad = x.dim > 1 ? unsqueezeDims(k, g, dims, c.arg<boolean>('keepdim'), x.dim) : g;
  const dof = dims.reduce((n, d) => n * x.sizes[d], 1) - corr;
  const centred = k.sub(x, k.one('mean.dim', x, dim, true));
  return k.mul(k.mul(grad, k.float(2 / dof)), centred);
}

function onlyReal(self: Tensor, name: string): void {
  if (self.dtype.category !== 'float' && self.dtype.category !== 'complex') throw runtimeError(`${name} only support floating point and complex dtypes`);
}

const spread = (name: 'var' | 'std'): OpDef[] => {
  const root = name === 'std' ? Math.sqrt : (x: number): number => x;
  const op: OpDef = {
    schema: `${name}.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, dim: Dim, _c: Scalar | null, keepdim: boolean) =>
      empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), self.dtype, { device: self.device }),
    check: (self: Tensor) => onlyReal(self, 'std and var'),
    kernel: (out: Tensor, self: Tensor, dim: Dim, c: Scalar | null) =>
      reduceRows(out, self, reducedDims(dim, self.dim), self.dtype, (w, at, n) => root(variance(w, at, n, correctionOf(c)))),
    derivative:
      name === 'var'
        ? derivative('VarBackward0', ['self'], { self: (c) => varBack(c, c.g) })
        : derivative('StdBackward0', ['self', 'result'], { self: (c) => varBack(c, stdGrad(c, c.g, c.result)) }),
  };
  const withMean: OpDef = {
    schema: `${name}_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)`,
    kind: 'kernel',
    meta: (self: Tensor, dim: Dim, _c: Scalar | null, keepdim: boolean) => {
      onlyReal(self, `${name}_mean`);
      const size = reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim);
      return [empty(size, self.dtype, { device: self.device }), empty(size, self.dtype, { device: self.device })];
    },
    kernel: ([v, mean]: Tensor[], self: Tensor, dim: Dim, c: Scalar | null) => {
      const dims = reducedDims(dim, self.dim);
      reduceRows(v, self, dims, self.dtype, (w, at, n) => root(variance(w, at, n, correctionOf(c))));
      reduceRows(mean, self, dims, self.dtype, mean1);
    },
    derivative: derivative(name === 'var' ? 'VarMeanBackward0' : 'StdMeanBackward0', name === 'var' ? ['self'] : ['self', 'result0'], {
      self: (c) => {
        const [gv, gm] = c.grads;
        const k = c.call;
        let r: Tensor | null = null;
        if (gv) r = varBack(c, name === 'var' ? gv : stdGrad(c, gv, c.results[0]));
        if (gm) {
          const x = c.t('self');
          const dims = reducedDims(c.arg<Dim>('dim'), x.dim);
          const n = dims.reduce((a, d) => a * x.sizes[d], 1);
          const all = c.arg<Dim>('dim') === null;
          const part = k.div(k.expand(all ? gm : unsqueezeDims(k, gm, dims, c.arg<boolean>('keepdim'), x.dim), x.sizes), n);
          r = r ? k.add(r, part) : part;
        }
        return r;
      },
    }),
  };
  const forms = (base: string, target: string, returns: string): OpDef[] => [
    {
      schema: `${base}(Tensor self, bool unbiased=True) -> ${returns}`,
      kind: 'composite',
      composite: (call, self: Tensor, unbiased: boolean) => call(target, self, null, unbiased ? 1 : 0, false),
    },
    {
      schema: `${base}.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> ${returns}`,
      kind: 'composite',
      composite: (call, self: Tensor, dim: Dim, unbiased: boolean, keepdim: boolean) => call(target, self, dim, unbiased ? 1 : 0, keepdim),
    },
  ];
  return [op, withMean, ...forms(name, `${name}.correction`, 'Tensor'), ...forms(`${name}_mean`, `${name}_mean.correction`, '(Tensor, Tensor)')];
};

function stdGrad(c: BackwardContext, g: Tensor, y: Tensor): Tensor {
  const k = c.call;
  const ratio = k.div(g, k.mul(y, 2));
  return k.one('masked_fill_.Scalar', ratio, k.one('eq.Scalar', y, 0), 0);
}

export const VARIANCES: readonly OpDef[] = [...spread('var'), ...spread('std')];

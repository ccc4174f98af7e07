/** Covariance and correlation of rows of samples: cov, corrcoef, after Correlation.cpp. Leaves out complex samples. */
import { bool, int64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { toWorking } from '../tensor/access.ts';
import { CPP } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type Call, composite, type OpDef } from './op.ts';

function weightCheck(name: string, w: Tensor, n: number, typed: boolean, kind: string): void {
  const fail = (text: string): never => {
    throw runtimeError(`cov(): ${text}`);
  };
  if (w.dim > 1) fail(`expected ${name} to have one or fewer dimensions but got ${name} with ${w.dim} dimensions`);
  if (!typed) fail(`expected ${name} to have ${kind} dtype but got ${name} with ${CPP[w.dtype.name]} dtype`);
  if (w.numel !== n) fail(`expected ${name} to have the same numel as there are observations in the input but got ${w.numel} != ${n}`);
  if (!w.isFake && toWorking(w).some((v) => v < 0)) fail(`${name} cannot be negative`);
}

function cov(call: Call, self: Tensor, correction: number, fw: Tensor | null, aw: Tensor | null): Tensor {
  if (self.dim > 2) throw runtimeError(`cov(): expected input to have two or fewer dimensions but got an input with ${self.dim} dimensions`);
  if (self.dtype === bool) throw runtimeError('cov(): bool dtype is not supported for input');
  let x = self.dim < 2 ? call.view(self, [1, -1]) : self;
  const n = x.sizes[1];
  if (fw) weightCheck('fweights', fw, n, fw.dtype.category === 'int', 'integral');
  if (aw) weightCheck('aweights', aw, n, aw.dtype.category === 'float', 'floating point');
  let w: Tensor | null = null;
  if (fw) w = fw;
  if (aw) w = w ? call.mul(w, aw) : aw;
  const norm0 = w ? call.one('sum', w) : call.one('scalar_tensor', n, int64, null, x.device, null);
  const weighted = w ? call.mul(x, w) : x;
  const mean = call.div(call.sum(weighted, [1]), norm0);
  let norm: Tensor;
  if (w && aw && correction !== 0) norm = call.sub(norm0, call.div(call.mul(call.one('sum', call.mul(w, aw)), correction), norm0));
  else if (w) norm = call.sub(norm0, correction);
  else norm = call.one('scalar_tensor', n - correction, int64, null, x.device, null);
  const none = call.one('le.Scalar', norm, 0);
  if (!norm.isFake && call('equal', none, call.one('new_ones', none, none.sizes)) === true) norm = call.one('zero_', norm);
  x = call.sub(x, call.unsqueeze(mean, 1));
  const c = call.mm(x, call.t(w ? call.mul(x, w) : x));
  return call.u('squeeze', call.div(c, norm));
}

export const CORRELATION: readonly OpDef[] = [
  composite('cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor', cov),
  composite('corrcoef(Tensor self) -> Tensor', (call, self: Tensor) => {
    if (self.dim > 2) throw runtimeError(`corrcoef(): expected input to have two or fewer dimensions but got an input with ${self.dim} dimensions`);
    const c = cov(call, self, 1, null, null);
    if (c.dim === 0) return call.div(c, c);
    const d = call.u('sqrt', call.one('diagonal', c, 0, 0, 1));
    const rows = call.div(c, call.view(d, [-1, 1]));
    return call.one('clamp', call.div(rows, call.view(d, [1, -1])), -1, 1);
  }),
];

/** renorm: slices whose norm is too large are scaled down to it, after Normalization.cpp. Its derivative works on the norm in float64. */
import { empty } from '../tensor/create.ts';
import { float64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { wrapDim } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { below } from './below.ts';
import type { Sizes } from './dims.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from './op.ts';
import { accumulatingIn, numberOf, read, write } from './work.ts';

const renorm: OpDef = {
  schema: 'renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor) => {
    if (self.dim < 2) throw runtimeError(`renorm: input needs at least 2 dimensions, got ${self.dim} dimensions`);
    return empty(self.sizes, self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, p: Scalar, dim: number, max: Scalar) => {
    const along = wrapDim(dim, self.dim);
    const dims = self.sizes.map((_, i) => i).filter((i) => i !== along);
    const norms = read(below.one('linalg_vector_norm', self, p, dims, true), self.dtype);
    const most = numberOf(max);
    const inner = self.sizes.slice(along + 1).reduce((n, s) => n * s, 1);
    // The scale is float32's own arithmetic: renorm_scale_factor_impl in RenormKernel.cpp.
    const r = accumulatingIn(self.dtype);
    const scales = norms.map((n) => (n > most ? r(most / r(n + r(1e-7))) : 1));
    const w = read(self, self.dtype);
    write(
      out,
      w.map((v, i) => v * scales[Math.floor(i / inner) % scales.length]),
    );
  },
  derivative: derivative('RenormBackward0', ['self'], {
    self: (c) => {
      const k = c.call;
      const x = c.t('self');
      const d = wrapDim(c.arg<number>('dim'), x.dim);
      const dims = x.sizes.map((_, i) => i).filter((i) => i !== d);
      const norm = k.one('linalg_vector_norm', x, c.arg('p'), dims, true, float64);
      const real = k.sum(k.mul(c.g, x), dims, true);
      const p = numberOf(c.arg<Scalar>('p'));
      const inner =
        p === Infinity
          ? infinityPart(c, x, norm, real, dims)
          : p === 2
            ? k.mul(real, k.one('masked_fill_.Scalar', k.div(x, norm), k.one('eq.Scalar', norm, 0), 0))
            : p === 1
              ? k.mul(k.u('sgn', x), real)
              : k.mul(
                  k.mul(x, k.pow(k.u('abs', x), k.float(p - 2))),
                  k.one('masked_fill_.Scalar', k.div(real, k.pow(norm, k.float(p - 1))), k.one('eq.Scalar', norm, 0), 0),
                );
      const inv = k.u('reciprocal', k.add(norm, k.float(1e-7)));
      const rest = k.sub(c.g, k.mul(inv, inner));
      const g = k.one('to.dtype', k.mul(k.mul(inv, c.arg<Scalar>('maxnorm')), rest), c.g.dtype);
      return k.where(k.one('gt.Scalar', norm, c.arg('maxnorm')), g, c.g);
    },
  }),
};

/** The subgradient of the largest magnitude, shared by equals. */
function infinityPart(c: BackwardContext, x: Tensor, norm: Tensor, g: Tensor, dims: Sizes): Tensor {
  const k = c.call;
  const a = k.u('abs', x);
  const mask = k.one('logical_or', k.one('eq.Tensor', a, norm), k.u('isnan', a));
  const share = k.mul(k.div(g, k.sum(mask, dims, true)), mask);
  return k.mul(k.u('sgn', x), share);
}

export const RENORM: readonly OpDef[] = [renorm];

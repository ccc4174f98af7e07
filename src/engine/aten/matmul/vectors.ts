/** Products with vectors: mv, addmv, addr, dot, vdot, outer, after Blas.cpp and LinearAlgebra.cpp. */
import { empty } from '../../tensor/create.ts';
import { dotF32, dotSequential } from '../../tensor/dots.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { CPP, promoteTypes } from '../../tensor/promotion.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from '../op.ts';
import { outOf } from '../variants.ts';
import { checkedWide } from '../making.ts';
import { accumulatingIn, dest, expandTo, isReduced, read, write } from '../work.ts';
import { both, expandCheck, mmNotFor, product, shape } from './product.ts';

function mvCheck(a: Tensor, v: Tensor, self: Tensor = v): void {
  if (a.dim !== 2 || v.dim !== 1) throw runtimeError(`vector + matrix @ vector expected, got 1, ${a.dim}, ${v.dim}`);
  if (a.sizes[1] !== v.sizes[0]) throw runtimeError(`size mismatch, got input (${a.sizes[0]}), mat (${shape(a)}), vec (${v.sizes[0]})`);
  if (a.dtype !== v.dtype) {
    const [x, y, z] = [self, a, v].map((t) => CPP[t.dtype.name]);
    throw runtimeError(`addmv input tensors must have the same dtype, but got ${x}, ${y}, and ${z}`);
  }
}

const asColumn = (t: Tensor): Tensor => new Tensor(t.storage, t.dtype, [t.sizes[0], 1], [t.strides[0], 1], t.offset);

const mv: OpDef = {
  schema: 'mv(Tensor self, Tensor vec) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor, v: Tensor) => {
    mvCheck(a, v);
    return empty([a.sizes[0]], a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, a: Tensor, v: Tensor) => {
    mmNotFor(a, 'addmv_impl_cpu');
    product(asColumn(out), a, asColumn(v), null, 1, 0);
  },
  derivative: derivative('MvBackward0', ['self?vec', 'vec?self'], {
    self: (c) => outerGrad(c, c.g, c.t('vec')),
    vec: (c) => c.call.one('mv', c.call.conj(c.call.t(c.t('self'))), c.g),
  }),
};

function outerGrad(c: BackwardContext, g: Tensor, v: Tensor): Tensor {
  return c.call.one('outer', g, c.call.conj(v));
}

const addmv: OpDef = {
  schema: 'addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, a: Tensor, v: Tensor) => {
    mvCheck(a, v, self);
    expandCheck(self, [a.sizes[0]]);
    return empty([a.sizes[0]], a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, self: Tensor, a: Tensor, v: Tensor, beta: Scalar, alpha: Scalar) =>
    product(asColumn(out), a, asColumn(v), asColumn(expandTo(self, out.sizes)), checkedWide(alpha, out.dtype), checkedWide(beta, out.dtype)),
  derivative: derivative('AddmvBackward0', ['mat?vec', 'vec?mat'], {
    self: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('beta')),
    mat: (c) => c.call.maybeMul(outerGrad(c, c.g, c.t('vec')), c.arg<Scalar>('alpha')),
    vec: (c) => c.call.maybeMul(c.call.one('mv', c.call.t(c.t('mat')), c.g), c.arg<Scalar>('alpha')),
  }),
};

const addr: OpDef = {
  schema: 'addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, a: Tensor, b: Tensor) => {
    [a, b].forEach((t, i) => {
      if (t.dim !== 1) throw runtimeError(`addr: Expected 1-D argument vec${i + 1}, but got ${t.dim}-D`);
    });
    const size = [a.sizes[0], b.sizes[0]];
    expandCheck(self, size);
    return empty(size, promote(self, a, b), { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, a: Tensor, b: Tensor, beta: Scalar, alpha: Scalar) => {
    const [x, y, s] = [read(a, out.dtype), read(b, out.dtype), read(expandTo(self, out.sizes), out.dtype)];
    const r = accumulatingIn(out.dtype);
    const [be, al] = [checkedWide(beta, out.dtype), checkedWide(alpha, out.dtype)];
    const o = dest(out);
    const n = y.length;
    for (let i = 0; i < x.length; i++) {
      for (let j = 0; j < n; j++) {
        const v = r(r(al * x[i]) * y[j]);
        o.w[i * n + j] = be === 0 ? v : r(be * s[i * n + j]) + v;
      }
    }
    o.flush();
  },
  derivative: derivative('AddrBackward0', ['vec1?vec2', 'vec2?vec1'], {
    self: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('beta')),
    vec1: (c) => c.call.maybeMul(c.call.one('mv', c.g, c.t('vec2')), c.arg<Scalar>('alpha')),
    vec2: (c) => c.call.maybeMul(c.call.one('mv', c.call.t(c.g), c.t('vec1')), c.arg<Scalar>('alpha')),
  }),
};

const dotLike = (name: 'dot' | 'vdot'): OpDef => ({
  schema: `${name}(Tensor self, Tensor ${name === 'dot' ? 'tensor' : 'other'}) -> Tensor`,
  kind: 'kernel',
  meta: (a: Tensor, b: Tensor) => {
    if (a.dim !== 1 || b.dim !== 1) throw runtimeError(`1D tensors expected, but got ${a.dim}D and ${b.dim}D tensors`);
    if (a.dtype !== b.dtype) throw runtimeError(`dot : expected both vectors to have same dtype, but found ${CPP[a.dtype.name]} and ${CPP[b.dtype.name]}`);
    if (a.sizes[0] !== b.sizes[0]) {
      throw runtimeError(
        `inconsistent tensor size, expected tensor [${a.sizes[0]}] and src [${b.sizes[0]}] to have the same number of elements, but got ${a.sizes[0]} and ${b.sizes[0]} elements respectively`,
      );
    }
    return empty([], a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor) => {
    mmNotFor(a, name);
    const [x, y] = [read(a, out.dtype), read(b, out.dtype)];
    write(out, [
      x instanceof Float32Array
        ? isReduced(out.dtype)
          ? dotSequential(x, 0, y as Float32Array, 0, x.length) + 0
          : dotF32(x, 0, y as Float32Array, 0, x.length) + 0
        : x.reduce((s, v, i) => s + v * y[i], 0),
    ]);
  },
  derivative: derivative(
    name === 'dot' ? 'DotBackward0' : 'VdotBackward0',
    [`self?${name === 'dot' ? 'tensor' : 'other'}`, `${name === 'dot' ? 'tensor' : 'other'}?self`],
    {
      self: (c) => (name === 'dot' ? c.call.mul(c.g, c.call.conj(c.t('tensor'))) : c.call.mul(c.call.conj(c.g), c.t('other'))),
      [name === 'dot' ? 'tensor' : 'other']: (c: BackwardContext) => c.call.mul(c.g, name === 'dot' ? c.call.conj(c.t('self')) : c.t('self')),
    },
  ),
});

const promote = (...ts: Tensor[]): Tensor['dtype'] => ts.map((t) => t.dtype).reduce(promoteTypes);

export const VECTOR_PRODUCTS: readonly OpDef[] = [
  mv,
  outOf(mv),
  ...both(addmv),
  ...both(addr),
  dotLike('dot'),
  dotLike('vdot'),
  {
    schema: 'outer(Tensor self, Tensor vec2) -> Tensor',
    kind: 'composite',
    composite: (call, a: Tensor, b: Tensor) => {
      if (a.dim !== 1) throw runtimeError(`outer: Expected 1-D argument self, but got ${a.dim}-D`);
      if (b.dim !== 1) throw runtimeError(`outer: Expected 1-D argument vec2, but got ${b.dim}-D`);
      return call.mul(call.reshape(a, [a.sizes[0], 1]), b);
    },
  },
  { schema: 'ger(Tensor self, Tensor vec2) -> Tensor', kind: 'composite', composite: (call, a: Tensor, b: Tensor) => call.one('outer', a, b) },
];

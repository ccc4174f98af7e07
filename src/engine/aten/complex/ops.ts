/**
 * Operators that are about complex numbers: making them, their parts, conjugates, views as pairs of real numbers.
 *
 * `conj` is a view, as in PyTorch: the tensor carries the conjugate bit until somebody writes it out.
 * Leaves out: the negative bit (`x.conj().imag` is a copy here), complex128.
 */
import { toComplex } from '../../tensor/complex.ts';
import { emptyLike } from '../../tensor/create.ts';
import { float32 } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import * as m from '../../tensor/math/index.ts';
import { CPP, floatFor } from '../../tensor/promotion.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { context } from '../context.ts';
import { elementwiseOut } from '../elementwise.ts';
import { type BackwardContext, type Call, composite, derivative, type OpDef } from '../op.ts';
import { expandTo, read, write } from '../work.ts';
import { angle } from './arithmetic.ts';
import { resolveConjugates } from './conjugates.ts';
import { complexOf, fillPairs, pairs } from './numbers.ts';

const isComplex = (t: Tensor): boolean => t.dtype.category === 'complex';

function made(a: Tensor, b: Tensor): Tensor {
  const wide = (t: Tensor): boolean => t.dtype.name === 'float32' || t.dtype.name === 'float64' || t.dtype.name === 'float16';
  if (!wide(a) || !wide(b))
    throw runtimeError(`Expected both inputs to be Half, Float or Double tensors but got ${CPP[a.dtype.name]} and ${CPP[b.dtype.name]}`);
  if (a.dtype !== b.dtype)
    throw runtimeError(`Expected object of scalar type ${CPP[a.dtype.name]} but got scalar type ${CPP[b.dtype.name]} for second argument`);
  return elementwiseOut([a, b], complexOf(a.dtype));
}

const both = (out: Tensor, a: Tensor, b: Tensor): [ArrayLike<number>, ArrayLike<number>] => [
  read(expandTo(a, out.sizes), a.dtype),
  read(expandTo(b, out.sizes), b.dtype),
];

const part = (call: Call, t: Tensor, k: number): Tensor => call.select(call.one('view_as_real', t.conj ? call.one('_conj', t) : t), -1, k);

function angleBack(c: BackwardContext): Tensor {
  const k = c.call;
  const x = c.t('self');
  if (!isComplex(x)) return k.zerosLike(x);
  const zero = k.one('scalar_tensor', k.float(0), c.g.dtype, 'strided', c.g.device, null);
  const r = k.u('abs', x);
  // d angle = (-im d re + re d im) / r^2
  const [re, im] = [k.u('real', x), k.u('imag', x)];
  const r2 = k.mul(r, r);
  const grad = k.one('complex', k.mul(k.neg(k.div(im, r2)), c.g), k.mul(k.div(re, r2), c.g));
  return k.where(k.one('eq.Scalar', r, 0), k.one('to.dtype', zero, grad.dtype), grad);
}

export const COMPLEX: readonly OpDef[] = [
  {
    schema: 'view_as_real(Tensor(a) self) -> Tensor(a)',
    kind: 'view',
    meta: (self: Tensor) => {
      if (!isComplex(self)) throw runtimeError('view_as_real is only supported for complex tensors');
      if (self.conj)
        throw runtimeError(
          "view_as_real doesn't work on unresolved conjugated tensors.  To resolve the conjugate tensor so you can view it as real, use self.resolve_conj(); however, be warned that the resulting tensor will NOT alias the original.",
        );
      return new Tensor(self.storage, float32, [...self.sizes, 2], [...self.strides.map((s) => 2 * s), 1], 2 * self.offset);
    },
    derivative: derivative('ViewAsRealBackward0', [], { self: (c) => c.call.one('view_as_complex', c.call.contiguous(c.g)) }),
  },
  {
    schema: 'view_as_complex(Tensor(a) self) -> Tensor(a)',
    kind: 'view',
    meta: (self: Tensor) => {
      if (self.dtype.name !== 'float32' && self.dtype.name !== 'float64' && self.dtype.name !== 'float16') {
        throw runtimeError(`view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: ${CPP[self.dtype.name]}`);
      }
      if (self.dim === 0) throw runtimeError('Input tensor must have one or more dimensions');
      if (self.sizes[self.dim - 1] !== 2) throw runtimeError('Tensor must have a last dimension of size 2');
      if (self.strides[self.dim - 1] !== 1) throw runtimeError('Tensor must have a last dimension with stride 1');
      const strides = self.strides.slice(0, -1);
      strides.forEach((s) => {
        if (s % 2 !== 0) throw runtimeError('Tensor must have a stride divisible by 2 for all but last dimension');
      });
      if (self.offset % 2 !== 0) throw runtimeError('Tensor must have a storage_offset divisible by 2');
      return new Tensor(
        self.storage,
        complexOf(self.dtype),
        self.sizes.slice(0, -1),
        strides.map((s) => s / 2),
        self.offset / 2,
      );
    },
    derivative: derivative('ViewAsComplexBackward0', [], { self: (c) => c.call.one('view_as_real', c.call.one('resolve_conj', c.call.contiguous(c.g))) }),
  },
  {
    schema: '_conj(Tensor(a) self) -> Tensor(a)',
    kind: 'view',
    meta: (self: Tensor) => {
      context.conjugates = resolveConjugates;
      const t = new Tensor(self.storage, self.dtype, self.sizes, self.strides, self.offset);
      t.conj = !self.conj;
      return t;
    },
    derivative: derivative('ConjBackward0', [], { self: (c) => c.call.one('conj', c.g) }),
  },
  {
    schema: '_conj_physical(Tensor self) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor) => emptyLike(self),
    kernel: (out: Tensor, self: Tensor) => {
      const x = toComplex(self);
      fillPairs(out, (i) => [x[2 * i], -x[2 * i + 1]]);
    },
    derivative: derivative('ConjPhysicalBackward0', [], { self: (c) => c.call.one('conj_physical', c.g) }),
  },
  composite('conj_physical(Tensor self) -> Tensor', (call, self: Tensor) => (isComplex(self) ? call.one('_conj_physical', self) : self)),
  composite('imag(Tensor(a) self) -> Tensor(a)', (call, self: Tensor) => {
    if (!isComplex(self)) throw runtimeError('imag is not implemented for tensors with non-complex dtypes.');
    return self.conj ? call.neg(part(call, self, 1)) : part(call, self, 1);
  }),
  composite('is_conj(Tensor self) -> bool', (_call, self: Tensor) => self.conj),
  composite('is_complex(Tensor self) -> bool', (_call, self: Tensor) => isComplex(self)),
  {
    schema: 'complex(Tensor real, Tensor imag) -> Tensor',
    kind: 'kernel',
    meta: (a: Tensor, b: Tensor) => made(a, b),
    kernel: (out: Tensor, a: Tensor, b: Tensor) => {
      const [x, y] = both(out, a, b);
      fillPairs(out, (i) => [x[i], y[i]]);
    },
    derivative: derivative('ComplexBackward0', [], { real: (c) => c.call.u('real', c.g), imag: (c) => c.call.u('imag', c.g) }),
  },
  {
    schema: 'polar(Tensor abs, Tensor angle) -> Tensor',
    kind: 'kernel',
    meta: (a: Tensor, b: Tensor) => made(a, b),
    kernel: (out: Tensor, a: Tensor, b: Tensor) => {
      const [x, y] = both(out, a, b);
      fillPairs(out, (i) => [x[i] * m.cos(y[i]), x[i] * m.sin(y[i])]);
    },
    derivative: derivative('PolarBackward0', ['result'], {
      'abs, angle': (c) => {
        const k = c.call;
        const conj = k.one('conj', c.g);
        const abs = c.needs('abs') ? k.u('real', k.mul(conj, k.u('sgn', c.result))) : null;
        const i = k.one('complex', k.one('zeros', [], float32, 'strided', c.g.device, null), k.one('ones', [], float32, 'strided', c.g.device, null));
        const angles = c.needs('angle') ? k.u('real', k.mul(conj, k.mul(c.result, i))) : null;
        return [abs, angles];
      },
    }),
  },
  {
    schema: 'angle(Tensor self) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor) => elementwiseOut([self], isComplex(self) ? float32 : floatFor(self.dtype)),
    kernel: (out: Tensor, self: Tensor) => {
      if (isComplex(self)) {
        const z = pairs(self, out.sizes);
        write(
          out,
          Float64Array.from({ length: out.numel }, (_, i) => angle(z(i))),
        );
      } else {
        write(
          out,
          Float64Array.from(read(self, self.dtype), (x) => (x !== x ? NaN : x < 0 ? Math.PI : 0)),
        );
      }
    },
    derivative: derivative('AngleBackward0', ['self'], { self: angleBack }),
  },
];

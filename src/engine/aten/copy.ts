/**
 * Copies and casts: clone, copy_, _to_copy and the many spellings of `to`; filling; reading one number.
 */
import { copyInto, fill, itemOf } from '../tensor/access.ts';
import { toComplex } from '../tensor/complex.ts';
import { type DType, DTYPES } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { broadcastStrides } from '../tensor/layout.ts';
import { isChannelsLastContiguous, isContiguous } from '../tensor/strides.ts';
import { type Device, Tensor } from '../tensor/tensor.ts';
import { complexType } from '../python/types.ts';
import { PyComplex, PyFloat } from '../python/values.ts';
import { likeFormat, oneOf } from './making.ts';
import { type Arg, type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { apart, ownPlaces } from './variants.ts';

const sameDevice = (a: Device, b: Device): boolean => a.type === b.type && (a.index ?? 0) === (b.index ?? 0);

const clone: OpDef = {
  schema: 'clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, format: string | null) => likeFormat(self, format, null, null),
  kernel: (out: Tensor, self: Tensor) => copyInto(out, self),
  derivative: derivative('CloneBackward0', [], { self: (c) => c.g }),
};

/** Broadcasts `src` to `self` and writes it there. */
function copyKernel(self: Tensor, _same: Tensor, src: Tensor): void {
  const wide = new Tensor(src.storage, src.dtype, self.sizes, broadcastStrides(src, self.sizes), src.offset);
  wide.conj = src.conj;
  copyInto(self, wide);
}

const copy_: OpDef = {
  schema: 'copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)',
  kind: 'kernel',
  mixedDevices: true,
  meta: (self: Tensor, src: Tensor) => {
    const lead = self.dim - src.dim;
    src.sizes.forEach((s, i) => {
      if (lead < 0 || (s !== 1 && s !== self.sizes[i + lead])) {
        const at = lead < 0 ? i : i + lead;
        throw runtimeError(`The size of tensor a (${self.sizes[at] ?? 1}) must match the size of tensor b (${s}) at non-singleton dimension ${at}`);
      }
    });
    ownPlaces(self);
    return self;
  },
  check: (self: Tensor, src: Tensor) => apart(self, src),
  kernel: copyKernel,
  derivative: derivative('CopyBackwards', [], {
    self: (c) => c.call.zerosLike(c.g),
    src: (c) => c.g,
  }),
};

const toCopy: OpDef = {
  schema:
    '_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor',
  kind: 'kernel',
  mixedDevices: true,
  meta: (self: Tensor, dtype: DType | null, _l: Arg, device: Device | null, _p: Arg, _n: Arg, format: string | null) => likeFormat(self, format, dtype, device),
  kernel: (out: Tensor, self: Tensor) => copyInto(out, self),
  derivative: derivative('ToCopyBackward0', [], {
    self: (c) => {
      const { dtype } = c.like('self');
      return c.g.dtype.category === 'complex' && dtype.category !== 'complex'
        ? c.call.one('to.dtype', c.call.u('real', c.g), dtype)
        : c.call.one('_to_copy', c.g, dtype, 'strided', null, null, false, null);
    },
  }),
};

const fits = (self: Tensor, format: string | null): boolean =>
  format === null ||
  format === 'preserve_format' ||
  (format === 'contiguous_format' && isContiguous(self.sizes, self.strides)) ||
  (format === 'channels_last' && isChannelsLastContiguous(self.sizes, self.strides, 4));

function to(
  call: Call,
  self: Tensor,
  dtype: DType | null,
  device: Device | null,
  nonBlocking: boolean,
  copy: boolean,
  format: string | null,
  layout: Arg = null,
): Tensor {
  const same = (dtype === null || dtype === self.dtype) && (device === null || sameDevice(device, self.device));
  if (same && !copy && fits(self, format)) return self;
  return call.one('_to_copy', self, dtype, layout, device, null, nonBlocking, format);
}

const FORMAT = 'MemoryFormat? memory_format=None';

const cast = (name: string, dtype: DType): OpDef => ({
  schema: `${name}(Tensor self, bool non_blocking=False) -> Tensor`,
  kind: 'composite',
  composite: (call, self: Tensor, nb: boolean) => to(call, self, dtype, null, nb, false, null),
});

const fillScalar: OpDef = {
  schema: 'fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)',
  kind: 'kernel',
  meta: (self: Tensor) => self,
  kernel: (self: Tensor, _s: Tensor, value: Scalar) => fill(self, oneOf(value, self)),
  derivative: derivative('FillBackward2', [], { self: (c) => c.call.zerosLike(c.g) }),
};

const fillTensor: OpDef = {
  schema: 'fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!)',
  kind: 'kernel',
  mixedDevices: true,
  meta: (self: Tensor, value: Tensor) => {
    if (value.dim !== 0) throw runtimeError(`fill_ only supports 0-dimension value tensor but got tensor with ${value.dim} dimensions.`);
    return self;
  },
  kernel: (self: Tensor, _s: Tensor, value: Tensor) => copyKernel(self, self, value),
  derivative: derivative('FillBackward3', [], { self: (c) => c.call.zerosLike(c.g), value: (c) => c.call.one('sum', c.g) }),
};

const fillOut = (form: 'Scalar' | 'Tensor'): OpDef => ({
  schema: `fill.${form}(Tensor self, ${form} value) -> Tensor`,
  kind: 'kernel',
  meta: (self: Tensor) => likeFormat(self, null, null, null),
  kernel: (out: Tensor, _self: Tensor, value: Scalar | Tensor) => (value instanceof Tensor ? copyKernel(out, out, value) : fill(out, oneOf(value, out))),
  derivative: derivative(form === 'Scalar' ? 'FillBackward0' : 'FillBackward1', [], {
    self: (c) => c.call.zerosLike(c.g),
    ...(form === 'Tensor' ? { value: (c) => c.call.one('sum', c.g) } : {}),
  }),
});

/** The one element of a tensor as a Python number. */
export function itemValue(t: Tensor): Scalar {
  if (t.dtype.category === 'complex') {
    const [re, im] = toComplex(new Tensor(t.storage, t.dtype, [], [], t.offset));
    return new PyComplex(complexType, re, t.conj ? -im : im);
  }
  const v = itemOf(t);
  return t.dtype.category === 'float' ? new PyFloat(Number(v)) : v;
}

const localScalar: OpDef = {
  schema: '_local_scalar_dense(Tensor self) -> Scalar',
  kind: 'kernel',
  dataDependent: true,
  kernel: (_out: null, self: Tensor) => itemValue(self),
};

/** Data enters a program: the tensor itself, with a row of its own. */
const liftFresh: OpDef = {
  schema: 'lift_fresh(Tensor(a) self) -> Tensor(a)',
  kind: 'view',
  meta: (self: Tensor) => self,
  derivative: derivative('LiftFreshBackward0', [], { self: (c) => c.g }),
};

export const COPIES: readonly OpDef[] = [
  clone,
  copy_,
  toCopy,
  fillScalar,
  fillTensor,
  fillOut('Scalar'),
  fillOut('Tensor'),
  localScalar,
  liftFresh,
  {
    schema: 'zero_(Tensor(a!) self) -> Tensor(a!)',
    kind: 'kernel',
    meta: (self: Tensor) => self,
    kernel: (self: Tensor) => fill(self, 0),
    derivative: derivative('ZeroBackward0', [], { self: (c) => c.call.zerosLike(c.g) }),
  },
  {
    schema: 'copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor',
    kind: 'kernel',
    mixedDevices: true,
    meta: (self: Tensor) => likeFormat(self, null, null, null),
    kernel: (out: Tensor, _self: Tensor, src: Tensor) => copyKernel(out, out, src),
    derivative: derivative('CopyBackward0', [], { self: (c) => c.call.zerosLike(c.g), src: (c) => c.g }),
  },
  {
    schema: 'item(Tensor self) -> Scalar',
    kind: 'composite',
    composite: (call, self: Tensor) => {
      if (self.numel !== 1) throw runtimeError(`a Tensor with ${self.numel} elements cannot be converted to Scalar`);
      return call('_local_scalar_dense', self);
    },
  },
  {
    schema: `to.dtype_layout(Tensor(a) self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, bool copy=False, ${FORMAT}) -> Tensor(a)`,
    kind: 'composite',
    composite: (call, self: Tensor, dtype: DType | null, layout: Arg, device: Device | null, _p: Arg, nb: boolean, copy: boolean, format: string | null) =>
      to(call, self, dtype, device, nb, copy, format, layout),
  },
  {
    schema: `to.device(Tensor(a) self, Device device, ScalarType dtype, bool non_blocking=False, bool copy=False, ${FORMAT}) -> Tensor(a)`,
    kind: 'composite',
    composite: (call, self: Tensor, device: Device, dtype: DType, nb: boolean, copy: boolean, format: string | null) =>
      to(call, self, dtype, device, nb, copy, format),
  },
  {
    schema: `to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False, ${FORMAT}) -> Tensor(a)`,
    kind: 'composite',
    composite: (call, self: Tensor, dtype: DType, nb: boolean, copy: boolean, format: string | null) => to(call, self, dtype, null, nb, copy, format),
  },
  {
    schema: `to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False, ${FORMAT}) -> Tensor(a)`,
    kind: 'composite',
    composite: (call, self: Tensor, other: Tensor, nb: boolean, copy: boolean, format: string | null) =>
      to(call, self, other.dtype, other.device, nb, copy, format),
  },
  {
    schema: 'type_as(Tensor self, Tensor other) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, other: Tensor) => to(call, self, other.dtype, other.device, false, false, null, 'strided'),
  },
  cast('_cast_Float', DTYPES.float32),
  cast('_cast_Double', DTYPES.float64),
  cast('_cast_Half', DTYPES.float16),
  cast('_cast_Int', DTYPES.int32),
  cast('_cast_Long', DTYPES.int64),
  cast('_cast_Short', DTYPES.int16),
  cast('_cast_Char', DTYPES.int8),
  cast('_cast_Byte', DTYPES.uint8),
];

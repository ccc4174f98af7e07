/**
 * Operators that change a tensor's own geometry: squeeze_, unsqueeze_, t_, transpose_, as_strided_, resize_; and
 * as_strided_scatter, sum_to_size, which undo one.
 *
 * The in-place views take shape rule and derivative of the views of the same name. resize_ never shrinks the storage.
 */
import { copyInto } from '../tensor/access.ts';
import { emptyLike } from '../tensor/create.ts';
import { runtimeError } from '../tensor/errors.ts';
import { Tensor } from '../tensor/tensor.ts';
import { list, type Sizes } from './dims.ts';
import { type Arg, composite, derivative, type OpDef } from './op.ts';
import { resizeTo } from './variants.ts';
import { viewNamed } from './views/index.ts';
import { sumToShape } from './views/shared.ts';

const IN_PLACE: Readonly<Record<string, string>> = {
  squeeze_: 'SqueezeBackward3',
  'squeeze_.dim': 'SqueezeBackward4',
  'squeeze_.dims': 'SqueezeBackward5',
  unsqueeze_: 'UnsqueezeBackward1',
  t_: 'TBackward1',
  transpose_: 'TransposeBackward1',
  as_strided_: 'AsStridedBackward1',
};

function inPlaceView(name: string, args: string, base: string): OpDef {
  const view = viewNamed(base);
  const schema = `${name}(Tensor(a!) self${args ? `, ${args}` : ''}) -> Tensor(a!)`;
  return {
    schema,
    kind: 'kernel',
    meta: (self: Tensor, ...rest: Arg[]) => {
      const v = (view.meta as (...a: Arg[]) => Tensor)(self, ...rest);
      self.sizes = v.sizes;
      self.strides = v.strides;
      self.offset = v.offset;
      return self;
    },
    ...(view.derivative ? { derivative: { ...view.derivative, name: IN_PLACE[name] } } : {}),
  };
}

export const INPLACE_VIEWS: readonly OpDef[] = [
  composite('sum_to_size(Tensor self, SymInt[] size) -> Tensor', (call, self: Tensor, size: Sizes) => {
    const lead = self.dim - size.length;
    if (lead < 0 || size.some((s, i) => s !== 1 && s !== self.sizes[i + lead]))
      throw runtimeError(`size {${list(size)}} is not expandable to size {${list(self.sizes)}}.`);
    return sumToShape(call, self, size);
  }),
  {
    schema: 'resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)',
    kind: 'kernel',
    meta: (self: Tensor, size: Sizes) => {
      if (size.some((n) => n < 0)) throw runtimeError('numel: integer multiplication overflow');
      resizeTo(self, size);
      return self;
    },
  },
  {
    schema: 'resize_as_(Tensor(a!) self, Tensor the_template, *, MemoryFormat? memory_format=None) -> Tensor(a!)',
    kind: 'kernel',
    meta: (self: Tensor, t: Tensor) => {
      resizeTo(self, t.sizes);
      return self;
    },
  },
  {
    schema: 'as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor) => emptyLike(self),
    kernel: (out: Tensor, self: Tensor, src: Tensor, size: Sizes, stride: Sizes, offset: number | null) => {
      copyInto(out, self);
      copyInto(new Tensor(out.storage, out.dtype, size, stride, offset ?? 0), src);
    },
    derivative: derivative('AsStridedScatterBackward0', [], {
      self: (c) => {
        const k = c.call;
        const [size, stride, offset] = [c.arg<number[]>('size'), c.arg<number[]>('stride'), c.arg<number | null>('storage_offset')];
        const slice = k.one('as_strided', k.contiguous(c.g), size, stride, offset);
        const z = k.one('new_zeros', c.g, c.like('self').sizes);
        k('copy_', k.one('as_strided', z, size, stride, offset), slice, false);
        return z;
      },
      src: (c) => c.call.contiguous(c.call.one('as_strided', c.g, c.arg('size'), c.arg('stride'), c.arg('storage_offset'))),
    }),
  },
  inPlaceView('squeeze_', '', 'squeeze'),
  inPlaceView('squeeze_.dim', 'int dim', 'squeeze.dim'),
  inPlaceView('squeeze_.dims', 'int[] dim', 'squeeze.dims'),
  inPlaceView('unsqueeze_', 'int dim', 'unsqueeze'),
  inPlaceView('t_', '', 't'),
  inPlaceView('transpose_', 'int dim0, int dim1', 'transpose.int'),
  inPlaceView('as_strided_', 'SymInt[] size, SymInt[] stride, SymInt? storage_offset=None', 'as_strided'),
];

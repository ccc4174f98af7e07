/** The `_copy` forms of views: the same elements in memory of their own. Made from the view's entry. */
import { copyInto } from '../tensor/access.ts';
import { allocation, empty } from '../tensor/create.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type Arg, derivative, type OpDef, type Ret } from './op.ts';
import { viewNamed } from './views/index.ts';

const NAMES = [
  'alias',
  'expand',
  'permute',
  'transpose.int',
  't',
  'select.int',
  'slice.Tensor',
  'unsqueeze',
  'squeeze',
  'squeeze.dim',
  'squeeze.dims',
  'unbind.int',
  'split.Tensor',
  'split_with_sizes',
  'as_strided',
  'unfold',
  'view',
  'detach',
];

type AnyFn = (...args: Arg[]) => Ret;

function copyOf(overload: string): OpDef {
  const view = viewNamed(overload);
  const schema = view.schema.replace(/^(\w+)/, '$1_copy').replace(/Tensor\(a(?: -> \*)?\)/g, 'Tensor');
  const meta = view.meta as AnyFn;
  const fresh = (t: Tensor): Tensor => empty(t.sizes, t.dtype, { device: t.device });
  const copy = (t: Tensor): Tensor => {
    const out = fresh(t);
    if (!allocation.fake) copyInto(out, t);
    return out;
  };
  return {
    schema,
    kind: 'kernel',
    meta: (...args: Arg[]) => {
      const made = meta(...args);
      return Array.isArray(made) ? made.map(fresh) : fresh(made as Tensor);
    },
    kernel: (_out: Ret, ...args: Arg[]) => {
      const made = meta(...args);
      return Array.isArray(made) ? made.map(copy) : copy(made as Tensor);
    },
    ...(view.derivative ? { derivative: { ...view.derivative, name: view.derivative.name.replace(/Backward(\d)$/, 'Backward$1_copy') } } : {}),
  };
}

/** `unsafe_split` and kin share memory all the same, but autograd does not treat them as views. */
function renamed(name: string, from: string): OpDef {
  const view = viewNamed(from);
  const schema = view.schema.replace(/^\w+(\.\w+)?/, name).replace(/Tensor\(a(?: -> \*)?\)/g, 'Tensor');
  return {
    schema,
    kind: 'kernel',
    meta: view.meta as AnyFn,
    ...(view.derivative ? { derivative: { ...view.derivative, name: `Unsafe${view.derivative.name}` } } : {}),
  };
}

export const COPY_FORMS: readonly OpDef[] = [
  ...NAMES.map(copyOf),
  renamed('unsafe_split.Tensor', 'split.Tensor'),
  renamed('unsafe_split_with_sizes', 'split_with_sizes'),
  {
    schema: 'unsafe_chunk(Tensor self, int chunks, int dim=0) -> Tensor[]',
    kind: 'composite',
    composite: (call, self: Tensor, chunks: number, dim: number) => {
      const size = self.sizes[dim < 0 ? dim + self.dim : dim];
      const each = Math.ceil(size / chunks);
      if (each === 0 && size === 0) return call.many('unsafe_split_with_sizes', self, new Array(chunks).fill(0), dim);
      return call.many('unsafe_split.Tensor', self, each, dim);
    },
  },
  {
    schema: 'narrow_copy(Tensor self, int dim, SymInt start, SymInt length) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, dim: number, _s: number, length: number) =>
      empty(
        self.sizes.map((s, i) => (i === (dim < 0 ? dim + self.dim : dim) ? length : s)),
        self.dtype,
        { device: self.device },
      ),
    kernel: (out: Tensor, self: Tensor, dim: number, start: number, length: number) => {
      const slice = viewNamed('slice.Tensor');
      const s = start < 0 ? start + self.sizes[dim < 0 ? dim + self.dim : dim] : start;
      copyInto(out, (slice.meta as AnyFn)(self, dim, s, s + length, 1) as Tensor);
    },
    derivative: derivative('NarrowCopyBackward0', [], {
      self: (c) => c.call.one('slice_backward', c.g, c.like('self').sizes, c.arg('dim'), c.arg('start'), c.arg<number>('start') + c.arg<number>('length'), 1),
    }),
  },
];

/**
 * `set_` from another tensor: the same storage, type, sizes and strides under the tensor's own identity. After
 * native/TensorFactories.cpp and TensorShape.cpp; the forms that take a storage stand with `deepcopy`.
 */
import { journal } from '../python/journal.ts';
import { emptyStrided } from '../tensor/create.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { OpDef } from './op.ts';

/** Another storage, sizes, strides and offset under the tensor's own identity. */
function become(self: Tensor, other: Tensor): Tensor {
  const { storage, sizes, strides, offset } = self;
  if (journal.open) journal.record(self, () => Object.assign(self, { storage, sizes, strides, offset }));
  return Object.assign(self, { storage: other.storage, sizes: other.sizes, strides: other.strides, offset: other.offset });
}

export const SETS: readonly OpDef[] = [
  {
    schema: 'set_.source_Tensor(Tensor(a!) self, Tensor source) -> Tensor(a!)',
    kind: 'kernel',
    meta: become,
  },
  {
    schema: 'set_(Tensor(a!) self) -> Tensor(a!)',
    kind: 'kernel',
    meta: (self: Tensor) => become(self, emptyStrided([0], [1], self.dtype, { device: self.device })),
  },
];

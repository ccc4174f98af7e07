/**
 * `set_` from another tensor: the same storage, type, sizes and strides under the tensor's own identity. After
 * native/TensorFactories.cpp and TensorShape.cpp; the forms that take a storage stand with `deepcopy`.
 */
import { journal } from '../python/journal.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { OpDef } from './op.ts';

export const SETS: readonly OpDef[] = [
  {
    schema: 'set_.source_Tensor(Tensor(a!) self, Tensor source) -> Tensor(a!)',
    kind: 'kernel',
    meta: (self: Tensor, source: Tensor) => {
      const { storage, sizes, strides, offset } = self;
      if (journal.open) journal.record(self, () => Object.assign(self, { storage, sizes, strides, offset }));
      Object.assign(self, { storage: source.storage, sizes: source.sizes, strides: source.strides, offset: source.offset });
      return self;
    },
  },
];

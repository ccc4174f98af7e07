/** one_hot: class numbers to rows of zeros and a one, with the checks of Onehot.cpp; the number of classes is read from the numbers. */
import { int64 } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { type Call, composite, type OpDef } from '../op.ts';

function oneHot(call: Call, self: Tensor, classes: number): Tensor {
  if (self.dtype !== int64) throw runtimeError(`one_hot is only applicable to index tensor of type LongTensor.`);
  if (self.numel === 0) {
    if (classes <= 0) throw runtimeError('Can not infer total number of classes from empty tensor.');
    return call.one('empty.memory_format', [...self.sizes, classes], int64, null, self.device, null, null);
  }
  if (self.dist) {
    // The form that PyTorch takes where it sees no numbers: no check, and the rows are compared.
    const n = classes === -1 ? (call('item', call.one('max', self)) as number) + 1 : classes;
    const [rows, local] = [0, 1].map(() => call.one('arange', n, int64, null, self.device, null)) as [Tensor, Tensor];
    const { spec } = self.dist as { spec: { mesh: { shape: number[] } } };
    const meta = { shape: rows.sizes, strides: rows.strides, dtype: 'int64', itemsize: 8 };
    rows.dist = { local, spec: { ...spec, placements: spec.mesh.shape.map(() => ({ kind: 'replicate' })), meta } };
    return call.one('to.dtype', call.one('eq.Tensor', call.unsqueeze(self, -1), rows), int64);
  }
  const bounds = call.many('aminmax', self, null, false);
  const low = call('item', bounds[0]) as number;
  if (low < 0) throw runtimeError('Class values must be non-negative.');
  const high = call('item', bounds[1]) as number;
  if (classes !== -1 && classes <= high) throw runtimeError('Class values must be smaller than num_classes.');
  const n = classes === -1 ? high + 1 : classes;
  const ret = call.one('zeros', [...self.sizes, n], int64, 'strided', self.device, null);
  call('scatter_.value', ret, -1, call.unsqueeze(self, -1), 1);
  return ret;
}

export const ONE_HOT: readonly OpDef[] = [composite('one_hot(Tensor self, int num_classes=-1) -> Tensor', oneHot)];

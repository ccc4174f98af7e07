/**
 * What torch.save and torch.load do with a tensor: its storage is kept whole and once for all tensors that share it, and
 * a load makes a new one. The rows are those of `_rebuild_tensor` (torch/_utils.py): an empty tensor set upon the storage.
 *
 * Leaves out: the bytes of the file.
 */
import { resolve } from '../../aten/op.ts';
import { PyDict } from '../../python/containers.ts';
import { PyModule } from '../../python/functions.ts';
import { fn } from '../../python/native.ts';
import { Storage, Tensor } from '../../tensor/tensor.ts';
import { PyTensor, wrap } from '../objects.ts';
import { one, runtime } from '../runtime.ts';
import { synced } from './sync.ts';

const setWhole = resolve({
  schema: 'set_.source_Storage_storage_offset(Tensor self, Storage source, SymInt storage_offset, SymInt[] size, SymInt[] stride=[]) -> Tensor',
  kind: 'kernel',
  meta: (_s: Tensor, t: Tensor) => t,
});

const copies = new WeakMap<PyDict, Map<Storage, Storage>>();

/** The storage's copy, one for each pass over an object. */
function copyOf(s: Storage, memo: PyDict): Storage {
  let made = copies.get(memo);
  if (!made) copies.set(memo, (made = new Map()));
  let copy = made.get(s);
  if (!copy) {
    copy = new Storage(s.buffer === null ? null : new ArrayBuffer(s.nbytes), s.nbytes, s.device);
    const bytes = s.bytes();
    if (bytes) copy.bytes()?.set(bytes);
    made.set(s, copy);
  }
  return copy;
}

const onCopy = (t: Tensor, memo: PyDict): Tensor => new Tensor(copyOf(t.storage, memo), t.dtype, [...t.sizes], [...t.strides], t.offset);

/** The rows of an empty tensor that is set upon a storage. */
function onto(t: Tensor): Tensor {
  const blank = one('empty.memory_format', [0], t.dtype, null, t.device, null, null);
  return runtime().dispatcher.dispatch(setWhole, [blank, t, t.offset, t.sizes, t.strides]) as Tensor;
}

export function makeSerial(): PyModule {
  const m = new PyModule('torch._C._serial');
  m.attrs.set(
    'keep',
    fn('keep(tensor, memo, /)', (_vm, t: PyTensor, memo: PyDict) => wrap(synced(t.t, 'save', () => onCopy(t.t, memo)))),
  );
  m.attrs.set(
    'rebuild',
    fn('rebuild(kept, memo, /)', (_vm, kept: PyTensor, memo: PyDict) =>
      runtime().dispatcher.belowAutograd(() => {
        return wrap(onto(onCopy(kept.t, memo)));
      }),
    ),
  );
  m.attrs.set(
    'share',
    fn('share(tensor, /)', (_vm, of: PyTensor) =>
      runtime().dispatcher.belowAutograd(() => wrap(onto(new Tensor(of.t.storage, of.t.dtype, [...of.t.sizes], [...of.t.strides], of.t.offset)))),
    ),
  );
  return m;
}

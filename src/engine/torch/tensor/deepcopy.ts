/**
 * `copy.deepcopy` of a tensor: the whole storage is copied once for all tensors that share it, then viewed alike.
 *
 * The rows are those of torch/_tensor.py: the storage is copied through two byte tensors (`empty`, `set_`), then a new
 * tensor is set upon it. Leaves out: wrapper subclasses.
 */
import { resolve } from '../../aten/op.ts';
import { PyDict } from '../../python/containers.ts';
import { raise } from '../../python/errors.ts';
import { isGen, type NativeGen, type PyModule } from '../../python/functions.ts';
import { idOf, type Value } from '../../python/values.ts';
import type { VM } from '../../python/vm.ts';
import { peek, touch } from '../../dispatch/autograd/meta.ts';
import { uint8 } from '../../tensor/dtype.ts';
import { Storage, Tensor } from '../../tensor/tensor.ts';
import { setRequiresGrad } from '../grad.ts';
import { PyTensor, wrap } from '../objects.ts';
import { call, one, runtime } from '../runtime.ts';

/** Operators on storages, which no table entry can have: they leave a row and give what they are given. */
const setSource = resolve({ schema: 'set_.source_Storage(Tensor self, Storage source) -> Tensor', kind: 'kernel', meta: (_s: Tensor, t: Tensor) => t });
const setWhole = resolve({
  schema: 'set_.source_Storage_storage_offset(Tensor self, Storage source, SymInt storage_offset, SymInt[] size, SymInt[] stride=[]) -> Tensor',
  kind: 'kernel',
  meta: (_s: Tensor, t: Tensor) => t,
});

const copies = new WeakMap<PyDict, Map<Storage, Storage>>();

function copyStorage(s: Storage): Storage {
  const { dispatcher: d } = runtime();
  const bytes = (of: Storage): Tensor => {
    const blank = one('empty.memory_format', [0], uint8);
    return d.dispatch(setSource, [blank, new Tensor(of, uint8, [of.nbytes], [1])]) as Tensor;
  };
  const made = new Storage(s.buffer === null ? null : new ArrayBuffer(s.nbytes), s.nbytes, s.device);
  call('copy_', bytes(made), bytes(s), false);
  return made;
}

export function* deepcopy(vm: VM, self: PyTensor, memo: Value): NativeGen {
  const { dispatcher: d } = runtime();
  if (d.gradFn(self.t) !== null) {
    raise(
      'RuntimeError',
      'Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  ' +
        'If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001',
    );
  }
  const table = memo instanceof PyDict ? memo : new PyDict();
  const had = table.get(idOf(self));
  if (had !== undefined) return had;
  let storages = copies.get(table);
  if (!storages) copies.set(table, (storages = new Map()));
  const made = d.belowAutograd(() => {
    let storage = storages.get(self.t.storage);
    if (!storage) storages.set(self.t.storage, (storage = copyStorage(self.t.storage)));
    const t = new Tensor(storage, self.t.dtype, self.t.sizes, self.t.strides, self.t.offset);
    const blank = one('new_empty', self.t, [], null, null, null, null);
    return d.dispatch(setWhole, [blank, t, t.offset, t.sizes, t.strides]) as Tensor;
  });
  const object = new PyTensor(self.cls, made);
  if (d.requiresGrad(self.t)) setRequiresGrad(made, true);
  const grad = peek(self.t)?.grad ?? null;
  if (grad) touch(made).grad = ((yield* deepcopy(vm, wrap(grad), table)) as PyTensor).t;
  if (self.attrs.size > 0) {
    const r = vm.importModule('copy');
    const copy = (isGen(r) ? yield* r : r) as PyModule;
    for (const [k, v] of self.attrs) object.setAttr(k, yield* vm.call(copy.attrs.get('deepcopy') as Value, [v, table]));
  }
  table.set(idOf(self), object);
  return object;
}

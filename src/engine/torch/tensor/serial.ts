/**
 * What torch.save and torch.load do with a tensor: its storage is kept whole and once for all tensors that share it, and
 * a load makes a new one. The rows are those of `_rebuild_tensor` (torch/_utils.py): an empty tensor set upon the storage.
 *
 * Leaves out: the bytes of the file.
 */
import { resolve } from '../../aten/op.ts';
import { PyDict, PyList, PyTuple } from '../../python/containers.ts';
import { Unsupported } from '../../python/errors.ts';
import { PyModule, type NativeGen } from '../../python/functions.ts';
import { journal } from '../../python/journal.ts';
import { fn } from '../../python/native.ts';
import { spend } from '../../python/spend.ts';
import { objectType, PyType } from '../../python/types.ts';
import { PyObject, type Value } from '../../python/values.ts';
import type { VM } from '../../python/vm.ts';
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

const onCopy = (t: Tensor, memo: PyDict): Tensor =>
  new (t.constructor as typeof Tensor)(copyOf(t.storage, memo), t.dtype, [...t.sizes], [...t.strides], t.offset);

/** The rows of an empty tensor that is set upon a storage. */
function onto(t: Tensor): Tensor {
  const blank = one('empty.memory_format', [0], t.dtype, null, t.device, null, null);
  return runtime().dispatcher.dispatch(setWhole, [blank, t, t.offset, t.sizes, t.strides]) as Tensor;
}

/** What a data set held when a worker was made; opaque to Python. */
class Belongings extends PyObject {
  readonly held: ReadonlySet<object>;
  constructor(held: ReadonlySet<object>) {
    super();
    this.held = held;
  }
  get cls(): PyType {
    return objectType;
  }
}

/** Containers, objects and storages that are reached from `values`. */
function reached(values: Value): Set<object> {
  const seen = new Set<object>();
  const open: Value[] = [values];
  while (open.length > 0) {
    const v = open.pop();
    if (v === null || typeof v !== 'object' || seen.has(v) || v instanceof PyModule || v instanceof PyType) continue;
    seen.add(v);
    spend(1);
    if (v instanceof PyTensor) seen.add(v.t.storage);
    else if (v instanceof PyList || v instanceof PyTuple) for (const x of v.items) open.push(x);
    else if (v instanceof PyDict) for (const x of v.values()) open.push(x);
    else if ('attrs' in v && v.attrs instanceof Map) for (const x of v.attrs.values()) open.push(x);
  }
  return seen;
}

/**
 * Calls `f` as a worker process would: no row of what it does, nothing written. A process has a copy of everything, so what `f`
 * may not change is refused where it does: `of`, the names of a module, numpy's generator (it is seeded in each process).
 */
function* aside(vm: VM, f: Value, args: PyTuple, of: Belongings): NativeGen {
  const d = runtime().dispatcher;
  if (d.top !== null || d.tracing) throw new Unsupported("a DataLoader's workers in a compiled function");
  const { emit } = d;
  const { write } = vm.host;
  const modes = d.takeModes();
  const mark = journal.begin();
  d.emit = null;
  vm.host.write = () => {
    throw new Unsupported("printing in a DataLoader's worker (its order is left to chance)");
  };
  try {
    const out = yield* vm.call(f, [...args.items]);
    for (const it of journal.changedSince(mark)) {
      if (it instanceof PyModule && it.attrs.get('__name__') === '__main__')
        throw new Unsupported("a DataLoader's worker that changes the names of a module (its process has its own)");
      if ('spare' in it) throw new Unsupported("numpy.random in a DataLoader's worker");
      if (of.held.has(it)) throw new Unsupported("a DataLoader's worker that changes what its data set holds (its process has a copy)");
    }
    return out;
  } finally {
    journal.commit(mark);
    vm.host.write = write;
    d.emit = emit;
    d.restoreModes(modes);
  }
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
  m.attrs.set(
    'reach',
    fn('reach(values, /)', (_vm, values: Value) => new Belongings(reached(values))),
  );
  m.attrs.set('aside', fn('aside(f, args, of, /)', aside));
  return m;
}

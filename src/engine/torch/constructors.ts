/** `torch.Tensor(…)`, `torch.FloatTensor(…)`: the old constructors, by sizes or by data. */
import { PyTuple } from '../python/containers.ts';
import { extendType } from '../python/native.ts';
import { newType, typeType, PyType } from '../python/types.ts';
import { unbox, type Value } from '../python/values.ts';
import { part } from '../python/packs.ts';
import { type DType, DTYPES } from '../tensor/dtype.ts';
import { defaults } from '../tensor/promotion.ts';
import { isSequence } from './arguments.ts';
import { PyArray } from './array.ts';
import { fromData } from './data.ts';
import { PyTensor, sizeType, tensorType, wrap, wrapDType } from './objects.ts';
import { one } from './runtime.ts';
import { LEGACY } from './tensor/methods.ts';

function construct(cls: PyType, dtype: DType, args: readonly Value[]): PyTensor {
  const first = args[0];
  if (args.length === 1 && first instanceof PyTensor) {
    const t = one('alias', first.t);
    return cls === tensorType ? wrap(t) : new PyTensor(cls, t);
  }
  const asSize = args.length === 1 && first instanceof PyTuple && first.cls === sizeType;
  if (args.length === 1 && (isSequence(first) || first instanceof PyArray) && !asSize) {
    const t = fromData(first, { dtype });
    return cls === tensorType ? wrap(t) : new PyTensor(cls, t);
  }
  const sizes =
    args.length === 0
      ? [0]
      : (asSize ? (first as PyTuple).items : args).map((v) => {
          const n = unbox(v);
          return typeof n === 'number' ? n : part<typeof import('./misfits.ts')>('faults', 'misfits')().notSizes(args);
        });
  const t = one('empty.memory_format', sizes, dtype);
  return cls === tensorType ? wrap(t) : new PyTensor(cls, t);
}

extendType(tensorType, { create: (_vm, args) => construct(args[0] as PyType, defaults.dtype, args.slice(1)) });

/** `torch.FloatTensor`: types whose call gives a plain tensor; isinstance compares the dtype. */
const legacyMeta = newType('tensortype', typeType, 'torch');
extendType(legacyMeta, {
  methods: {
    '__call__(cls, *args)': (_vm, cls: PyType, args: Value[]) => construct(tensorType, DTYPES[LEGACY[cls.name]], args),
    '__instancecheck__(cls, v)': (_vm, cls: PyType, v: Value) => v instanceof PyTensor && v.t.dtype.name === LEGACY[cls.name],
  },
});

export const legacyTypes: Readonly<Record<string, PyType>> = Object.fromEntries(
  Object.keys(LEGACY).map((name) => {
    const t = new PyType(name, [tensorType], 'torch', legacyMeta);
    t.dict.set('dtype', wrapDType(DTYPES[LEGACY[name]]));
    t.dict.set('is_cuda', false);
    return [name, t];
  }),
);

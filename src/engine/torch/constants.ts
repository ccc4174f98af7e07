/**
 * What dtypes, devices, layouts, memory formats and sizes can do: attributes, text, equality; `finfo` and `iinfo`.
 */
import { PyTuple } from '../python/containers.ts';
import { raise } from '../python/errors.ts';
import { extendType } from '../python/native.ts';
import { tupleType } from '../python/types.ts';
import { part } from '../python/packs.ts';
import { unbox, type Value } from '../python/values.ts';
import { DTYPES, float32 } from '../tensor/dtype.ts';
import { deviceOf, parseDevice } from './device.ts';
import {
  deviceName,
  deviceRepr,
  deviceType,
  dtypeType,
  layoutType,
  memoryFormatType,
  PyDevice,
  PyDType,
  PyNamed,
  size,
  sizeType,
  wrapDevice,
  wrapDType,
} from './objects.ts';
import { runtime } from './runtime.ts';

const words = part<typeof import('./misfits.ts')>('faults', 'misfits');

const get = (f: (self: never) => Value): never => ((_vm: unknown, self: never) => f(self)) as never;

for (const t of [dtypeType, layoutType, memoryFormatType]) extendType(t, { create: () => raise('TypeError', `cannot create '${t.tp}' instances`) });

extendType(dtypeType, {
  methods: {
    '__repr__(self)': (_vm, self: PyDType) => `torch.${self.d.name}`,
    '__reduce__(self)': (_vm, self: PyDType) => self.d.name,
    'to_real(self)': (_vm, self: PyDType) => (self.d.category === 'complex' ? wrapDType(float32) : self),
    'to_complex(self)': () => wrapDType(DTYPES.complex64),
  },
  attrs: {
    is_floating_point: get((s: PyDType) => s.d.category === 'float'),
    is_complex: get((s: PyDType) => s.d.category === 'complex'),
    is_signed: get((s: PyDType) => s.d.name !== 'uint8' && s.d.name !== 'bool'),
    itemsize: get((s: PyDType) => s.d.itemsize),
  },
});

extendType(deviceType, {
  create: (_vm, args, kw) => {
    const v = args[1] ?? kw?.get('device') ?? kw?.get('type') ?? null;
    const index = args[2] ?? kw?.get('index');
    if (!(v instanceof PyDevice) && typeof unbox(v) !== 'string' && typeof v !== 'number') words().deviceArguments(args.slice(1), kw);
    const d = v instanceof PyDevice ? v.d : typeof unbox(v) === 'string' ? parseDevice(unbox(v) as string) : deviceOf(v);
    if (typeof unbox(index ?? null) === 'number') {
      if (d.index !== null) raise('RuntimeError', `type (string) must not include an index because index was passed explicitly: ${deviceName(d)}`);
      return wrapDevice({ type: d.type, index: unbox(index as Value) as number });
    }
    return wrapDevice(d);
  },
  methods: {
    '__repr__(self)': (_vm, self: PyDevice) => deviceRepr(self.d),
    '__str__(self)': (_vm, self: PyDevice) => deviceName(self.d),
    '__enter__(self)': (_vm, self: PyDevice) => {
      runtime().defaultDevices.push(self.d);
      return self;
    },
    '__exit__(self, *args)': () => {
      runtime().defaultDevices.pop();
      return null;
    },
  },
  attrs: { type: get((s: PyDevice) => s.d.type), index: get((s: PyDevice) => s.d.index) },
});

extendType(layoutType, { methods: { '__repr__(self)': (_vm, self: PyNamed) => `torch.${self.name}` } });
extendType(memoryFormatType, { methods: { '__repr__(self)': (_vm, self: PyNamed) => `torch.${self.name}` } });

extendType(sizeType, {
  create: (vm, args) => {
    const make = tupleType.lookup('__new__') as { fn?: Value };
    const r = vm.callNow((make.fn ?? make) as Value, [tupleType, ...args.slice(1)]) as PyTuple;
    for (const [i, x] of r.items.entries()) {
      if (typeof unbox(x) !== 'number') raise('TypeError', `torch.Size() takes an iterable of 'int' (item ${i} is '${typeof x}')`);
    }
    return size(r.items as number[]);
  },
  methods: {
    '__repr__(self)': (_vm, self: PyTuple) => `torch.Size([${self.items.map(String).join(', ')}])`,
    'numel(self)': (_vm, self: PyTuple) => self.items.reduce<number>((n, s) => n * Number(s), 1),
  },
});

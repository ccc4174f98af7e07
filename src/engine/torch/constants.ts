/**
 * What dtypes, devices, layouts, memory formats and sizes can do: attributes, text, equality; `finfo` and `iinfo`.
 */
import { PyTuple } from '../python/containers.ts';
import { raise } from '../python/errors.ts';
import { extendType } from '../python/native.ts';
import { newType, objectType, tupleType } from '../python/types.ts';
import { PyFloat, PyInstance, unbox, type Value } from '../python/values.ts';
import { type DType, DTYPES, type DTypeName, float32 } from '../tensor/dtype.ts';
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
import { toDType } from './convert.ts';

const get = (f: (self: never) => Value): never => ((_vm: unknown, self: never) => f(self)) as never;

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

interface FloatInfo {
  readonly bits: number;
  readonly eps: number;
  readonly max: number;
  readonly tiny: number;
  readonly smallestNormal: number;
  readonly resolution: number;
}

const f = (bits: number, mantissa: number, maxExp: number, minExp: number, resolution: number, max?: number): FloatInfo => ({
  bits,
  eps: 2 ** -mantissa,
  max: max ?? (2 - 2 ** -mantissa) * 2 ** maxExp,
  tiny: 2 ** minExp,
  smallestNormal: 2 ** minExp,
  resolution,
});
export const FLOATS: Partial<Record<DTypeName, FloatInfo>> = {
  float64: f(64, 52, 1023, -1022, 1e-15),
  float32: f(32, 23, 127, -126, 1e-6),
  float16: f(16, 10, 15, -14, 1e-3),
  bfloat16: f(16, 7, 127, -126, 1e-2),
  float8_e4m3fn: f(8, 3, 8, -6, 1, 448),
  float8_e5m2: f(8, 2, 15, -14, 1),
};
export const INTS: Partial<Record<DTypeName, readonly [number, number | bigint, number | bigint]>> = {
  uint8: [8, 0, 255],
  int8: [8, -128, 127],
  int16: [16, -32768, 32767],
  int32: [32, -2147483648, 2147483647],
  int64: [64, -9223372036854775808n, 9223372036854775807n],
};

export const finfoType = newType('finfo', objectType, 'torch');
export const iinfoType = newType('iinfo', objectType, 'torch');

class Info extends PyInstance {
  d: DType = float32;
}

const num = (x: number): PyFloat => new PyFloat(x);
/** Python's `%g` for the few figures an info prints. */
const g = (x: number): string => {
  const s = x.toPrecision(6);
  const [m, e] = s.includes('e') ? s.split('e') : [s, ''];
  const mant = m.includes('.') ? m.replace(/\.?0+$/, '') : m;
  if (e === '') {
    const exp = Math.floor(Math.log10(Math.abs(x)));
    if (exp < -4) {
      const [mm, ee] = x.toExponential(5).split('e');
      return `${mm.replace(/\.?0+$/, '')}e${ee[0]}${ee.slice(1).padStart(2, '0')}`;
    }
    return mant;
  }
  return `${mant}e${e[0]}${e.slice(1).padStart(2, '0')}`;
};

const floatInfo = (s: Info): FloatInfo => FLOATS[s.d.name] as FloatInfo;

extendType(finfoType, {
  create: (_vm, args, kw) => {
    const v = args[1] ?? kw?.get('type') ?? null;
    const d = v === null ? float32 : toDType(v);
    if (!FLOATS[d.name]) raise('TypeError', `torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'`);
    const i = new Info(finfoType);
    i.d = d;
    return i;
  },
  methods: {
    '__repr__(self)': (_vm, self: Info) => {
      const x = floatInfo(self);
      return `finfo(resolution=${g(x.resolution)}, min=${g(-x.max)}, max=${g(x.max)}, eps=${g(x.eps)}, smallest_normal=${g(x.smallestNormal)}, tiny=${g(x.tiny)}, dtype=${self.d.name})`;
    },
  },
  attrs: {
    bits: get((s: Info) => floatInfo(s).bits),
    eps: get((s: Info) => num(floatInfo(s).eps)),
    max: get((s: Info) => num(floatInfo(s).max)),
    min: get((s: Info) => num(-floatInfo(s).max)),
    tiny: get((s: Info) => num(floatInfo(s).tiny)),
    smallest_normal: get((s: Info) => num(floatInfo(s).smallestNormal)),
    resolution: get((s: Info) => num(floatInfo(s).resolution)),
    dtype: get((s: Info) => s.d.name),
  },
});

extendType(iinfoType, {
  create: (_vm, args) => {
    const d = toDType(args[1] ?? null);
    if (!INTS[d.name]) raise('TypeError', `torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'`);
    const i = new Info(iinfoType);
    i.d = d;
    return i;
  },
  methods: {
    '__repr__(self)': (_vm, self: Info) => {
      const [, lo, hi] = INTS[self.d.name] as readonly [number, number | bigint, number | bigint];
      return `iinfo(min=${g(Number(lo))}, max=${g(Number(hi))}, dtype=${self.d.name})`;
    },
  },
  attrs: {
    bits: get((s: Info) => INTS[s.d.name]?.[0] as number),
    min: get((s: Info) => INTS[s.d.name]?.[1] as number),
    max: get((s: Info) => INTS[s.d.name]?.[2] as number),
    dtype: get((s: Info) => s.d.name),
  },
});

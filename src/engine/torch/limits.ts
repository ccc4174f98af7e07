/**
 * torch.finfo and torch.iinfo: the limits of number types. In a pack of their own, since few programs ask.
 *
 * Source: torch/csrc/TypeInfo.cpp.
 */
import { raise } from '../python/errors.ts';
import { toGeneral } from '../python/numfmt.ts';
import { extendType } from '../python/native.ts';
import { part } from '../python/packs.ts';
import { newType, objectType } from '../python/types.ts';
import { PyFloat, PyInstance, type Value } from '../python/values.ts';
import { type DType, type DTypeName, float32 } from '../tensor/dtype.ts';
import { toDType } from './convert.ts';
import { PyDType } from './objects.ts';
import { INTS } from './ranges.ts';

const words = part<typeof import('./misfits.ts')>('faults', 'misfits');

const get = (f: (self: never) => Value): never => ((_vm: unknown, self: never) => f(self)) as never;

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

export const finfoType = newType('finfo', objectType, 'torch');
export const iinfoType = newType('iinfo', objectType, 'torch');

class Info extends PyInstance {
  d: DType = float32;
}

const num = (x: number): PyFloat => new PyFloat(x);
/** C's `%g`: ties go to the even figure. */
const g = (x: number): string => (x < 0 ? '-' : '') + toGeneral(Math.abs(x), 6, false);

const floatInfo = (s: Info): FloatInfo => FLOATS[s.d.name] as FloatInfo;

function infoOf(name: string, args: readonly Value[], kw: Map<string, Value> | null): DType | null {
  const v = args[1] ?? kw?.get('type');
  if (args.length !== 2 || !(v instanceof PyDType)) words().infoArguments(name, args.slice(1), kw);
  return v === undefined ? null : toDType(v);
}

extendType(finfoType, {
  create: (_vm, args, kw) => {
    const d = infoOf('finfo', args, kw) ?? float32;
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
  create: (_vm, args, kw) => {
    const d = infoOf('iinfo', args, kw) as DType;
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

/** `numpy.finfo` and `numpy.iinfo`: what a type can hold. Figures of floats are scalars of the type, of integers Python's. */
import { raise, Unsupported } from '../../python/errors.ts';
import { extendType } from '../../python/native.ts';
import { newType } from '../../python/types.ts';
import { PyInstance, type Value } from '../../python/values.ts';
import { type DType, DTYPES } from '../../tensor/dtype.ts';
import { FLOATS } from '../limits.ts';
import { INTS } from '../ranges.ts';
import { PyArray, scalarDType } from '../array.ts';
import { dtypeArg, npDType, scalar } from './types.ts';

export const finfoType = newType('finfo', undefined, 'numpy');
export const iinfoType = newType('iinfo', undefined, 'numpy');
finfoType.dotted = iinfoType.dotted = false;

class Limits extends PyInstance {
  d: DType = DTYPES.float64;
}

/** A type, or the type of a value. */
const typeGiven = (v: Value): DType => (v instanceof PyArray ? v.t.dtype : (scalarDType(v) ?? dtypeArg(v))) ?? DTYPES.float64;

const made = (cls: typeof finfoType, d: DType): Limits => {
  const out = new Limits(cls);
  out.d = d;
  return out;
};

type Figures = { max: number; eps: number; tiny: number; smallestNormal: number; resolution: number; bits: number };
const figure = (pick: (f: Figures) => number) => (_vm: unknown, self: Limits) => scalar(pick(FLOATS[self.d.name] as Figures), self.d);

extendType(finfoType, {
  create: (_vm, args) => {
    const d = typeGiven(args[1] ?? null);
    if (d.category !== 'float') raise('ValueError', `data type <class 'numpy.${d.name}'> not inexact`);
    if (FLOATS[d.name] === undefined) throw new Unsupported(`numpy.finfo of ${d.name}`);
    return made(finfoType, d);
  },
  attrs: {
    max: figure((f) => f.max),
    min: figure((f) => -f.max),
    eps: figure((f) => f.eps),
    tiny: figure((f) => f.tiny),
    smallest_normal: figure((f) => f.smallestNormal),
    resolution: figure((f) => f.resolution),
    bits: (_vm, self: Limits) => (FLOATS[self.d.name] as Figures).bits,
    dtype: (_vm, self: Limits) => npDType(self.d),
  },
});

extendType(iinfoType, {
  create: (_vm, args) => {
    const d = typeGiven(args[1] ?? null);
    if (d.category !== 'int') raise('ValueError', `Invalid integer data type '${d.category === 'float' ? 'f' : 'b'}'.`);
    return made(iinfoType, d);
  },
  attrs: {
    bits: (_vm, self: Limits) => INTS[self.d.name]?.[0] as number,
    min: (_vm, self: Limits) => INTS[self.d.name]?.[1] as number,
    max: (_vm, self: Limits) => INTS[self.d.name]?.[2] as number,
    dtype: (_vm, self: Limits) => npDType(self.d),
  },
});

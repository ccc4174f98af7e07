/**
 * Which numbers a type holds, and what becomes of a number beside small ints.
 *
 * Rules: c10/util/TypeCast.h (`overflows`) and `Scalar::to`. Infinities and NaN are held by the types that have them; of
 * the unsigned type negative ints wrap, negative floats do not. Beside a tensor of small ints a number is cast silently.
 */
import { type DType, type DTypeName } from '../tensor/dtype.ts';
import { runtimeError, Unsupported } from '../tensor/errors.ts';
import type { Scalar } from './op.ts';

/** The names that the error gives to the types narrower than a double, and their least and largest numbers. */
const HOLDS: Partial<Record<DTypeName, readonly [name: string, least: number, most: number]>> = {
  uint8: ['uint8_t', -255, 255],
  int8: ['int8_t', -128, 127],
  int16: ['int16_t', -32768, 32767],
  int32: ['int', -2147483648, 2147483647],
  int64: ['int64_t', -(2 ** 63), 2 ** 63],
  float8_e4m3fn: ['c10::Float8_e4m3fn', -448, 448],
  float8_e5m2: ['c10::Float8_e5m2', -57344, 57344],
  float16: ['c10::Half', -65504, 65504],
  bfloat16: ['c10::BFloat16', -3.3895313892515355e38, 3.3895313892515355e38],
  float32: ['float', -3.4028234663852886e38, 3.4028234663852886e38],
};

/** The number itself where the type holds it; `whole`: it is an int. */
export function held(v: number | bigint | boolean, d: DType, whole: boolean): number | bigint | boolean {
  const limits = HOLDS[d.name];
  if (limits === undefined || typeof v === 'boolean') return v;
  const [name, least, most] = limits;
  const fits =
    d.category === 'float' && !Number.isFinite(Number(v))
      ? v !== v || d.name !== 'float8_e4m3fn'
      : v >= (d.name === 'uint8' && !whole ? 0 : least) && v <= most && !(whole && d.name === 'int64' && v >= 2n ** 63n);
  if (!fits) throw runtimeError(`value cannot be converted to type ${name} without overflow`);
  return v;
}

/** As a double, cut to an integer where the type is one. */
export function counted(v: number | bigint | boolean, d: DType): number {
  if (typeof v === 'bigint' && d.name === 'int64') throw new Unsupported('an int64 value beyond 2**53 in this operator');
  if (d.category !== 'int') return Number(v);
  const n = Math.trunc(Number(v));
  return d.name === 'uint8' ? n & 255 : n;
}

/** A Python number cast to a type of ints below 64 bits (`wrapped_scalar_tensor`); `v` is its value as a double. */
export function wrapped(x: Scalar, v: number, { name, itemsize }: DType): number {
  if (typeof x !== 'bigint' && !Number.isSafeInteger(v)) return v;
  return Number((name === 'uint8' ? BigInt.asUintN : BigInt.asIntN)(itemsize * 8, typeof x === 'bigint' ? x : BigInt(v)));
}

/** Bits, least and greatest value of the integer types. */
import type { DTypeName } from '../tensor/dtype.ts';

export const INTS: Partial<Record<DTypeName, readonly [number, number | bigint, number | bigint]>> = {
  uint8: [8, 0, 255],
  int8: [8, -128, 127],
  int16: [16, -32768, 32767],
  int32: [32, -2147483648, 2147483647],
  int64: [64, -9223372036854775808n, 9223372036854775807n],
};

/**
 * Element types: PyTorch's names, sizes and categories.
 *
 * Storages hold true bytes; bfloat16, float16 and the float8 kinds are bit patterns in an unsigned array, int64 is a
 * BigInt64Array. Kernels widen to a working array and round back (`rounding.ts`, `access.ts`), as PyTorch's do.
 */

export type Category = 'bool' | 'int' | 'float' | 'complex';

type FloatName = 'float64' | 'float32' | 'float16' | 'bfloat16' | 'float8_e4m3fn' | 'float8_e5m2';
type IntName = 'int64' | 'int32' | 'int16' | 'int8' | 'uint8';
export type DTypeName = FloatName | IntName | 'bool' | 'complex64';

export interface DType {
  readonly name: DTypeName;
  readonly itemsize: number;
  readonly category: Category;
  /** Short name used in graphs and panes: `f32`, `bf16`, `i64`, `b8`. */
  readonly short: string;
}

const d = (name: DTypeName, itemsize: number, category: Category, short: string): DType => ({ name, itemsize, category, short });

export const float64 = d('float64', 8, 'float', 'f64');
export const float32 = d('float32', 4, 'float', 'f32');
export const float16 = d('float16', 2, 'float', 'f16');
export const bfloat16 = d('bfloat16', 2, 'float', 'bf16');
export const float8_e4m3fn = d('float8_e4m3fn', 1, 'float', 'f8e4m3fn');
export const float8_e5m2 = d('float8_e5m2', 1, 'float', 'f8e5m2');
export const int64 = d('int64', 8, 'int', 'i64');
export const int32 = d('int32', 4, 'int', 'i32');
export const int16 = d('int16', 2, 'int', 'i16');
export const int8 = d('int8', 1, 'int', 'i8');
export const uint8 = d('uint8', 1, 'int', 'u8');
export const bool = d('bool', 1, 'bool', 'b8');
export const complex64 = d('complex64', 8, 'complex', 'c64');

/** Real or complex floating point: what derivatives exist for. */
export const isInexact = (t: DType): boolean => t.category === 'float' || t.category === 'complex';

export const DTYPES: Readonly<Record<DTypeName, DType>> = {
  float64,
  float32,
  float16,
  bfloat16,
  float8_e4m3fn,
  float8_e5m2,
  int64,
  int32,
  int16,
  int8,
  uint8,
  bool,
  complex64,
};

/**
 * Type promotion: `torch.promote_types`, `torch.result_type`, `torch.can_cast`.
 *
 * The lattice and the three ranks of operands (tensors with dimensions, 0-d tensors, Python numbers) are those of
 * c10/core/ScalarType.h and ATen/native/TypeProperties.cpp; the golden compares every pair in every rank.
 * Leaves out: complex128, which this engine has not (Unsupported where it would result).
 */
import { bfloat16, bool, complex64, type DType, type DTypeName, float32, float64, int16, int64 } from './dtype.ts';
import { runtimeError, Unsupported } from './errors.ts';
import type { Tensor } from './tensor.ts';

/** What `torch.set_default_dtype` sets. */
export const defaults: { dtype: DType } = { dtype: float32 };

/** Signed integers by size, then floats by range; uint8 and bool stand aside. */
const RANK: Partial<Record<DTypeName, number>> = {
  bool: 0,
  uint8: 1,
  int8: 1,
  int16: 2,
  int32: 3,
  int64: 4,
  float16: 5,
  bfloat16: 5,
  float32: 6,
  float64: 7,
};

export function promoteTypes(a: DType, b: DType): DType {
  if (a === b) return a;
  if (a.name.startsWith('float8') || b.name.startsWith('float8')) {
    throw runtimeError(`Promotion for Float8 Types is not supported, attempted to promote ${CPP[a.name]} and ${CPP[b.name]}`);
  }
  if (a === complex64 || b === complex64) {
    if (a === float64 || b === float64) throw new Unsupported('complex128');
    return complex64;
  }
  const ra = RANK[a.name] as number;
  const rb = RANK[b.name] as number;
  if (ra === rb) return ra === 1 ? int16 : float32;
  return ra > rb ? a : b;
}

/** Names in C++ error messages. */
export const CPP: Readonly<Record<DTypeName, string>> = {
  float64: 'Double',
  float32: 'Float',
  float16: 'Half',
  bfloat16: 'BFloat16',
  float8_e4m3fn: 'Float8_e4m3fn',
  float8_e5m2: 'Float8_e5m2',
  int64: 'Long',
  int32: 'Int',
  int16: 'Short',
  int8: 'Char',
  uint8: 'Byte',
  bool: 'Bool',
  complex64: 'ComplexFloat',
};

const CPP_TYPES: Readonly<Record<string, string>> = {
  float32: 'float',
  float64: 'double',
  float16: 'c10::Half',
  bfloat16: 'c10::BFloat16',
  int64: 'long int',
  int32: 'int',
  int16: 'short int',
  int8: 'signed char',
  uint8: 'unsigned char',
  complex64: 'c10::complex<float>',
  complex128: 'c10::complex<double>',
};

/** What `TypeMeta` prints: the C++ type. */
export const cppType = (d: DType): string => CPP_TYPES[d.name] ?? d.name;

/** `torch.FloatTensor`, `torch.neuron.LongTensor`: the type names of older messages. */
export const legacyTypeName = (t: Tensor): string => `torch.${t.device.type === 'cpu' ? '' : `${t.device.type}.`}${CPP[t.dtype.name]}Tensor`;

/** A Python number among operands: its category counts, not its size. */
export type PythonNumber = 'bool' | 'int' | 'float' | 'complex';
export type Operand = Tensor | PythonNumber;

/** Collects operands as `at::native::ResultTypeState` does. */
class Ranks {
  dim: DType | null = null;
  zero: DType | null = null;
  wrapped: DType | null = null;

  add(x: Operand): void {
    if (typeof x === 'string') this.wrapped = join(this.wrapped, pythonDType(x));
    else if (x.dim > 0) this.dim = join(this.dim, x.dtype);
    else this.zero = join(this.zero, x.dtype);
  }

  get result(): DType | null {
    return combine(this.dim, combine(this.zero, this.wrapped));
  }
}

const join = (a: DType | null, b: DType | null): DType | null => (a === null ? b : b === null ? a : promoteTypes(a, b));

function combine(higher: DType | null, lower: DType | null): DType | null {
  if (higher === null) return lower;
  if (lower === null || higher.category === 'complex') return higher;
  if (higher.category === 'float') return lower.category === 'complex' ? complexOf(higher) : higher;
  if (higher === bool || lower.category === 'float' || lower.category === 'complex') return join(higher, lower);
  return higher;
}

function complexOf(t: DType): DType {
  if (t === float32 || t === bfloat16) return complex64;
  if (t.name.startsWith('float8')) throw runtimeError(`Unknown Complex ScalarType for ${CPP[t.name]}`);
  throw new Unsupported(t === float64 ? 'complex128' : `the complex type of ${t.name}`);
}

/** The type a Python number has by itself. */
export function pythonDType(kind: PythonNumber): DType {
  switch (kind) {
    case 'bool':
      return bool;
    case 'int':
      return int64;
    case 'float':
      return defaults.dtype;
    default:
      if (defaults.dtype === float64) throw new Unsupported('complex128');
      return complex64;
  }
}

/** `torch.result_type` of any number of operands. */
export function resultType(...operands: readonly Operand[]): DType {
  const ranks = new Ranks();
  for (const x of operands) ranks.add(x);
  if (ranks.result === null) throw runtimeError('result_type needs an operand');
  return ranks.result;
}

export function canCast(from: DType, to: DType): boolean {
  if (from.category === 'complex' && to.category !== 'complex') return false;
  if (from.category === 'float' && (to.category === 'int' || to.category === 'bool')) return false;
  return from.category === 'bool' || to.category !== 'bool';
}

/** What integers become in operators that divide or take roots. */
export const floatFor = (t: DType): DType => (t.category === 'int' || t.category === 'bool' ? defaults.dtype : t);

/** What PyTorch calls a tensor of an element type in its errors and in `Tensor.type()`. */
export const CPP_TENSOR: Readonly<Record<string, string>> = {
  float32: 'FloatTensor',
  float64: 'DoubleTensor',
  float16: 'HalfTensor',
  bfloat16: 'BFloat16Tensor',
  int64: 'LongTensor',
  int32: 'IntTensor',
  int16: 'ShortTensor',
  int8: 'CharTensor',
  uint8: 'ByteTensor',
  bool: 'BoolTensor',
};

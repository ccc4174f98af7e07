/**
 * numpy's element types, scalars and dtype objects, and the type of a result (NEP 50: a Python number takes the type of
 * the array beside it).
 *
 * A scalar is a boxed number with numpy's class: torch and Python's own functions read it as the number it is.
 * Leaves out: complex numbers, unsigned types but uint8 and uint16 (kept, read and cast, not computed with), text, times, records, objects.
 */
import { raise, Unsupported } from '../../python/errors.ts';
import { boolType, floatType, intType, newType, objectType, PyType } from '../../python/types.ts';
import { PyBoxed, PyFloat, PyObject, type Value } from '../../python/values.ts';
import { type DType, DTYPES, type DTypeName } from '../../tensor/dtype.ts';
import { scalarClasses } from '../array.ts';
import { PyDType } from '../objects.ts';

const named = (name: string, base: PyType): PyType => newType(name, base, 'numpy');

/** What `default_rng` gives; its methods lie in the pack numpy-more. */
export const generatorType = newType('Generator', undefined, 'numpy.random');
export const genericType = named('generic', objectType);
const numberType = named('number', genericType);
const integerType = named('integer', numberType);
const signedType = named('signedinteger', integerType);
const unsignedType = named('unsignedinteger', integerType);
const inexactType = named('inexact', numberType);
const floatingType = named('floating', inexactType);

const NAMES: Readonly<Partial<Record<DTypeName, PyType>>> = {
  float64: named('float64', floatingType),
  float32: named('float32', floatingType),
  float16: named('float16', floatingType),
  int64: named('int64', signedType),
  int32: named('int32', signedType),
  int16: named('int16', signedType),
  int8: named('int8', signedType),
  uint8: named('uint8', unsignedType),
  bool: named('bool', genericType),
};
/** Ids of tokens are kept so. torch's own has hardly an operator; of numpy's only memory and casts are modelled. */
export const UINT16: DType = { name: 'uint16' as DTypeName, itemsize: 2, category: 'int', short: 'u16' };
const uint16Type = named('uint16', unsignedType);
// numpy's float64 is a Python float too.
const float64Type = NAMES.float64 as PyType;
float64Type.bases = [floatingType, floatType];
float64Type.mro = [float64Type, floatingType, inexactType, numberType, genericType, floatType, objectType];

export const ABSTRACT: Readonly<Record<string, PyType>> = {
  generic: genericType,
  number: numberType,
  integer: integerType,
  signedinteger: signedType,
  unsignedinteger: unsignedType,
  inexact: inexactType,
  floating: floatingType,
};

/** numpy's names of the scalar types, other spellings included. */
export const SCALARS: Readonly<Record<string, PyType>> = {
  ...(NAMES as Record<string, PyType>),
  bool_: NAMES.bool as PyType,
  double: float64Type,
  single: NAMES.float32 as PyType,
  half: NAMES.float16 as PyType,
  int_: NAMES.int64 as PyType,
  intp: NAMES.int64 as PyType,
  long: NAMES.int64 as PyType,
  longlong: NAMES.int64 as PyType,
  intc: NAMES.int32 as PyType,
  short: NAMES.int16 as PyType,
  byte: NAMES.int8 as PyType,
  ubyte: NAMES.uint8 as PyType,
  uint16: uint16Type,
  ushort: uint16Type,
};

for (const [name, t] of Object.entries(NAMES)) scalarClasses.set(t as PyType, DTYPES[name as DTypeName]);
scalarClasses.set(uint16Type, UINT16);
export const SCALAR_TYPES = [...Object.values(NAMES), uint16Type] as PyType[];
export const scalarTypeOf = (d: DType): PyType => (d === UINT16 ? uint16Type : (NAMES[d.name] ?? refuseType(d.name)));

function refuseType(name: string): never {
  throw new Unsupported(`numpy arrays of type ${name}`);
}

/** A scalar of the type; a number where its value is one. */
export function scalar(v: number | bigint | boolean, d: DType): Value {
  const value = d.category === 'float' ? new PyFloat(Number(v)) : d.category === 'bool' ? Boolean(v) : v;
  return new PyBoxed(scalarTypeOf(d), value as number);
}

export const npDTypeType = newType('dtype', objectType, 'numpy');
export class NpDType extends PyObject {
  readonly cls = npDTypeType;
  readonly d: DType;
  constructor(d: DType) {
    super();
    this.d = d;
  }
}
const dtypeObjects = new Map<DType, NpDType>();
export function npDType(d: DType): NpDType {
  let made = dtypeObjects.get(d);
  if (!made) dtypeObjects.set(d, (made = new NpDType(d)));
  return made;
}

const CODES: Readonly<Record<string, DTypeName>> = {
  f8: 'float64',
  f4: 'float32',
  f2: 'float16',
  i8: 'int64',
  i4: 'int32',
  i2: 'int16',
  i1: 'int8',
  u1: 'uint8',
  b1: 'bool',
  f: 'float32',
  d: 'float64',
  i: 'int32',
  l: 'int64',
  q: 'int64',
  e: 'float16',
  b: 'int8',
  B: 'uint8',
  '?': 'bool',
  float: 'float64',
  int: 'int64',
};

/** What programs write where numpy wants a type; null stands for "not given". */
export function dtypeArg(v: Value): DType | null {
  if (v === null || v === undefined) return null;
  if (v instanceof NpDType) return v.d;
  if (v === floatType) return DTYPES.float64;
  if (v === intType) return DTYPES.int64;
  if (v === boolType) return DTYPES.bool;
  if (v instanceof PyType && scalarClasses.has(v)) return scalarClasses.get(v) as DType;
  if (typeof v === 'string') {
    const plain = v.replace(/^[<=|]/, '');
    if (plain === 'u2' || plain === 'H') return UINT16;
    const name = CODES[plain] ?? (SCALARS[plain] && scalarClasses.get(SCALARS[plain])?.name);
    if (name) return name === UINT16.name ? UINT16 : DTYPES[name];
    // What numpy knows and this does not: codes with a length, texts, times, objects.
    if (/^[<>=|]?[a-zA-Z?]\d*$|^(u?int|float|complex)\d|^(object|str|bytes|void|datetime64|timedelta64|u?long|c?double|csingle)|,|\[/.test(v))
      throw new Unsupported(`numpy's type '${v}'`);
    raise('TypeError', `data type '${v}' not understood`);
  }
  if (v instanceof PyDType) raise('TypeError', `Cannot interpret 'torch.${v.d.name}' as a data type`);
  throw new Unsupported(`a type of numpy given as ${v instanceof PyType ? v.name : 'a value'}`);
}

/** A Python number beside an array: of no type of its own. */
export type Weak = 'bool' | 'int' | 'float';

const rank = (d: DType): number => (d.category === 'bool' ? 0 : d.category === 'int' ? 1 : 2);

/** Of two types; a table in numpy, a rule here: what holds every value of both. */
export function promote(a: DType, b: DType): DType {
  if (a === b) return a;
  const [low, high] = rank(a) <= rank(b) ? [a, b] : [b, a];
  if (rank(low) === 0) return high;
  if (rank(low) === rank(high)) {
    const [small, large] = low.itemsize <= high.itemsize ? [low, high] : [high, low];
    if (small.itemsize === large.itemsize && (a === UINT16 || b === UINT16)) throw new Unsupported('numpy.uint16 beside int16 or float16');
    return small.itemsize === large.itemsize && small.category === 'int' ? DTYPES.int16 : large;
  }
  // int with float: the float must hold the integers exactly, as numpy counts it.
  const wants = low.itemsize === 1 ? 2 : low.itemsize === 2 ? 4 : 8;
  const size = Math.max(wants, high.itemsize);
  return size === 2 ? DTYPES.float16 : size === 4 ? DTYPES.float32 : DTYPES.float64;
}

export function promoteWeak(d: DType, w: Weak): DType {
  if (w === 'bool') return d;
  if (w === 'int') return d.category === 'bool' ? DTYPES.int64 : d;
  return d.category === 'float' ? d : DTYPES.float64;
}

export const weakDType = (w: Weak): DType => (w === 'bool' ? DTYPES.bool : w === 'int' ? DTYPES.int64 : DTYPES.float64);

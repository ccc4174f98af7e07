/**
 * Guards: what a compiled entry takes for granted, checked before it is used again.
 *
 * Order as in torch/_dynamo/guards.py: guards are sorted by (kind of source, length of the name, name, rank of the
 * guard), put into a tree along their sources, and the tree is walked depth first; after a failure the children of a
 * node are re-ordered by how often they failed. Texts are those of PyTorch 2.13.
 */
import { PyDict, PyFrozenSet, PyList, PySet, PyTuple } from '../python/containers.ts';
import { PyFunction } from '../python/functions.ts';
import { fullName, scalarRepr } from '../python/repr.ts';
import { typeOf, type PyType } from '../python/types.ts';
import { PyBytes, PyComplex, PyFloat, PyObject, type Value } from '../python/values.ts';
import { requiresGrad } from '../dispatch/autograd/meta.ts';
import { keySetText } from '../dispatch/inference.ts';
import type { DType } from '../tensor/dtype.ts';
import { Tensor } from '../tensor/tensor.ts';
import { floatRepr, itemStep, ownAttr, readSource, reprKey, type Scope, type Source } from './source.ts';

/** The tensor behind a Python tensor object. Duck-typed: the class lives in the layer above. */
export function tensorOf(v: Value | undefined): Tensor | null {
  const t = (v as { t?: unknown } | null | undefined)?.t;
  return t instanceof Tensor && v instanceof PyObject ? t : null;
}

/** Rank of each guard builder: its order in guards.py. */
export const RANK = { has: 0, keys: 1, type: 2, contains: 4, none: 6, equals: 8, id: 9, code: 10, length: 11, tensor: 20, duplicate: 30 } as const;

export interface Guard {
  readonly source: Source;
  readonly rank: number;
  /** What must hold, for display. */
  readonly text: string;
  /** The keys of a dictionary that is guarded whole: what is read from it is checked in their order. */
  readonly order?: readonly Value[];
  /** A dictionary's keys, each checked before what is read under it (`DictGuardManager`). */
  readonly inOrder?: { readonly keys: readonly Value[]; check(value: Value | undefined, index: number): string | null };
  /** null: holds; else the failure in PyTorch's words. */
  check(value: Value | undefined, scope: Scope): string | null;
}

const ALONE = '<id>';

/** `<class 'list'>`, `<class '__main__.C'>`. */
export function classText(t: PyType): string {
  return t.module === 'builtins' ? `<class '${t.name}'>` : `<class '${fullName(t)}'>`;
}

export function typeGuard(source: Source, value: Value): Guard {
  const want = typeOf(value);
  const fail = `___check_type_id(${source.text}, ${ALONE}), type=${classText(want)}`;
  return { source, rank: RANK.type, text: fail, check: (v) => (v !== undefined && typeOf(v) === want ? null : fail) };
}

export function constText(value: Value): string {
  if (value instanceof PyFloat) return floatRepr(value.v);
  const device = (value as { d?: { type?: string; index?: number | null } } | null)?.d;
  if (value instanceof PyObject && device?.type) return `device(type='${device.type}'${device.index === null ? '' : `, index=${device.index}`})`;
  const dtype = (value as { d?: DType } | null)?.d;
  if (value instanceof PyObject && dtype?.name) return `torch.${dtype.name}`;
  return value instanceof PyBytes || value instanceof PyComplex ? (scalarRepr(value) as string) : reprKey(value);
}

export function sameConst(a: Value, b: Value | undefined): boolean {
  if (b === undefined) return false;
  if (a instanceof PyFloat) return b instanceof PyFloat && Object.is(a.v, b.v);
  if (a instanceof PyBytes || a instanceof PyComplex) return b instanceof PyObject && typeOf(b) === typeOf(a) && scalarRepr(a) === scalarRepr(b);
  return a === b;
}

export function equalsGuard(source: Source, value: Value): Guard {
  if (value === null) {
    const fail = `${source.text} is None`;
    return { source, rank: RANK.none, text: fail, check: (v) => (v === null ? null : fail) };
  }
  const fail = `${source.text} == ${constText(value)}`;
  return { source, rank: RANK.equals, text: fail, check: (v) => (sameConst(value, v) ? null : fail) };
}

export function idGuard(source: Source, value: PyObject): Guard {
  const fail = `___check_obj_id(${source.text}, ${ALONE}), type=${classText(typeOf(value))}`;
  return { source, rank: RANK.id, text: fail, check: (v) => (v === value ? null : fail) };
}

export function codeGuard(source: Source, value: PyFunction): Guard {
  const { code } = value;
  const fail = `___check_obj_id(${source.text}.__code__, ${ALONE}), type=<class 'code'>`;
  const other = `CodeGuardAccessor: Not a function on ${source.text}.__code__`;
  return { source, rank: RANK.code, text: fail, check: (v) => (!(v instanceof PyFunction) ? other : v.code === code ? null : fail) };
}

export function lengthGuard(source: Source, n: number): Guard {
  const fail = n === 0 ? `not ${source.text}` : `len(${source.text}) == ${n}`;
  return { source, rank: RANK.length, text: fail, check: (v) => (sizeOf(v) === n ? null : fail) };
}

export function sizeOf(v: Value | undefined): number {
  if (v instanceof PyList || v instanceof PyTuple) return v.items.length;
  return v instanceof PyDict ? v.size : -1;
}

export function keysGuard(source: Source, dict: PyDict): Guard {
  const keys = [...dict.keys()];
  const want = typeOf(dict);
  return {
    source,
    rank: RANK.keys,
    text: `list(dict.keys(${source.text})) == [${keys.map(reprKey).join(', ')}]`,
    check: (v) => {
      if (v === undefined || typeOf(v) !== want) return `TYPE_MISMATCH(${source.text})`;
      if (!(v instanceof PyDict) || v.size !== keys.length) return `len(${source.text}) != ${keys.length}`;
      return null;
    },
    inOrder: {
      keys,
      check: (v, i) => (v instanceof PyDict && sameConst(keys[i], v.keys()[i]) ? null : `list(dict.keys(${source.text}))[${i}] == ${reprKey(keys[i])}`),
    },
  };
}

/** What the length of a dictionary was asked for leaves on it: its items are looked up, whatever they are (`KeyError on d['k']`). */
export const lengthGuards = (source: Source, dict: PyDict): Guard[] => [
  lengthGuard(source, dict.size),
  ...[...dict.keys()].filter(isPlain).map((k) => ({ source: source.child(itemStep(dict, k)), rank: RANK.length, text: '', check: () => null })),
];

/** All keys of a dictionary were read, in no order that matters: `sorted(d)`, `f(**d)`. */
export function unorderedKeysGuards(source: Source, dict: PyDict): Guard[] {
  return [lengthGuard(source, dict.size), ...[...dict.keys()].filter(isPlain).map((k) => containsGuard(source, k, true))];
}

const isPlain = (k: Value): boolean => typeof k !== 'object' || k === null;

export function containsGuard(source: Source, key: Value, present: boolean): Guard {
  const call = `___dict_contains(${reprKey(key)}, ${source.text})`;
  return {
    source,
    rank: RANK.contains,
    text: present ? call : `not ${call}`,
    check: (v) => (v instanceof PyDict && v.has(key) === present ? null : present ? call : `not ${call}`),
  };
}

/** `hasattr(o, name)`, asked of `source`'s parent. */
export function hasAttrGuard(source: Source, name: string, present: boolean): Guard {
  const of = source.parent?.text;
  const text = `${present ? '' : 'not '}hasattr(${of}, '${name}')`;
  return { source, rank: RANK.has, text, check: (v) => ((v !== undefined) === present ? null : text) };
}

/** A set of constants is compared whole. */
export function setGuard(source: Source, set: PySet): Guard {
  const items = set.values();
  const inner = items.map(reprKey).join(', ');
  const frozen = set instanceof PyFrozenSet;
  const text = `${source.text} == ${items.length === 0 ? `${frozen ? 'frozen' : ''}set()` : frozen ? `frozenset({${inner}})` : `{${inner}}`}`;
  const same = (v: Value | undefined): boolean => v instanceof PySet && typeOf(v) === typeOf(set) && v.size === set.size && items.every((x) => v.has(x));
  return { source, rank: RANK.equals, text, check: (v) => (same(v) ? null : text) };
}

/** `key in set`. */
export function setContainsGuard(source: Source, key: Value, present: boolean): Guard {
  const text = `${present ? '' : 'not '}set.__contains__(${source.text}, ${reprKey(key)})`;
  return { source, rank: RANK.contains, text, check: (v) => (v instanceof PySet && v.has(key) === present ? null : text) };
}

/** What was found in the class is not in the instance. */
export function absentGuard(source: Source, name: string): Guard {
  const text = `not ___dict_contains('${name}', ${source.text}.__dict__)`;
  return { source, rank: RANK.contains, text, check: (v) => (v !== undefined && ownAttr(v, name) === undefined ? null : text) };
}

const CPP_DTYPE: Readonly<Record<string, string>> = {
  float64: 'Double',
  float32: 'Float',
  float16: 'Half',
  bfloat16: 'BFloat16',
  int64: 'Long',
  int32: 'Int',
  int16: 'Short',
  int8: 'Char',
  uint8: 'Byte',
  bool: 'Bool',
  complex64: 'ComplexFloat',
  float8_e4m3fn: 'Float8_e4m3fn',
  float8_e5m2: 'Float8_e5m2',
};

/** `mode`: whether inference mode is on. `open`: dimensions whose size is a symbol; a stride that depends on one is not compared either. */
export function tensorGuard(source: Source, value: Value, mode: () => boolean, open: ReadonlySet<number> = new Set()): Guard {
  const t = tensorOf(value) as Tensor;
  const cls = typeOf(value);
  const keys = keySetText(t, mode());
  const want = { dtype: t.dtype, device: t.device, grad: requiresGrad(t), sizes: [...t.sizes], strides: [...t.strides] };
  const name = source.text;
  const parameter =
    cls.name === 'Parameter'
      ? '. Guard failed on a parameter, consider using torch._dynamo.config.force_parameter_static_shapes = False to allow dynamism on parameters.'
      : '';
  const check = (v: Value | undefined): string | null => {
    const u = tensorOf(v);
    if (!u || v === undefined) {
      const found = v === undefined ? "<class 'NoneType'>" : classText(typeOf(v));
      return `expected type of '${name}' to be a tensor type, ' but found ${found}`;
    }
    if (typeOf(v) !== cls) return `expected type of '${name}' to be ${classText(cls)}, but found ${classText(typeOf(v))}`;
    const head = `tensor '${name}'`;
    const now = keySetText(u, mode());
    if (now !== keys && u.device.type === 'cpu') return `${head} dispatch key set mismatch. expected ${keys}, actual ${now}`;
    if (u.dtype !== want.dtype) return `${head} dtype mismatch. expected ${CPP_DTYPE[want.dtype.name]}, actual ${CPP_DTYPE[u.dtype.name]}`;
    if (u.device.type !== want.device.type || u.device.index !== want.device.index) {
      return `${head} dispatch key set mismatch. expected ${want.device.type}, actual ${u.device.type}`;
    }
    if (requiresGrad(u) !== want.grad) return `${head} requires_grad mismatch. expected requires_grad=${want.grad ? 1 : 0}`;
    if (u.dim !== want.sizes.length) return `${head} rank mismatch. expected ${want.sizes.length}, actual ${u.dim}`;
    for (let i = 0; i < want.sizes.length; i++) {
      if (!open.has(i) && u.sizes[i] !== want.sizes[i])
        return `${head} size mismatch at index ${i}. expected ${want.sizes[i]}, actual ${u.sizes[i]}${parameter}`;
    }
    const loose = (i: number): boolean => [...open].some((d) => want.strides[d] < want.strides[i]);
    for (let i = 0; i < want.strides.length; i++) {
      if (!loose(i) && u.strides[i] !== want.strides[i])
        return `${head} stride mismatch at index ${i}. expected ${want.strides[i]}, actual ${u.strides[i]}${parameter}`;
    }
    return null;
  };
  const size = want.sizes.map((s, i) => (open.has(i) ? '?' : s)).join(', ');
  const text = `tensor '${name}': ${want.dtype.name}[${size}], stride (${want.strides.join(', ')}), requires_grad=${want.grad ? 1 : 0}`;
  return { source, rank: RANK.tensor, text, check };
}

/** Two names for one object. */
export function aliasGuard(source: Source, other: Source): Guard {
  const fail = `${other.text} is ${source.text}`;
  return {
    source,
    rank: RANK.duplicate,
    text: fail,
    check: (v, scope) => (v !== undefined && v === readSource(other, scope) ? null : fail),
  };
}

/** A number whose value is a symbol. */
export const numberGuard = (source: Source, value: Value): Guard => typeGuard(source, value);

/**
 * The argument parser: Python arguments against the signatures of one name.
 *
 * Idea and messages: torch/csrc/utils/python_arg_parser.cpp. Signatures are tried in order, deprecated ones last; what
 * fits first is taken. Lists of ints may come as varargs where they are the only positional parameter.
 * Leaves out: `__torch_function__`, named dimensions, SymInts.
 */
import { PyList, PyTuple } from '../python/containers.ts';
import { raise, Unsupported } from '../python/errors.ts';
import { floatType, intType, boolType, typeOf } from '../python/types.ts';
import { PyBoxed, PyComplex, PyFloat, PyInstance, unbox, type Value } from '../python/values.ts';
import { part } from '../python/packs.ts';
import { LAYOUTS, MEMORY_FORMATS, PyDevice, PyDType, PyNamed, PyTensor } from './objects.ts';
import { type Param, type Signature, signatureText } from './signature.ts';
import { PyGenerator } from './generator.ts';

const invalid = part<typeof import('./invalid.ts')>('faults', 'invalid');

export interface Parsed {
  readonly signature: Signature;
  /** One a parameter; undefined where not given. */
  readonly values: (Value | undefined)[];
}

export function tpName(v: Value): string {
  // A name of a module that is not modelled (python/placeholder.ts): what it would be is not known.
  if (v instanceof PyInstance && 'unmodelled' in v) throw new Unsupported(String(v.unmodelled));
  return typeOf(v).tp;
}
export const isSequence = (v: Value): v is PyTuple | PyList => v instanceof PyTuple || v instanceof PyList;

const isInt = (v: Value): boolean =>
  typeof v === 'number' || typeof v === 'bigint' || (v instanceof PyBoxed && typeof v.value !== 'string' && !(v.value instanceof PyFloat));
const isFloat = (v: Value): boolean => v instanceof PyFloat || (v instanceof PyBoxed && v.value instanceof PyFloat);
const isNumber = (v: Value): boolean => isInt(v) || isFloat(v) || typeof v === 'boolean' || v instanceof PyComplex;

const needsGrad = (t: PyTensor): boolean => hooks.requiresGrad(t);
/** Set by the binding layer: this file knows no autograd. */
export const hooks: { requiresGrad: (t: PyTensor) => boolean } = { requiresGrad: () => false };

const zeroDim = (v: Value): v is PyTensor => v instanceof PyTensor && v.t.dim === 0 && !needsGrad(v);
const integral = (v: PyTensor): boolean => v.t.dtype.category === 'int';
const intLike = (v: Value): boolean => isInt(v) || (v instanceof PyTensor && v.t.numel === 1 && (integral(v) || v.t.dtype.category === 'bool'));

/** Where a list failed: index of the bad element. */
const failed = { index: -1 };

function intList(v: Value, p: Param): boolean {
  if (isSequence(v)) {
    if (v.items.length === 0 || intLike(v.items[0])) return true;
    failed.index = 0;
    return false;
  }
  return p.list > 0 && intLike(v) && typeof v !== 'boolean';
}

function tensorList(v: Value, position: number): boolean {
  if (!isSequence(v)) return false;
  v.items.forEach((x, i) => {
    if (!(x instanceof PyTensor)) raise('TypeError', `expected Tensor as element ${i} in argument ${position}, but got ${tpName(x)}`);
  });
  return true;
}

type Check = (v: Value, p: Param, s: Signature, position: number) => boolean;

const CHECKS: Readonly<Record<string, Check>> = {
  Tensor: (v, _p, s) => v instanceof PyTensor || (s.numbersAsTensors && isNumber(v)),
  Scalar: (v) => isNumber(v) || zeroDim(v),
  float: (v) => isInt(v) || isFloat(v) || typeof v === 'boolean' || zeroDim(v),
  int: (v) => isInt(v) || (zeroDim(v) && integral(v)),
  bool: (v) => typeof v === 'boolean',
  PyObject: () => true,
  str: (v) => typeof unbox(v) === 'string',
  ScalarType: (v) => v instanceof PyDType || v === (floatType as Value) || v === (intType as Value) || v === (boolType as Value),
  Layout: (v) => v instanceof PyNamed && LAYOUTS.get(v.name) === v,
  MemoryFormat: (v) => v instanceof PyNamed && MEMORY_FORMATS.get(v.name) === v,
  Device: (v) => v instanceof PyDevice || isInt(v) || typeof unbox(v) === 'string',
  Generator: (v) => v instanceof PyGenerator,
};
const LIST_CHECKS: Readonly<Record<string, Check>> = {
  // None in a list is for the operator alone (`Tensor?[]`): Python's parser does not take it.
  Tensor: (v, _p, _s, position) => tensorList(v, position),
  int: (v, p) => intList(v, p),
  float: (v, p) => (isSequence(v) ? v.items.length === 0 || isNumber(v.items[0]) : p.list > 0 && isNumber(v)),
  Scalar: (v) => isSequence(v) && v.items.every((x) => isNumber(x)),
  bool: (v) => isSequence(v) && v.items.every((x) => typeof x === 'boolean'),
};

function check(v: Value, p: Param, s: Signature, position: number): boolean {
  const c = p.list !== 0 ? LIST_CHECKS[p.base] : CHECKS[p.base];
  return c !== undefined && c(v, p, s, position);
}

/** Names that numpy users write (python_arg_parser.cpp). */
const NUMPY: Readonly<Record<string, readonly string[]>> = { dim: ['axis'], keepdim: ['keepdims'], input: ['x', 'a', 'x1'], other: ['x2'] };

function keyword(p: Param, kw: Map<string, Value>): Value | undefined {
  const v = kw.get(p.name);
  if (v !== undefined) return v;
  for (const n of NUMPY[p.name] ?? []) {
    const w = kw.get(n);
    if (w !== undefined) return w;
  }
  return undefined;
}

/** The values by parameter, or null; with `loud` the first misfit raises instead. */
function fit(s: Signature, args: readonly Value[], kw: Map<string, Value> | null, loud: boolean): (Value | undefined)[] | null {
  const { params } = s;
  const nargs = args.length;
  // A method without parameters is no matter of PyTorch's parser: the C interface counts.
  if (loud && s.method && params.length === 0 && nargs + (kw?.size ?? 0) > 0)
    raise('TypeError', `TensorBase.${s.name}() takes no ${kw?.size ? 'keyword arguments' : `arguments (${nargs} given)`}`);
  const varargs = s.maxPositional === 1 && params[0].base === 'int' && params[0].list !== 0;
  if (nargs > s.maxPositional && !varargs) return loud ? invalid().extraArgs(s, nargs) : null;
  const out: (Value | undefined)[] = [];
  let at = 0;
  let left = kw?.size ?? 0;
  for (let i = 0; i < params.length; i++) {
    const p = params[i];
    let v: Value | undefined;
    let byName = false;
    if (at < nargs) {
      if (p.keywordOnly) return loud ? invalid().extraArgs(s, nargs) : null;
      v = args[at];
    } else if (kw) {
      v = keyword(p, kw);
      byName = true;
    }
    failed.index = -1;
    const eligible = varargs && at === 0 && !byName;
    if ((v === undefined && p.optional) || (v === null && p.allowNone)) {
      out.push(undefined);
    } else if (v === undefined) {
      return loud ? invalid().missingArgs(s, i) : null;
    } else if (!(eligible && nargs > 1) && check(v, p, s, i)) {
      out.push(v);
    } else if (eligible && intLike(v) && typeof v !== 'boolean') {
      out.push(new PyTuple(args));
      at = nargs;
      continue;
    } else if (loud) {
      if (eligible && nargs > s.maxPositional) invalid().extraArgs(s, nargs);
      invalid().wrongType(s, p, v, byName ? null : at + 1, args, failed.index);
    } else return null;
    if (!byName) at++;
    else if (v !== undefined) left--;
  }
  if (left > 0) return loud ? invalid().extraKeywords(s, kw as Map<string, Value>, nargs) : null;
  return out;
}

/**
 * Parses against the signatures of one name; raises PyTorch's TypeError when none fits, or refuses when the operator
 * table lacks some of the overloads (`incomplete` names the function), since the fitting one may be among those.
 */
export function parseArguments(
  signatures: readonly Signature[],
  args: readonly Value[],
  kw: Map<string, Value> | null,
  incomplete: string | null = null,
): Parsed {
  if (signatures.length === 1 && incomplete === null) {
    return { signature: signatures[0], values: fit(signatures[0], args, kw, true) as (Value | undefined)[] };
  }
  for (const signature of signatures) {
    const values = fit(signature, args, kw, false);
    if (values) return { signature, values };
  }
  const n = args.length + (kw?.size ?? 0);
  const shown = signatures.filter((s) => !s.deprecated);
  const plausible = shown.filter((s) => n >= s.minArgs && n <= s.params.length);
  if (plausible.length === 1 && incomplete === null) fit(plausible[0], args, kw, true);
  if (incomplete !== null) throw new Unsupported(incomplete);
  raise('TypeError', invalid().invalidArguments(`${signatures[0].name}()`, args, kw, shown.map(signatureText)));
}

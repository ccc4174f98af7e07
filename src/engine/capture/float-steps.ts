/**
 * Floats made of sizes, as the program made them: `1 / math.sqrt(x.shape[1])`. While a frame is traced each float remembers
 * the operation that gave it; what it is in symbols: `derived-floats.ts`.
 *
 * Idea: Dynamo turns the functions of `math` that SymFloat has into operations on symbols; the others need the number.
 */
import { isGen, PyNative } from '../python/functions.ts';
import { PyType } from '../python/types.ts';
import { PyFloat, type Value } from '../python/values.ts';

export type Real = number | PyFloat;

export interface FloatStep {
  /** A binary operator, `neg`, `float`, or a function of `math`. */
  readonly op: string;
  readonly args: readonly Real[];
  /** Operations on ints before it. */
  readonly sofar: number;
}

/** Functions of `math` that symbols have. */
const SYMBOLIC = new Set('sqrt sin cos tan asin acos atan sinh cosh tanh log2'.split(' '));
/** Functions of `math` that give an int of a symbol. */
const TO_INT = new Set('ceil floor trunc'.split(' '));

export const isReal = (v: Value | undefined): v is Real => typeof v === 'number' || v instanceof PyFloat;

const BUILTINS = new Set(['max', 'min', 'abs']);
const isBuiltin = (fn: Value): fn is PyNative => fn instanceof PyNative && fn.module === 'builtins' && !fn.owner && BUILTINS.has(fn.name);

/** What the call of a function makes of numbers: a step on symbols, a number that has to be known, or neither. */
export function kindOfCall(fn: Value, args: readonly Value[]): 'step' | 'pin' | null {
  if (fn instanceof PyType) return fn.name === 'float' && fn.module === 'builtins' && args.length === 1 && isReal(args[0]) ? 'step' : null;
  if (isBuiltin(fn)) return args.length === (fn.name === 'abs' ? 1 : 2) && args.every(isReal) && args.some((a) => a instanceof PyFloat) ? 'step' : null;
  if (!(fn instanceof PyNative) || fn.module !== 'math' || fn.owner || !args.every(isReal)) return null;
  if (SYMBOLIC.has(fn.name)) return 'step';
  return TO_INT.has(fn.name) ? null : 'pin';
}

/** The function with its result watched. */
export function stepOf(fn: PyNative | PyType, made: (op: string, result: PyFloat) => void): PyNative {
  return new PyNative(fn.name, function* (vm, args, kw) {
    if (!(fn instanceof PyNative)) {
      const whole = new PyFloat(args[0] instanceof PyFloat ? args[0].v : Number(args[0]));
      made(fn.name, whole);
      return whole;
    }
    const r = fn.fn(vm, args, kw);
    const result = isGen(r) ? yield* r : r;
    if (!(result instanceof PyFloat)) return result;
    // The larger of two is one of them: here a float of its own.
    const own = isBuiltin(fn) ? new PyFloat(result.v) : result;
    made(fn.name, own);
    return own;
  });
}

/**
 * Python's ints beyond 2^53 as arguments: what fits an int64, and what PyTorch says of the rest.
 *
 * Where a number is wanted it is read as an int64 or else as an unsigned one (`THPUtils_unpackScalar`), where an int is
 * wanted as an int64 (`THPUtils_unpackLong`). Sizes are doubles in this engine: a list with a larger int goes on for the
 * sake of its error alone, which then shows the int as it was given.
 * Leaves out: the C++ frames that PyTorch adds to a list's message, and what a size beyond 2^53 leads to where it is no error.
 */
import { PyTuple } from '../python/containers.ts';
import { PyError, raise, Unsupported } from '../python/errors.ts';
import { PyFloat } from '../python/values.ts';
import { beyond } from './convert.ts';
import type { Param } from './signature.ts';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n;

const OVERFLOW = 'Overflow when unpacking long long';
const keep = (u: bigint): void => void (beyond.seen = [...(beyond.seen ?? []), u]);
const fits = (u: bigint): boolean => u >= MIN && u < MAX;

/** A `Scalar`: an int64, or an unsigned one up to 2^64. */
export function asScalar(u: bigint): bigint {
  if (u >= 2n * MAX) raise('OverflowError', 'int too big to convert');
  if (u < MIN) raise('OverflowError', "can't convert negative int to unsigned");
  return u;
}

export function asInt64(u: bigint): bigint {
  if (!fits(u)) raise('ValueError', OVERFLOW);
  keep(u);
  return u;
}

export function asDouble(u: bigint): PyFloat {
  const v = Number(u);
  return Number.isFinite(v) ? new PyFloat(v) : raise('OverflowError', 'int too large to convert to float');
}

/** An item of an int list. */
export function asItem(u: bigint, p: Param, fn: string, i: number): number {
  if (!fits(u)) raise('TypeError', `${fn}(): argument '${p.name}' failed to unpack the object at pos ${i + 1} with error "${OVERFLOW}\n"`);
  keep(u);
  beyond.sizes = true;
  return Number(u);
}

/** An int argument: beyond 2^53 only the bounds of random integers count exactly. */
export const asArgument = (u: bigint, fn: string): number | bigint => (/^rand(om|int)/.test(fn) ? asInt64(u) : Number(asInt64(u)));

/** Runs the call that such ints were given to: its error names them exactly. */
export function exactly<T>(run: () => T): T {
  const { sizes } = beyond;
  const seen = beyond.seen ?? [];
  beyond.seen = null;
  beyond.sizes = false;
  let made: T;
  try {
    made = run();
  } catch (e) {
    if (e instanceof PyError) {
      const { exc } = e;
      exc.args = new PyTuple(
        exc.args.items.map((a) => (typeof a === 'string' ? seen.reduce((text, u) => text.replaceAll(String(Number(u)), String(u)), a) : a)),
      );
    }
    throw e;
  }
  if (sizes) throw new Unsupported(`a size of ${seen[0]}`);
  return made;
}

/**
 * Errors about sizes that are symbols name them: `index 6 is out of bounds for dimension 0 with size s77`.
 *
 * Leaves out: sizes that were computed from symbols, whose expression the message would hold.
 */
import { makeException, PyError, Unsupported } from '../python/errors.ts';
import { Tensor } from '../tensor/tensor.ts';
import { nameOf } from './polynomials.ts';
import type { SizeSymbol } from './symbols.ts';

const SIZE = /(with size |of size \[)([\d, ]+)/;

/** The error on `of` with the names of symbols in place of its sizes. */
export function named(error: PyError, of: unknown, symbols: readonly SizeSymbol[]): PyError {
  const found = SIZE.exec(error.message);
  if (!found || !(of instanceof Tensor)) return error;
  const dims = new Map(symbols.flatMap((s) => s.uses.filter((u) => u.tensor === of).map((u) => [u.dim, s] as const)));
  const isInput = symbols.some((s) => s.uses.some((u) => u.tensor === of));
  const sizes = found[2].split(', ');
  const dim = Number(/dimension (\d+)/.exec(error.message)?.[1] ?? -1);
  if (!isInput && symbols.some((s) => sizes.includes(String(s.hint))))
    throw new Unsupported('an index outside a size that was computed from one that is dynamic');
  const words = sizes.map((n, i) => {
    const s = dims.get(sizes.length === 1 && found[1] === 'with size ' ? dim : i);
    return s ? nameOf(s) : n;
  });
  return new PyError(makeException(error.exc.cls, error.message.replace(found[0], found[1] + words.join(', '))));
}

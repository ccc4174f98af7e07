/** Iterators over values already at hand. */
import { PyIterator } from '../python/functions.ts';
import { iteratorType } from '../python/types.ts';
import type { Value } from '../python/values.ts';

export function getIterator(items: readonly Value[]): PyIterator {
  let i = 0;
  return new PyIterator(() => (i < items.length ? items[i++] : undefined), iteratorType);
}

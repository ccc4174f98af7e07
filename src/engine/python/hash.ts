/** Key look-up when Python code may run: the search itself is in the pack `language` (hashof.ts). */
import type { PyDict } from './containers.ts';
import type { Request } from './functions.ts';
import { formIn, type Key } from './keys.ts';
import { part } from './packs.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

export const hashes = part<typeof import('./hashof.ts')>('language', 'hashes');

/** The form under which `dict` holds this key, or a new one. */
export function* resolveKey(vm: VM, dict: PyDict, key: Value): Generator<Request, Key, Value> {
  const k = formIn(dict, key);
  return k === undefined ? yield* hashes().search(vm, dict, key) : k;
}

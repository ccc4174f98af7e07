/** Whether long lines of code are wrapped: a choice of the reader's, kept in this browser where it keeps anything. */
const KEY = 'atlas.wrap';

export function wraps(): boolean {
  if (typeof document === 'undefined') return false; // drawn at build
  try {
    return globalThis.localStorage?.getItem(KEY) === '1';
  } catch {
    return false;
  }
}

export function keepWraps(on: boolean): void {
  try {
    if (on) globalThis.localStorage?.setItem(KEY, '1');
    else globalThis.localStorage?.removeItem(KEY);
  } catch {
    // It holds until the page is left.
  }
}

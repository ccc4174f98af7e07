/** Timing for the bench: the fastest of several rounds, two contestants in turn; processor time of the thread for long runs. */

const ROUNDS = 15;
/** Milliseconds that a round lasts at least. */
const LONG = 6;

/**
 * Milliseconds of processor time of this thread: what one waits for on an idle machine. What V8 compiles and collects on
 * threads beside it is not in it.
 */
export function spent(f: () => void): number {
  const before = process.threadCpuUsage();
  f();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** How often `f` must run for a round to be long enough; warms it up on the way. */
function repeats(f: () => unknown): number {
  for (let i = 0; i < 200; i++) f();
  for (let n = 1; ; n *= 2) if (loop(f, n) >= LONG) return n;
}

/**
 * Milliseconds by the clock of `n` calls. Rounds are short and the fastest counts, so what else runs hardly shows; the
 * processor time of a thread moves in ticks of some milliseconds on some machines, of which a round holds one or two.
 */
function loop(f: () => unknown, n: number): number {
  const start = performance.now();
  for (let i = 0; i < n; i++) f();
  return performance.now() - start;
}

/** Milliseconds of one call of each: rounds alternate, so that a busy machine slows both. */
export function inTurn(a: () => unknown, b: () => unknown): [number, number] {
  const [na, nb] = [repeats(a), repeats(b)];
  let [ta, tb] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < ROUNDS; i++) {
    ta = Math.min(ta, loop(a, na) / na);
    tb = Math.min(tb, loop(b, nb) / nb);
  }
  return [ta, tb];
}

export const micros = (ms: number): string => (ms * 1000).toFixed(ms < 0.1 ? 1 : 0);

/**
 * Runs the ranks to their end: coroutines, the lowest runnable one first (decision 5).
 *
 * A rank runs until it ends, fails or waits. When all that are left wait and nobody can go on, the run hangs; a rank that
 * fails leaves its peers waiting for it, which PyTorch reports on them as a lost connection.
 */
import { explainHang } from './hang.ts';
import type { Waiting, World } from './world.ts';

/** How one turn of a rank ended. */
export type Turn<T> = { kind: 'ended'; result: T; failed: boolean } | { kind: 'waits'; reason: Waiting };

export interface Ranks<T> {
  /** Lets a rank run until it ends or waits; `resumed`: it waited before. */
  turn(rank: number, resumed: boolean): Turn<T>;
}

export interface Outcome<T> {
  /** Result of each rank that ended. */
  readonly ended: (T | null)[];
  /** Ranks that still wait, in order, when nobody can go on. */
  readonly waiting: readonly Waiting[];
  /** The text of the hang, null when all ranks ended. */
  readonly hang: string | null;
  /** The lowest rank that failed, null when none did. */
  readonly failed: number | null;
}

export function runRanks<T>(world: World, ranks: Ranks<T>): Outcome<T> {
  const ended: (T | null)[] = new Array(world.size).fill(null);
  const done = new Set<number>();
  const waiting = new Map<number, Waiting>();
  let failed: number | null = null;
  for (;;) {
    const ready = Array.from({ length: world.size }, (_, r) => r).find((r) => {
      const block = waiting.get(r);
      return !done.has(r) && (block === undefined || world.isReady(block));
    });
    const next = ready ?? world.tell([...waiting.values()].filter((w) => w.asks));
    if (next === undefined) break;
    const resumed = waiting.delete(next);
    if (resumed) world.retry(next);
    const turn = ranks.turn(next, resumed);
    if (turn.kind === 'waits') waiting.set(next, turn.reason);
    else {
      ended[next] = turn.result;
      done.add(next);
      if (turn.failed) failed = Math.min(failed ?? next, next);
    }
  }
  const left = [...waiting.values()].sort((a, b) => a.rank - b.rank);
  return { ended, waiting: left, hang: left.length > 0 ? explainHang(left, [...done]) : null, failed };
}

/** Runs one function a rank, as the session runs programs: again from the start where it had to wait. */
import type { Comm } from '../../src/engine/mesh/comm.ts';
import { runRanks } from '../../src/engine/mesh/schedule.ts';
import { type Waiting, World } from '../../src/engine/mesh/world.ts';
import { Suspend } from '../../src/engine/python/errors.ts';

export interface RanksResult<T> {
  results: (T | null)[];
  /** Collectives of rank 0, by name. */
  counts: Record<string, number>;
  hang: string | null;
}

export function onRanks<T>(size: number, body: (comm: Comm) => T): RanksResult<T> {
  const world = new World(size);
  const counts: Record<string, number> = {};
  const comms = Array.from({ length: size }, (_, rank): Comm => ({
    rank,
    world,
    line: () => 1,
    unit: () => 0,
    issued: () => 0,
    happened: (e) => {
      if (rank === 0) counts[e.op] = (counts[e.op] ?? 0) + 1;
    },
  }));
  const outcome = runRanks<T>(world, {
    turn(rank) {
      try {
        return { kind: 'ended', result: body(comms[rank] as Comm), failed: false };
      } catch (e) {
        if (e instanceof Suspend) return { kind: 'waits', reason: e.reason as Waiting };
        throw e;
      }
    },
  });
  return { results: outcome.ended, counts, hang: outcome.hang };
}

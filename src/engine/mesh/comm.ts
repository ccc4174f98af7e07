/**
 * One rank's way to the others: who it is, and who hears of its collectives.
 *
 * Counted by PyTorch's public names, as `CommDebugMode` does (report.md, `collectives`).
 */
import type { World } from './world.ts';

export interface CollectiveEvent {
  readonly op: string;
  readonly group: readonly number[];
  /** Bytes this rank puts in. */
  readonly bytes: number;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly reduce: string | null;
  /** Of tensors on the host. */
  readonly onHost: boolean;
}

export interface Comm {
  readonly rank: number;
  readonly world: World;
  /** Line of the program that is running, for the report and for hangs. */
  line(): number;
  /** Names the unit of work that is executed again as a whole if it has to wait (an instruction, a backward node). */
  unit(): number;
  /** Called once a collective has happened on this rank. */
  happened(event: CollectiveEvent): void;
  /** How many collectives this rank has issued so far. */
  issued(): number;
}

/** Ranks inside `with loss_parallel():`. */
export const lossParallel = new WeakSet<Comm>();

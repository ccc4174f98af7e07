/** What the page and the engine's worker say to each other. */
import type { RunOptions, RunReport } from '../../engine/report/types.ts';
import type { Piece } from './pieces.ts';

export interface Ask {
  id: number;
  source: string;
  options: RunOptions;
  name: string;
  /** The reader's own operator table, as `run` takes it. */
  overlay?: [string, boolean][] | undefined;
}

export type Answer =
  /** The program begins, or begins again: what it turned out to need is there. */
  | { id: number; kind: 'ready' }
  /** It has ended to be begun again, once a part of the engine is fetched. */
  | { id: number; kind: 'waits' }
  /** Where the program stands; said some times a second. */
  | { id: number; kind: 'at'; line: number }
  /** `more`: how many pieces of it are to come; without them it is whole. */
  | { id: number; kind: 'report'; report: RunReport; more?: number }
  | { id: number; kind: 'piece'; piece: Piece }
  | { id: number; kind: 'crashed'; message: string };

export type Outcome =
  /** `own`: the reader's own operator table was laid over the engine's. */
  | { kind: 'report'; report: RunReport; own?: boolean }
  | { kind: 'stopped'; by: 'reader' | 'budget'; seconds: number; line: number | null }
  /** `away`: a part of the engine could not be fetched; the program has no part in it. */
  | { kind: 'crashed'; message: string; away?: true };

/** What the client needs of a worker; tests give a false one. */
export interface WorkerLike {
  postMessage(message: Ask): void;
  terminate(): void;
  onmessage: ((e: MessageEvent<Answer>) => void) | null;
  onerror: ((e: ErrorEvent) => void) | null;
}

/**
 * How much a run may do: counts, never wall time (decision 11).
 *
 * One budget for all ranks of a run, so that more ranks do not mean a longer wait for the reader. A run with numbers that
 * asks for more than its share is not ended: it starts again on shapes alone (`core.ts`), unless numbers were insisted on.
 */
import { LimitReached } from '../python/errors.ts';
import type { RunOptions } from './types.ts';

/**
 * What a run with numbers may cost before it goes on without, in the counts of `aten/effort.ts`. Parameters tell a big
 * model before it has cost anything. A long training loop wants its numbers: the work allowed is a minute or two of
 * operators of one number each, a quarter of it in products. In the page the clock asks the reader before that.
 */
export const AFFORDABLE = {
  /** Elements of Parameters and Buffers made: 2^25, 134 MB in float32. A model above it takes longer to initialise than to read. */
  parameters: 1 << 25,
  elements: 1e9,
  bytes: 1e12,
  /** One tensor's bytes: what every browser can still hold as one array. */
  tensor: 1 << 30,
  /** Bytes that living tensors hold together: 2 GiB, what a tab can hold beside the page. */
  held: 2 ** 31,
};

/** The same where the reader insists on numbers: five times the work. The page's clock ends a run sooner. */
const INSISTED = { parameters: Number.POSITIVE_INFINITY, elements: 5e9, bytes: 1e13, tensor: 1 << 30, held: 2 ** 31 };

/** Of the room for living tensors, the part taken anew before it is worth looking what still lives. */
const LOOK_AFTER = 1 / 8;

export interface Limits {
  steps?: number;
  parameters?: number;
  elements?: number;
  bytes?: number;
  tensor?: number;
  held?: number;
}

export class Budget {
  readonly steps: number;
  /** The limit of numbers that was met: a run on shapes alone would not have met it. */
  met: LimitReached | null = null;
  private readonly most: typeof AFFORDABLE;
  private readonly used = { parameters: 0, elements: 0, bytes: 0 };
  /** Bytes taken since it was last known what lives; `living` knows. */
  private sinceLook = 0;
  private nextLook: number;
  /** Counts what tensors hold now; the session sets it. */
  living: () => number = () => 0;

  constructor(numbers: RunOptions['numbers'], limits: Limits = {}) {
    const { steps, ...rest } = limits;
    this.steps = steps ?? 100_000_000;
    this.most = { ...(numbers === 'always' ? INSISTED : AFFORDABLE), ...rest };
    this.nextLook = this.most.held;
  }

  /** Bytes about to be taken by one tensor. */
  readonly meter = (bytes: number): void => {
    if (bytes > this.most.tensor) this.end('bytes of one tensor', this.most.tensor);
    this.used.bytes += bytes;
    if (this.used.bytes > this.most.bytes) this.end('bytes', this.most.bytes);
    this.sinceLook += bytes;
    if (this.sinceLook > this.nextLook) this.look(bytes);
  };

  /** Nothing can have passed the limit before as much was taken as was free at the last look. */
  private look(bytes: number): void {
    const held = this.living() + bytes;
    if (held > this.most.held) this.end('bytes of living tensors', this.most.held);
    this.sinceLook = 0;
    this.nextLook = Math.max(this.most.held - held, this.most.held * LOOK_AFTER);
  }

  /** Elements about to be computed. */
  readonly charge = (elements: number): void => {
    this.used.elements += elements;
    if (this.used.elements > this.most.elements) this.end('element operations', this.most.elements);
  };

  /** Elements of a Parameter or Buffer just made. */
  readonly parameter = (elements: number): void => {
    this.used.parameters += elements;
    if (this.used.parameters > this.most.parameters) this.end('elements of parameters', this.most.parameters);
  };

  private end(limit: string, count: number): never {
    this.met = new LimitReached(limit, count);
    throw this.met;
  }
}

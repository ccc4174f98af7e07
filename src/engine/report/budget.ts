/**
 * How much a run may do: counts, never wall time (decision 11).
 *
 * One budget for all ranks of a run, so that more ranks do not mean a longer wait for the reader.
 */
import { LimitReached } from '../python/errors.ts';

export class Budget {
  readonly steps: number;
  private elements = 0;
  private bytes = 0;
  private readonly maxElements: number;
  private readonly maxBytes: number;
  private readonly maxTensor: number;

  constructor(limits: { steps?: number; elements?: number; bytes?: number; tensor?: number } = {}) {
    this.steps = limits.steps ?? 100_000_000;
    this.maxElements = limits.elements ?? 4e9;
    this.maxBytes = limits.bytes ?? 64e9;
    this.maxTensor = limits.tensor ?? 1 << 30;
  }

  /** Bytes about to be taken by one tensor. */
  readonly meter = (bytes: number): void => {
    if (bytes > this.maxTensor) throw new LimitReached('bytes of one tensor', this.maxTensor);
    this.bytes += bytes;
    if (this.bytes > this.maxBytes) throw new LimitReached('bytes', this.maxBytes);
  };

  /** Elements about to be computed. */
  readonly charge = (elements: number): void => {
    this.elements += elements;
    if (this.elements > this.maxElements) throw new LimitReached('element operations', this.maxElements);
  };
}

/**
 * Tensor and storage: sizes, strides and an offset over a run of bytes, as in `c10::TensorImpl` and `c10::StorageImpl`.
 *
 * Knows nothing of Python, dispatch or derivatives: `autograd`, `py` and `node` are slots that higher layers own.
 * A storage without bytes is a fake one (shapes alone: `--no-numbers`, tracing).
 */
import { journal } from '../python/journal.ts';
import type { DType } from './dtype.ts';
import type { Data } from './working.ts';

export interface Device {
  readonly type: 'cpu' | 'neuron' | 'meta';
  readonly index: number | null;
}

export const CPU: Device = { type: 'cpu', index: null };

export class Storage {
  /** The memory; null for a fake storage. Small storages lie side by side in one buffer: this one from `start` on. */
  buffer: ArrayBuffer | null;
  start: number;
  nbytes: number;
  device: Device;
  /** Bumped by every in-place change; saved tensors compare it (`VariableVersion`). */
  version = 0;
  /** How often other bytes came into it. Unlike the version it counts before the operator is done, and is never put back. */
  changes = 0;
  /** The whole buffer as float32, where several storages lie in it: a view for each would cost more than their operators do. */
  shared: Float32Array | null;
  /** The elements as `typed` last handed them out, and as which type. */
  view: Data | null = null;
  viewType: DType | null = null;

  constructor(buffer: ArrayBuffer | null, nbytes: number, device: Device, start = 0, shared: Float32Array | null = null) {
    this.buffer = buffer;
    this.start = start;
    this.nbytes = nbytes;
    this.device = device;
    this.shared = shared;
  }

  /** The bytes, to read or to write; null for a fake storage. */
  bytes(): Uint8Array<ArrayBuffer> | null {
    return this.buffer && new Uint8Array(this.buffer, this.start, this.nbytes);
  }

  /** Other memory instead of what it had. */
  move(to: { buffer: ArrayBuffer | null; start: number; nbytes: number; shared: Float32Array | null }): void {
    this.buffer = to.buffer;
    this.shared = to.shared;
    this.start = to.start;
    this.nbytes = to.nbytes;
    this.view = null;
    this.changes++;
  }

  /** Call before writing: records the old bytes when a journal is open. */
  willChange(): void {
    this.changes++;
    if (!journal.open) return;
    const { buffer, start, nbytes, shared, version } = this;
    const copy = this.bytes()?.slice() ?? null;
    journal.record(this, () => {
      this.move({ buffer, start, nbytes, shared });
      if (copy) (this.bytes() as Uint8Array).set(copy);
      this.version = version;
    });
  }
}

export class Tensor {
  storage: Storage;
  dtype: DType;
  /** Elements, not bytes: sizes, strides and offset count elements. */
  sizes: readonly number[];
  strides: readonly number[];
  offset: number;
  /** A complex view that stands for the conjugates of what its storage holds. */
  conj = false;

  /** Owned by dispatch/autograd: requires_grad, grad, grad_fn, hooks, view base. */
  autograd: unknown = null;
  /** Owned by torch: the one Python object of this tensor. */
  py: unknown = null;
  /** Owned by capture and graph: the node that made it while tracing. */
  node: unknown = null;
  /** Owned by mesh: this rank's block and its layout, when the tensor is a distributed one (its own storage has no bytes). */
  dist: unknown = null;
  /** Owned by dispatch/batching: all examples of what this tensor shows one of (it has no bytes itself). */
  batch: unknown = null;

  constructor(storage: Storage, dtype: DType, sizes: readonly number[], strides: readonly number[], offset = 0) {
    this.storage = storage;
    this.dtype = dtype;
    this.sizes = sizes;
    this.strides = strides;
    this.offset = offset;
  }

  get device(): Device {
    return this.storage.device;
  }
  get dim(): number {
    return this.sizes.length;
  }
  get numel(): number {
    let n = 1;
    for (const s of this.sizes) n *= s;
    return n;
  }
  get isFake(): boolean {
    return this.storage.buffer === null;
  }
}

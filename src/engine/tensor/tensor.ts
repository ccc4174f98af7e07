/**
 * Tensor and storage: sizes, strides and an offset over a run of bytes, as in `c10::TensorImpl` and `c10::StorageImpl`.
 *
 * Knows nothing of Python, dispatch or derivatives: `autograd`, `py` and `node` are slots that higher layers own.
 * A storage without bytes is a fake one (shapes alone: `--no-numbers`, tracing).
 */
import { journal } from '../python/journal.ts';
import type { DType } from './dtype.ts';

export interface Device {
  readonly type: 'cpu' | 'neuron' | 'meta';
  readonly index: number | null;
}

export const CPU: Device = { type: 'cpu', index: null };

export class Storage {
  /** Bytes; null for a fake storage. */
  bytes: ArrayBuffer | null;
  nbytes: number;
  device: Device;
  /** Bumped by every in-place change; saved tensors compare it (`VariableVersion`). */
  version = 0;

  constructor(bytes: ArrayBuffer | null, nbytes: number, device: Device) {
    this.bytes = bytes;
    this.nbytes = nbytes;
    this.device = device;
  }

  /** Call before writing: records the old bytes when a journal is open. */
  willChange(): void {
    if (!journal.open) return;
    const { bytes, version } = this;
    const copy = bytes?.slice(0) ?? null;
    journal.record(this, () => {
      if (bytes && copy) new Uint8Array(bytes).set(new Uint8Array(copy));
      this.bytes = bytes;
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
    return this.storage.bytes === null;
  }
}

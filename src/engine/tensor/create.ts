/**
 * Making tensors: storage of the right size, contiguous or given strides, real or fake.
 *
 * `allocation` is the one switchboard: `fake` makes every new storage one without bytes (`--no-numbers`, tracing), and
 * `meter` hears of every byte before it is taken, so that the session can refuse (limits are counts, decision 11).
 * Memory is zeroed where PyTorch leaves it uninitialised: `torch.empty` must be the same on every machine.
 */
import { LimitReached } from '../python/errors.ts';
import { part } from '../python/packs.ts';
import { writeNumbers } from './access.ts';
import type { DType } from './dtype.ts';
import { sortedStrides } from './layout.ts';
import { contiguousStrides, isNonOverlappingAndDense, numelOf, storageExtent, type Sizes } from './strides.ts';
import { CPU, type Device, Storage, Tensor } from './tensor.ts';

export const allocation: { fake: boolean; meter: ((bytes: number) => void) | null } = { fake: false, meter: null };

export interface CreateOptions {
  device?: Device;
  /** Without bytes; default `allocation.fake`. A tensor on the `meta` device never has bytes. */
  fake?: boolean;
}

export function newStorage(nbytes: number, options: CreateOptions = {}): Storage {
  return storageFor(nbytes, options.device ?? CPU, options.fake ?? allocation.fake);
}

function storageFor(nbytes: number, device: Device, noBytes: boolean): Storage {
  const fake = noBytes || device.type === 'meta';
  allocation.meter?.(nbytes);
  if (fake) return new Storage(null, nbytes, device);
  // On shapes alone nothing is metered, but a number that is known may still ask for bytes.
  if (nbytes > LARGEST) throw new LimitReached('bytes of one tensor', LARGEST);
  return nbytes > SMALL ? new Storage(new ArrayBuffer(nbytes), nbytes, device) : smallStorage(nbytes, device);
}

/**
 * A buffer of its own costs the browser about a microsecond, more than most operators on a few elements: storages up to
 * SMALL bytes share buffers of SLAB bytes. A slab lives as long as any storage in it; its places are not used again.
 */
const SMALL = 1024;
const LARGEST = 2 ** 30;
const SLAB = 16384;
const slab = { floats: new Float32Array(0), used: 0 };

function smallStorage(nbytes: number, device: Device): Storage {
  if (slab.used + nbytes > slab.floats.byteLength) {
    slab.floats = new Float32Array(SLAB / 4);
    slab.used = 0;
  }
  const start = slab.used;
  slab.used += (nbytes + 7) & ~7; // every element type may view it
  return new Storage(slab.floats.buffer, nbytes, device, start, slab.floats);
}

const sizing = part<typeof import('./sizing.ts')>('faults', 'sizing');

/** Bytes that an int64 holds (`computeStorageNbytes`). */
function fitting(nbytes: number, sizes: Sizes, strides?: Sizes): number {
  return nbytes >= 2 ** 63 ? sizing().overflowed(sizes, strides) : nbytes;
}

/** Contiguous, zeroed. */
export function empty(sizes: Sizes, dtype: DType, options: CreateOptions = {}): Tensor {
  const storage = newStorage(fitting(numelOf(sizes) * dtype.itemsize, sizes), options);
  return new Tensor(storage, dtype, sizes, contiguousStrides(sizes));
}

/** With sizes, strides and device of `t`, whose strides are the contiguous ones. */
export const emptyAs = (t: Tensor, dtype: DType): Tensor =>
  new Tensor(storageFor(t.numel * dtype.itemsize, t.storage.device, allocation.fake), dtype, t.sizes, t.strides);

export function emptyStrided(sizes: Sizes, strides: Sizes, dtype: DType, options: CreateOptions = {}): Tensor {
  const storage = newStorage(fitting(storageExtent(sizes, strides) * dtype.itemsize, sizes, strides), options);
  return new Tensor(storage, dtype, sizes, strides);
}

/**
 * Like `t`, in the layout of `torch.empty_like` with `memory_format=torch.preserve_format`: the same strides when they
 * are dense, else the dimensions in the order of their strides.
 */
export function emptyLike(t: Tensor, dtype: DType = t.dtype, options: CreateOptions = {}): Tensor {
  const device = options.device ?? t.device;
  const fake = options.fake ?? (t.isFake || allocation.fake);
  return emptyStrided(t.sizes, likeStrides(t.sizes, t.strides), dtype, { device, fake });
}

/** Strides of a `preserve_format` copy (`infer_dense_strides` for inputs with gaps or repeats). */
export function likeStrides(sizes: Sizes, strides: Sizes): number[] {
  if (isNonOverlappingAndDense(sizes, strides)) return [...strides];
  return inferDenseStrides(sizes, strides);
}

/** Dense strides that keep the order of the given ones; repeated dimensions (stride 0) keep their place. */
export const inferDenseStrides = (sizes: Sizes, strides: Sizes): number[] => sortedStrides(sizes, [strides]);

/** Contiguous tensor of the given numbers, which it has on shapes alone too (integers beyond 2^53 as bigint, booleans as themselves). */
export function fromNumbers(sizes: Sizes, dtype: DType, values: ArrayLike<number | bigint | boolean>, options: CreateOptions = {}): Tensor {
  const t = empty(sizes, dtype, { fake: false, ...options });
  if (!t.isFake) writeNumbers(t, values);
  return t;
}

/** A 0-d tensor. */
export function scalarTensor(value: number | bigint | boolean, dtype: DType, options: CreateOptions = {}): Tensor {
  return fromNumbers([], dtype, [value], options);
}

export function zeros(sizes: Sizes, dtype: DType, options: CreateOptions = {}): Tensor {
  return empty(sizes, dtype, options);
}

/** A second tensor over the storage of `t`. */
export function viewOf(t: Tensor, sizes: Sizes, strides: Sizes, offset = t.offset): Tensor {
  return new Tensor(t.storage, t.dtype, sizes, strides, offset);
}

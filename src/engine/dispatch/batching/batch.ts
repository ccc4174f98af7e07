/**
 * Tensors with a hidden dimension: what a function sees of its arguments under `vmap`.
 *
 * Idea: functorch's BatchedTensorImpl. The tensor that programs see has the sizes of one example and no bytes; beside it
 * stands the value with all examples. Levels are numbered as they open, those of `grad` and of `vmap` together, so that of
 * two the newer one is the inner one.
 */
import type { Call } from '../../aten/op.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { tensorRepr } from '../../tensor/print.ts';
import { Storage, Tensor } from '../../tensor/tensor.ts';
import type { Behind } from '../autograd/meta.ts';
import { type Edge, type Grads, Node } from '../autograd/node.ts';

export interface VmapLevel {
  readonly id: number;
  /** Nesting, from 1: what a batched tensor prints. */
  readonly depth: number;
  readonly size: number;
  readonly randomness: 'error' | 'same' | 'different';
  active: boolean;
}

export class Batch implements Behind {
  readonly level: VmapLevel;
  readonly value: Tensor;
  readonly dim: number;
  constructor(level: VmapLevel, value: Tensor, dim: number) {
    this.level = level;
    this.value = value;
    this.dim = dim;
  }
  around(value: Tensor): Batch {
    return new Batch(this.level, value, this.dim);
  }
  /** What printing such a tensor shows. */
  toString(): string {
    const inner = tensorRepr(this.value).replaceAll('\n', '\n    ');
    return `BatchedTensor(lvl=${this.level.depth}, bdim=${this.dim}, value=\n    ${inner}\n)`;
  }
  edge(call: Call, edgeOf: (t: Tensor) => Edge | null): Edge | null {
    const beyond = edgeOf(this.value);
    return beyond && { node: new IntoBatch(call, this, beyond), inputNr: 0 };
  }
}

/** Gradients of an example's tensor on their way to the value it was taken from. */
class IntoBatch extends Node {
  readonly name = 'BatchBackward';
  readonly call: Call;
  readonly batch: Batch;
  constructor(call: Call, batch: Batch, edge: Edge) {
    super();
    this.call = call;
    this.batch = batch;
    this.edges = [edge];
  }
  apply([g]: Grads): Grads {
    if (g === null) return [null];
    const { level, dim: to } = this.batch;
    const { t, dim } = unwrap(g, level);
    const whole = dim === null ? this.call.expand(t, [level.size, ...t.sizes]) : t;
    const at = dim ?? 0;
    return [at === to ? whole : this.call.one('movedim.int', whole, at, to)];
  }
}

export const batchOf = (t: Tensor): Batch | null => t.batch as Batch | null;

const without = <T>(list: readonly T[], i: number): T[] => [...list.slice(0, i), ...list.slice(i + 1)];

/** The value as one example of it. */
export function batched(value: Tensor, dim: number, level: VmapLevel): Tensor {
  const storage = new Storage(null, value.storage.nbytes, value.device);
  const t = new Tensor(storage, value.dtype, without(value.sizes, dim), without(value.strides, dim), 0);
  t.conj = value.conj;
  t.batch = new Batch(level, value, dim);
  return t;
}

/** Value and hidden dimension at a level; a tensor that is not batched there is its own value. */
export function unwrap(t: Tensor, level: VmapLevel): { t: Tensor; dim: number | null } {
  const b = batchOf(t);
  if (b === null || b.level !== level) return { t, dim: null };
  return { t: b.value, dim: b.dim };
}

export const RANDOM_ERROR =
  'vmap: called random operation while in randomness error mode. Please either use the ' +
  "'same' or 'different' randomness flags on vmap or perform the randomness operation out of vmap";

export const checkRandomness = (level: VmapLevel): void => {
  if (level.randomness === 'error') throw runtimeError(RANDOM_ERROR);
};

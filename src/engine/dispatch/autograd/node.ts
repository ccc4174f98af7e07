/**
 * Nodes of the backward graph and their edges.
 *
 * Idea: torch/csrc/autograd/function.h. A node has one outgoing edge an input of the forward operator and remembers
 * shape and type of each of the forward's outputs, against which incoming gradients are checked. Sequence numbers give
 * the engine its order: later forward operators run first.
 */
import { part } from '../../python/packs.ts';
import type { DType } from '../../tensor/dtype.ts';
import type { Device, Tensor } from '../../tensor/tensor.ts';
import { AutogradMeta, baseChanged, type Hook, metaOf, requiresGrad, touch, type VersionCounter, sequence } from './meta.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { CPP_TENSOR } from '../../tensor/promotion.ts';
import { isInference } from '../inference.ts';

const words = part<typeof import('../../tensor/words.ts')>('faults', 'words');

export interface Edge {
  readonly node: Node;
  readonly inputNr: number;
}

export interface InputMetadata {
  readonly sizes: readonly number[];
  readonly dtype: DType;
  readonly device: Device;
}

export type Grads = (Tensor | null)[];

/** Something only the layer above can do: run a hook or a Python-defined backward. Answered with its result. */
export type Request =
  | { kind: 'tensor-hook'; hook: Hook; grad: Tensor }
  | { kind: 'post-accumulate-hook'; hook: Hook; tensor: Tensor }
  | { kind: 'pre-hook'; hook: Hook; node: Node; grads: Grads }
  | { kind: 'post-hook'; hook: Hook; node: Node; inputs: Grads; outputs: Grads }
  | { kind: 'function'; node: Node; payload: unknown; grads: Grads }
  | { kind: 'unpack'; hook: Hook; packed: unknown }
  /** Another rank is not there yet; the same work is tried again after the answer. */
  | { kind: 'wait'; reason: { readonly what: string } };

export type Steps<T> = Generator<Request, T, unknown>;

export const LAST = Number.POSITIVE_INFINITY;

export abstract class Node {
  abstract readonly name: string;
  sequenceNr: number;
  edges: (Edge | null)[] = [];
  inputs: (InputMetadata | null)[] = [];
  preHooks: Map<number, Hook> | null = null;
  postHooks: Map<number, Hook> | null = null;
  /** Hooks of the tensors this node made, by output number: they run before the node. */
  tensorHooks: { outputNr: number; hooks: Map<number, Hook> }[] = [];
  /** Tensors whose `.grad` is kept though they are no leaves. */
  retained: { outputNr: number; tensor: Tensor }[] = [];
  /** The layer above keeps its object for this node here. */
  py: unknown = null;
  released = false;
  /** In a run for some inputs only: whether anything beyond an edge is wanted (`task_should_compute_output`). */
  beyond: ((e: Edge) => boolean) | null = null;

  constructor(sequenceNr = sequence.next++) {
    this.sequenceNr = sequenceNr;
  }

  /** Fetches what hooks keep in place of tensors; null where nothing is kept so. Runs before `apply`. */
  prepare: (() => Steps<void>) | null = null;

  /** Gradients of the outputs in, gradients of the inputs out. */
  abstract apply(grads: Grads): Grads | Steps<Grads>;

  /** Drops what was kept for backward. */
  release(): void {
    this.released = true;
  }

  addOutput(t: Tensor | null): number {
    this.inputs.push(t && { sizes: t.sizes, dtype: t.dtype, device: t.device });
    return this.inputs.length - 1;
  }
}

export const SECOND_BACKWARD =
  'Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). ' +
  'Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). ' +
  'Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward.';

/** A tensor kept for backward, with the version it had. */
export class Saved {
  readonly tensor: Tensor;
  readonly version: number;
  readonly counter: VersionCounter;
  /** An output of the node itself; its `grad_fn` is the node. */
  readonly output: boolean;
  /** Reads the kept copy of an output through the dispatcher. */
  read: (() => Tensor) | null = null;

  constructor(tensor: Tensor, output: boolean) {
    if (isInference(tensor)) throw words().keptInference();
    this.tensor = tensor;
    this.counter = metaOf(tensor).version;
    this.version = this.counter.n;
    this.output = output;
  }

  /** An output that carries a gradient would hold its own node: a detached copy is kept, and one more is made for each use. */
  keepCopy(node: Node, detach: (t: Tensor) => Tensor): void {
    const kept = detach(this.tensor);
    const { outputNr, version } = metaOf(this.tensor);
    this.read = () => {
      const again = detach(kept);
      const m = new AutogradMeta(version);
      m.gradFn = node;
      m.outputNr = outputNr;
      again.autograd = m;
      return again;
    };
  }

  unpack(node: Node): Tensor {
    if (this.counter.n !== this.version) {
      const kind = `${CPP_TENSOR[this.tensor.dtype.name] ?? 'Tensor'} [${this.tensor.sizes.join(', ')}]`;
      const m = metaOf(this.tensor);
      const gradFn = this.output ? node : m.gradFn;
      // A view whose base has changed since has a history of its own from then on (`gradFnOf` of views.ts).
      const anew = !this.output && baseChanged(m);
      const name = anew ? 'AsStrided' : gradFn?.name.replace(/Backward\d*$/, '');
      const of = name === undefined ? '' : `, which is output ${anew ? 0 : m.outputNr} of ${name},`;
      throw runtimeError(
        `one of the variables needed for gradient computation has been modified by an inplace operation: [torch.${kind}]${of} ` +
          `is at version ${this.counter.n}; expected version ${this.version} instead. ` +
          'Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False).',
      );
    }
    return this.read ? this.read() : this.tensor;
  }
}

/** The innermost `torch.autograd.graph.saved_tensors_hooks`: what is kept in place of a tensor, and how to get it back. */
export interface Packer {
  pack(t: Tensor): unknown;
  readonly unpack: Hook;
}

/** A tensor that hooks keep in some form of their own. */
export class Held extends Saved {
  readonly packed: unknown;
  readonly hook: Hook;
  /** It carries a gradient: the tensor that comes back is detached and stands where this one stood in the graph. */
  readonly differentiable: boolean;

  constructor(tensor: Tensor, output: boolean, packer: Packer) {
    super(tensor, output);
    this.differentiable = requiresGrad(tensor);
    this.packed = packer.pack(tensor);
    this.hook = packer.unpack;
  }

  /** The tensor as it comes back from the hook, for one use. */
  restored(node: Node | null, value: Tensor, detach: (t: Tensor) => Tensor): Tensor {
    if (!this.differentiable) return value;
    const t = detach(value);
    const from = metaOf(this.tensor);
    const m = new AutogradMeta(from.version);
    m.gradFn = this.output ? node : from.gradFn;
    m.outputNr = from.outputNr;
    if (m.gradFn === null) {
      m.requiresGrad = true;
      m.accumulator = from.accumulator;
    }
    t.autograd = m;
    return t;
  }
}

/** Connects an output of a differentiable call to its node. */
export function setHistory(t: Tensor, node: Node): void {
  if (t.dtype.category !== 'float' && t.dtype.category !== 'complex') {
    node.addOutput(null);
    return;
  }
  const m = touch(t);
  m.outputNr = node.addOutput(t);
  m.gradFn = node;
}

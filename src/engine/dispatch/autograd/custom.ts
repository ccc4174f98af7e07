/**
 * The node of a Python-defined `torch.autograd.Function`: its backward is a request to the layer above.
 */
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { type Grads, Node, Saved, SECOND_BACKWARD, type Steps } from './node.ts';

export class CustomNode extends Node {
  readonly name: string;
  /** What the layer above needs to run the backward: the context object. */
  readonly payload: unknown;
  private saved: (Saved | null)[] = [];

  constructor(name: string, payload: unknown) {
    super();
    this.name = name;
    this.payload = payload;
  }

  /** `ctx.save_for_backward`; `outputs`: those the function returned. */
  save(tensors: readonly (Tensor | null)[], outputs: readonly Tensor[]): void {
    this.saved = tensors.map((t) => (t ? new Saved(t, outputs.includes(t)) : null));
  }

  /** `ctx.saved_tensors` */
  unpack(): (Tensor | null)[] {
    if (this.released) throw runtimeError(SECOND_BACKWARD);
    return this.saved.map((s) => (s ? s.unpack(this) : null));
  }

  *apply(grads: Grads): Steps<Grads> {
    return (yield { kind: 'function', node: this, payload: this.payload, grads }) as Grads;
  }

  override release(): void {
    this.released = true;
    this.saved = [];
  }
}

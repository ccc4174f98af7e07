/**
 * AccumulateGrad: the end of the backward graph, where gradients reach a leaf's `.grad`.
 *
 * Behaviour of accumulate_grad.h: a gradient that nobody else holds and whose layout fits is taken over (`detach`),
 * otherwise copied into the leaf's layout; later ones are added in place, or out of place when a graph is being made.
 */
import type { Call } from '../../aten/op.ts';
import { attempts, Suspend } from '../../python/errors.ts';
import { coordinates } from '../../tensor/print.ts';
import { isContiguous, isNonOverlappingAndDense } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { requiresGrad, touch } from './meta.ts';
import { type Grads, LAST, Node, type Steps } from './node.ts';

export class AccumulateGrad extends Node {
  readonly name = 'AccumulateGrad';
  readonly variable: Tensor;

  constructor(variable: Tensor) {
    super(LAST);
    this.variable = variable;
    this.addOutput(variable);
  }

  apply(): Grads {
    return [];
  }

  *accumulate(grad: Tensor | null, steal: boolean, call: Call, gradMode: boolean): Steps<void> {
    const v = this.variable;
    if (grad === null || !requiresGrad(v)) return;
    const m = touch(v);
    yield* patiently(() => {
      if (m.grad === null) {
        m.grad = coordinates.has(grad)
          ? cloneOfSparse(call, grad)
          : !gradMode && steal && obeysLayout(grad, v)
            ? call.u('detach', grad)
            : cloneInLayout(call, grad, v);
      } else if (!gradMode) {
        call('add_.Tensor', m.grad, grad, 1);
      } else {
        m.grad = call.add(m.grad, grad);
      }
    });
    if (m.postAccumulateHooks) {
      for (const hook of [...m.postAccumulateHooks.values()]) yield { kind: 'post-accumulate-hook', hook, tensor: v };
    }
  }

  /** `retain_grad()` on a tensor that is no leaf. */
  static retain(t: Tensor, grad: Tensor | null, call: Call): void {
    if (grad === null) return;
    const m = touch(t);
    m.grad = m.grad === null ? call.u('clone', grad) : call.add(m.grad, grad);
  }
}

function obeysLayout(grad: Tensor, v: Tensor): boolean {
  if (!isNonOverlappingAndDense(v.sizes, v.strides)) return isContiguous(grad.sizes, grad.strides);
  return grad.sizes.every((s, i) => s === v.sizes[i] && (s === 1 || grad.strides[i] === v.strides[i]));
}

/** A gradient in coordinates is asked whether its parts may be taken over, and copied. */
function cloneOfSparse(call: Call, grad: Tensor): Tensor {
  const packed = (name: string): boolean => {
    const t = call.u(name, grad);
    return isContiguous(t.sizes, t.strides);
  };
  if (packed('_indices') && packed('_values')) call.u('_indices', grad);
  return call.one('clone', grad, null);
}

function cloneInLayout(call: Call, grad: Tensor, v: Tensor): Tensor {
  if (!isNonOverlappingAndDense(v.sizes, v.strides)) return call.one('clone', grad, 'contiguous_format');
  const like = call.one('new_empty_strided', grad, v.sizes, v.strides, v.dtype, 'strided', v.device, null);
  return call.one('copy_', like, grad, false);
}

/** Work that may have to wait for other ranks: asked for again once they are there. */
export function* patiently<T>(work: () => T): Steps<T> {
  attempts.count++;
  for (;;) {
    try {
      return work();
    } catch (e) {
      if (!(e instanceof Suspend)) throw e;
      yield { kind: 'wait', reason: e.reason };
    }
  }
}

/**
 * Backward of the moves between plain and distributed tensors, and between layouts.
 *
 * Idea: `_ToTorchTensor`, `_FromTorchTensor` of `torch/distributed/tensor/_api.py` and `Redistribute` of
 * `_redistribute.py`: a gradient comes back in the layout its tensor had; a partial layout becomes a replicated one.
 */
import { type Grads, Node } from '../dispatch/autograd/node.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Comm } from './comm.ts';
import { type Dist, wrapLocal } from './dtensor.ts';
import { type Placement, Replicate, samePlacements } from './placement.ts';
import { redistributeLocal } from './redistribute.ts';
import type { Spec } from './spec.ts';

export const gradPlacements = (placements: readonly Placement[]): Placement[] => placements.map((p) => (p.kind === 'partial' ? Replicate : p));

const distributed = (t: Tensor): Dist => t.dist as Dist;

function move(comm: Comm, grad: Tensor, target: readonly Placement[]): Tensor {
  const { local, spec } = distributed(grad);
  return samePlacements(spec.placements, target) ? local : redistributeLocal(comm, local, spec, target);
}

export class ToLocalBackward extends Node {
  readonly name = '_ToTorchTensorBackward';
  private readonly spec: Spec;
  private readonly placements: readonly Placement[];
  constructor(spec: Spec, placements: readonly Placement[] | null) {
    super();
    this.spec = spec;
    this.placements = placements ?? gradPlacements(spec.placements);
  }
  apply([grad]: Grads): Grads {
    if (!grad) return [null];
    const { mesh, meta } = this.spec;
    return [wrapLocal(grad, mesh, this.placements, meta.shape, meta.strides)];
  }
}

export class FromLocalBackward extends Node {
  readonly name = '_FromTorchTensorBackward';
  private readonly comm: Comm;
  private readonly placements: readonly Placement[];
  constructor(comm: Comm, placements: readonly Placement[]) {
    super();
    this.comm = comm;
    this.placements = gradPlacements(placements);
  }
  apply([grad]: Grads): Grads {
    return [grad ? move(this.comm, grad, this.placements) : null];
  }
}

export class RedistributeBackward extends Node {
  readonly name = 'RedistributeBackward';
  private readonly comm: Comm;
  private readonly before: Spec;
  constructor(comm: Comm, before: Spec) {
    super();
    this.comm = comm;
    this.before = before;
  }
  apply([grad]: Grads): Grads {
    if (!grad) return [null];
    const now = distributed(grad).spec.placements;
    const target = this.before.placements.map((p, m) => (p.kind === 'partial' && now[m]?.kind !== 'partial' ? Replicate : p));
    return [wrapLocal(move(this.comm, grad, target), this.before.mesh, target, grad.sizes, grad.strides)];
  }
}

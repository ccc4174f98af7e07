/**
 * Cross entropy over logits whose classes are cut between ranks, without gathering them.
 *
 * Inside `loss_parallel()` five operators run so: the softmax's maximum and sum go through two all_reduces, each rank
 * looks up the targets it has (`_MaskPartial`) and a third all_reduce joins them; the backward of both steps is done in
 * one, with no collective. From torch/distributed/tensor/parallel/loss.py. Leaves out: label smoothing, probabilities as
 * targets (PyTorch does too), shapes without numbers of class weights.
 */
import type { Arg, Call, Op, Ret } from '../aten/op.ts';
import { compute } from '../dispatch/dispatcher.ts';
import { copyInto, dataOf } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { pyError, runtimeError, Unsupported, valueError } from '../tensor/errors.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { PyFloat } from '../python/values.ts';
import { Tensor } from '../tensor/tensor.ts';
import { allReduce, tensorOf } from './collectives.ts';
import type { Comm } from './comm.ts';
import type { DeviceMesh } from './device_mesh.ts';
import { type Dist, distOf, wrapLocal } from './dtensor.ts';
import { chunk, Partial, type Placement, placementRepr, Replicate, type ReduceOp, samePlacements } from './placement.ts';
import { redistributeLocal } from './redistribute.ts';
import { afterRemove, gathered } from './rules/rule.ts';
import { placementsRepr, type Spec } from './spec.ts';

const NONE = 0;
const MEAN = 1;

const HANDLERS: Readonly<Record<string, (run: Run, op: Op, args: readonly Arg[]) => Ret>> = {
  '_log_softmax.default': (run, _op, args) => run.logSoftmax(args),
  // The backward of the loss has done its part already.
  '_log_softmax_backward_data.default': (run, _op, args) => run.cast(args[0] as Tensor, args[3]),
  'nll_loss_forward.default': (run, op, args) => run.forward(op, args),
  'nll_loss2d_forward.default': (run, op, args) => run.forward(op, args),
  'nll_loss_backward.default': (run, _op, args) => run.backward(args),
  'nll_loss2d_backward.default': (run, _op, args) => run.backward(args),
};

/** The result where this operator belongs to a parallel loss, else undefined. */
export function parallelLoss(comm: Comm, call: Call, op: Op, overload: string, args: readonly Arg[]): Ret | undefined {
  return HANDLERS[overload]?.(new Run(comm, call), op, args);
}

/** The one mesh dimension that cuts the classes. */
function classDim({ placements }: Spec, dim: number): number {
  const cutting = placements.flatMap((p, m) => (p.kind === 'shard' && p.factor === 0 && p.dim === dim ? [m] : []));
  if (cutting.length !== 1) {
    throw valueError(
      `loss_parallel() requires exactly one mesh dim to shard tensor dimension ${dim}, but got placements ${placementsRepr(placements)} with ${cutting.length} such mesh dim(s).`,
    );
  }
  const [own] = cutting as [number];
  const other = placements.findIndex((p, m) => m !== own && p.kind === 'partial');
  if (other >= 0) {
    throw valueError(
      `loss_parallel() expects non-TP mesh dims to be Shard or Replicate, got ${placementRepr(placements[other] as Placement)} at dim ${other}.`,
    );
  }
  return own;
}

/** This rank's block of something that must lie as the logits say; a plain tensor is taken for a replicated one. */
function blockFor(t: Tensor, want: readonly Placement[]): Tensor {
  const dist = distOf(t);
  if (dist) {
    if (samePlacements(dist.spec.placements, want)) return dist.local;
    throw runtimeError(`Expected ${placementsRepr(want)} but got ${placementsRepr(dist.spec.placements)}.`);
  }
  if (want.some((p) => p.kind === 'shard')) {
    throw valueError(
      `loss_parallel() requires a DTensor (not a plain torch.Tensor) when the derived placements ${placementsRepr(want)} contain Shard — this happens on a multi-dimensional mesh with a batch-sharded non-TP dim. Wrap the tensor with DTensor.from_local or distribute_tensor to make the sharding explicit.`,
    );
  }
  return t;
}

/** What the handlers of one call share: logits, class dimension, the mesh dimension that cuts it. */
interface Logits {
  readonly outer: Tensor;
  readonly x: Tensor;
  readonly spec: Spec;
  readonly classes: number;
  readonly along: number;
  readonly target: Tensor;
  readonly ofTarget: readonly Placement[];
}

class Run {
  private readonly comm: Comm;
  private readonly call: Call;
  constructor(comm: Comm, call: Call) {
    this.comm = comm;
    this.call = call;
  }

  cast(t: Tensor, dtype: Arg): Tensor {
    return this.call.one('to.dtype', t, dtype);
  }

  private reduce(t: Tensor, mesh: DeviceMesh, dim: number, op: ReduceOp): Tensor {
    return tensorOf(allReduce(this.comm, mesh.group(dim, this.comm.rank), t, op), t.device);
  }

  logSoftmax(args: readonly Arg[]): Tensor {
    const { call } = this;
    const outer = args[0] as Tensor;
    const { local, spec } = this.dist(outer);
    const dim = (args[1] as number) < 0 ? (args[1] as number) + outer.dim : (args[1] as number);
    const along = classDim(spec, dim);
    const small = local.dtype.name === 'bfloat16' || local.dtype.name === 'float16';
    const x = small ? this.cast(local, DTYPES.float32) : local;
    const shifted = x.numel === 0 ? x : call.sub(x, this.reduce(call.one('amax', x, [dim], true), spec.mesh, along, 'max'));
    const total = this.reduce(call.sum(call.one('exp', shifted), [dim], true), spec.mesh, along, 'sum');
    const out = call.sub(shifted, call.one('log', total));
    return wrapLocal(args[2] !== true && small ? this.cast(out, local.dtype) : out, spec.mesh, spec.placements, outer.sizes, outer.strides);
  }

  private dist(t: Tensor): Dist {
    return distOf(t) ?? fail('loss_parallel of logits that are not distributed');
  }

  private logits(outer: Tensor, target: Tensor): Logits {
    const { local, spec } = this.dist(outer);
    const classes = outer.dim >= 2 ? 1 : 0;
    const along = classDim(spec, classes);
    const ofTarget = afterRemove(gathered(spec.placements, [classes]), classes);
    return { outer, x: local, spec, classes, along, target: blockFor(target, ofTarget), ofTarget };
  }

  /** Targets as rows of this rank's block, zero where another rank has them, and which those are. */
  private own({ outer, spec, classes, along }: Logits, target: Tensor): { rows: Tensor; absent: Tensor } {
    const rows = empty(target.sizes, target.dtype, { device: target.device, fake: target.isFake });
    const absent = empty(target.sizes, DTYPES.bool, { device: target.device, fake: target.isFake });
    if (target.isFake) return { rows, absent };
    copyInto(rows, target);
    const block = chunk(outer.sizes[classes] as number, spec.mesh.size(along), (spec.mesh.coordinate(this.comm.rank) as number[])[along] as number);
    const data = dataOf(rows) as BigInt64Array;
    const marks = dataOf(absent) as Uint8Array;
    for (let i = 0; i < data.length; i++) {
      const row = Number(data[i]) - block.offset;
      const gone = row < 0 || row >= block.size;
      marks[i] = gone ? 1 : 0;
      data[i] = gone ? 0n : BigInt(row);
    }
    return { rows, absent };
  }

  private counted(target: Tensor, ignore: Arg): Tensor {
    return this.call.one('ne.Scalar', target, ignore);
  }

  private orZero(keep: Tensor, t: Tensor): Tensor {
    return this.call.one('where.self', keep, t, this.call.one('zeros_like', t));
  }

  /** A weight a class, spread over the logits' shape. */
  private spread(weight: Tensor, x: Tensor, classes: number): Tensor {
    const sizes = x.sizes.map((_, d) => (d === classes ? (weight.sizes[0] as number) : 1));
    return x.dim > 1 ? this.call.one('view', weight, sizes) : weight;
  }

  forward(op: Op, args: readonly Arg[]): Ret {
    const { call } = this;
    const [reduction, ignore] = [args[3] as number, args[4] as Arg];
    const logits = this.logits(args[0] as Tensor, args[1] as Tensor);
    const { spec, classes, along, target, ofTarget } = logits;
    const { mesh } = spec;
    const everywhere = mesh.shape.map((): Placement => Replicate);
    const weight = args[2] === null ? null : blockFor(args[2] as Tensor, everywhere);
    if (reduction === MEAN && mesh.ndim > 1) {
      throw pyError(
        'NotImplementedError',
        `loss_parallel() with reduction='mean' is only supported on one-dimensional DeviceMesh; got mesh with ndim=${mesh.ndim}. Use reduction='sum' or 'none' instead.`,
      );
    }
    let { x } = logits;
    if (weight) {
      const whole: Spec = {
        mesh,
        placements: everywhere,
        meta: { shape: weight.sizes, strides: weight.strides, dtype: weight.dtype.name, itemsize: weight.dtype.itemsize },
      };
      const cut = mesh.shape.map((_, m): Placement => (m === along ? { kind: 'shard', dim: 0, factor: 0 } : Replicate));
      x = call.mul(x, this.spread(redistributeLocal(this.comm, weight, whole, cut), x, classes));
    }
    const keep = this.counted(target, ignore);
    const at = call.one('unsqueeze', this.orZero(keep, target), classes);
    const { rows, absent } = this.own(logits, at);
    const mine = call.one('masked_fill.Scalar', call.one('gather', x, classes, rows), absent, new PyFloat(0));
    const joined = this.reduce(mine, mesh, along, 'sum');
    let result = this.orZero(keep, call.neg(call.one('squeeze.dim', joined, classes)));
    const global = compute(op, args, true) as Tensor[];
    const wrapped = (t: Tensor, placements: readonly Placement[]): Tensor =>
      wrapLocal(t, mesh, placements, (global[0] as Tensor).sizes, (global[0] as Tensor).strides);
    if (reduction === NONE && x.dim > 1) return [wrapped(result, ofTarget), call.one('new_full', x, [], new PyFloat(0))];
    let total: Tensor;
    if (weight) {
      const wide = call.one(
        'expand',
        this.spread(weight, x, classes),
        x.sizes.map((n, d) => (d === classes ? -1 : n)),
      );
      total = call.one('sum', this.orZero(keep, call.one('squeeze.dim', call.one('gather', wide, classes, at), classes)));
    } else total = this.cast(call.one('sum', keep), x.dtype);
    if (reduction !== NONE) result = call.one('sum', result);
    if (reduction === MEAN) result = call.div(result, total);
    const scalar = spec.placements.map((p, m): Placement => (m === along ? Replicate : p.kind === 'shard' ? Partial('sum') : p));
    return [wrapped(result, reduction === NONE ? ofTarget : scalar), total];
  }

  backward(args: readonly Arg[]): Tensor {
    const { call } = this;
    const [reduction, ignore] = [args[4] as number, args[5] as Arg];
    const logits = this.logits(args[1] as Tensor, args[2] as Tensor);
    const { outer, x, spec, classes, target, ofTarget } = logits;
    const given = distOf(args[0] as Tensor);
    let grad = given ? given.local : (args[0] as Tensor);
    if (reduction === NONE && given) grad = redistributeLocal(this.comm, given.local, given.spec, ofTarget);
    const total = distOf(args[6] as Tensor)?.local ?? (args[6] as Tensor);
    if (reduction === MEAN) grad = call.div(grad, total);
    const at = call.one('unsqueeze', target, classes);
    const keep = this.counted(at, ignore);
    const { rows, absent } = this.own(logits, this.orZero(keep, at));
    // -1 at each target that this rank has: 0 - 1 there, 1 - 1 where another has it.
    const update = call.one('sub.Scalar', this.cast(absent, x.dtype), new PyFloat(1), 1);
    const hit = call.one('scatter.src', call.one('zeros_like', x), classes, rows, update);
    if (hit.dim > grad.dim && grad.dim > 0) grad = call.one('unsqueeze', grad, classes);
    if (args[3] !== null) {
      const everywhere = spec.mesh.shape.map((): Placement => Replicate);
      const weight = this.spread(blockFor(args[3] as Tensor, everywhere), x, classes);
      const wide = call.one(
        'expand',
        weight,
        x.sizes.map((n, d) => (d === classes ? -1 : n)),
      );
      // As PyTorch has it: a target that is ignored is no index into the weights.
      grad = call.mul(grad, call.one('gather', wide, classes, at));
    }
    const masked = call.one('where.self', keep, grad, call.one('zeros_like', grad));
    return wrapLocal(call.mul(call.add(hit, call.one('exp', x)), masked), spec.mesh, spec.placements, outer.sizes, outer.strides);
  }
}

function fail(what: string): never {
  throw new Unsupported(what);
}

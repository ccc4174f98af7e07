/**
 * Distributed tensors below autograd: an operator on them becomes the same operator on this rank's blocks.
 *
 * Idea: `torch/distributed/tensor/_dispatch.py`. A distributed tensor is an outer tensor of the global shape without
 * bytes, with the block and the layout in its `dist` slot. The rule of the operator says which layouts its inputs need;
 * what lies otherwise is redistributed first, which may run collectives.
 * Leaves out: random operators that must agree between ranks, convolutions with halo exchange, out= variants.
 */
import type { Arg, Call, Op, Ret } from '../aten/op.ts';
import { compute } from '../dispatch/dispatcher.ts';
import type { Mode } from '../dispatch/backend.ts';
import { dataOf, fill } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { PyError } from '../python/errors.ts';
import { part } from '../python/packs.ts';
import { pyError, runtimeError, Unsupported } from '../tensor/errors.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { type Device, Storage, Tensor } from '../tensor/tensor.ts';
import { type Comm, lossParallel } from './comm.ts';
import type { DeviceMesh } from './device_mesh.ts';
import { type Placement, Replicate, samePlacements } from './placement.ts';
import { maskedLookUp } from './mask.ts';
import { allReduce, tensorOf } from './collectives.ts';
import { redistributeLocal } from './redistribute.ts';
import { ruleOf } from './rules/index.ts';
import type { Rule } from './rules/rule.ts';
import { localBlock, type Spec } from './spec.ts';
import type { Choice } from './strategy.ts';

export interface Dist {
  local: Tensor;
  readonly spec: Spec;
}

export const distOf = (t: Tensor): Dist | null => t.dist as Dist | null;

export const metaOf = (t: Tensor): Spec['meta'] => ({ shape: t.sizes, strides: t.strides, dtype: t.dtype.name, itemsize: t.dtype.itemsize });

/** A distributed tensor of the given global shape around this rank's block. */
export function wrapLocal(local: Tensor, mesh: DeviceMesh, placements: readonly Placement[], sizes: readonly number[], strides: readonly number[]): Tensor {
  const bytes = sizes.reduce((a, b) => a * b, 1) * local.dtype.itemsize;
  const outer = new Tensor(new Storage(null, bytes, local.device), local.dtype, sizes, strides);
  outer.dist = { local, spec: { mesh, placements, meta: metaOf(outer) } } satisfies Dist;
  return outer;
}

const argExtreme = part<typeof import('./extremes.ts').argExtreme>('mesh-more', 'argExtreme');
const parallelLoss = part<typeof import('./loss_parallel.ts').parallelLoss>('mesh-more', 'parallelLoss');
const propagation = part<typeof import('./propagation.ts')>('mesh-more', 'propagation');
const withoutStrategy = part<ReadonlySet<string>>('mesh-more', 'withoutStrategy');

/** Operators whose argument at this position is a global shape that each rank must make its own. */
const SHAPE_ARGUMENT: Readonly<Record<string, number>> = {
  'view.default': 1,
  '_unsafe_view.default': 1,
  'expand.default': 1,
  'new_empty.default': 1,
  'new_zeros.default': 1,
  'new_ones.default': 1,
  'new_full.default': 1,
  'new_empty_strided.default': 1,
  'select_backward.default': 1,
  'slice_backward.default': 1,
};

/** What the decomposition of attention on the CPU is made of, PyTorch cannot follow; a device has other attention. */
const OF_CPU = '_scaled_dot_product_flash_attention_for_cpu.default';

export class DTensorMode implements Mode {
  private readonly comm: Comm;
  private readonly run: Call;
  /** @param run calls operators on blocks, for what is made of several */
  constructor(comm: Comm, run: Call) {
    this.comm = comm;
    this.run = run;
  }

  call(op: Op, args: readonly Arg[], next: (args: readonly Arg[]) => Ret): Ret {
    const tensors = tensorsOf(op, args);
    const lead = tensors.find((t) => t.dist !== null);
    if (!lead) return next(args);
    const { mesh } = (lead.dist as Dist).spec;
    const overload = op.name.slice('aten.'.length);
    if (overload === '_local_scalar_dense.default') return next([(lead.dist as Dist).local]);
    const loss = lossParallel.has(this.comm) ? parallelLoss()(this.comm, this.run, op, overload, args) : undefined;
    if (loss !== undefined) return loss;
    if (overload === 'as_strided.default') throw runtimeError('as_strided not supported with DTensor');
    if (/^_(foreach|fused_adamw?)_/.test(overload)) return this.forEach(op, overload, args, mesh, next);
    const inputs = tensors.map((t) => this.specOf(op, t, mesh));
    const rule = ruleOf(overload);
    if (inputs.some((s) => !s.mesh.same(mesh))) throw propagation().twoMeshes(op, args, inputs);
    if (op.dataDependent && !rule) throw propagation().noShape(op, args, inputs);
    if (overload === 'index.Tensor' && inputs.some((s) => s.meta.dtype === 'bool')) propagation().refuseMasks(op, args, inputs);
    if (!rule && (withoutStrategy().has(overload) || (overload === OF_CPU && lead.device.type === 'cpu')))
      throw pyError('NotImplementedError', `Operator ${op.name} does not have a sharding strategy registered.`);
    if (!rule || op.sig.out) throw new Unsupported(`${op.name} on distributed tensors`);
    const { inplace } = op.sig;
    const { global, choice } = this.propagate(op, args, inputs, rule, overload);
    if (overload === 'argmax.default' || overload === 'argmin.default') {
      const found = argExtreme()(this.comm, this.run, overload, lead.dist as Dist, args);
      if (found) return wrapResult(global, found, mesh, choice);
    }
    const locals = this.localArgs(op, args, tensors, inputs, choice, overload, global);
    const { result, choice: laid } = maskedLookUp(this.comm, overload, choice, locals, inputs, next);
    if (inplace >= 0) return relaid(args[inplace] as Tensor, choice);
    if (typeof result === 'boolean') return this.everywhere(mesh, result);
    return wrapResult(global, result, mesh, laid);
  }

  /** The result's shape and everyone's layouts; what goes wrong on the way is told with the layouts that came. */
  private propagate(op: Op, args: readonly Arg[], inputs: readonly Spec[], rule: Rule, overload: string): { global: Ret; choice: Choice } {
    try {
      const global = op.sig.inplace >= 0 || overload === 'equal.default' ? null : compute(op, args, true);
      const choice = rule({ overload, inputs, args, rank: this.comm.rank });
      if (!choice) throw propagation().noChoice(op, inputs);
      return { global, choice };
    } catch (e) {
      throw e instanceof PyError ? propagation().failed(op, args, inputs, e) : e;
    }
  }

  /** Lists of tensors at once: each place of the lists follows the rule of the operator on single tensors. */
  private forEach(op: Op, overload: string, args: readonly Arg[], mesh: DeviceMesh, next: (args: readonly Arg[]) => Ret): Ret {
    const rule = ruleOfEach(overload);
    if (!rule) throw new Unsupported(`${op.name} on distributed tensors`);
    const own = args.map((a, i) => (op.sig.tensors.includes(i) && Array.isArray(a) ? [...(a as Tensor[])] : a));
    const lists = op.sig.tensors.filter((i) => Array.isArray(args[i]));
    const choices: Choice[] = [];
    for (let k = 0; k < (args[lists[0]] as Tensor[]).length; k++) {
      const at = op.sig.tensors.filter((i) => (Array.isArray(args[i]) && args[i].length > 0) || args[i] instanceof Tensor);
      const tensors = at.map((i) => (Array.isArray(args[i]) ? (args[i] as Tensor[])[k] : (args[i] as Tensor)));
      const inputs = tensors.map((t) => this.specOf(op, t, mesh));
      const choice = rule.run({ overload: rule.overload, inputs, args: [tensors[0], ...args.slice(1), null, false], rank: this.comm.rank });
      if (!choice) throw propagation().noChoice(op, inputs);
      choices.push(choice);
      for (const [j, i] of at.entries()) {
        const dist = distOf(tensors[j]);
        if (!dist) continue;
        const want = choice.inputs[j] as readonly Placement[];
        const local = samePlacements(dist.spec.placements, want) ? dist.local : redistributeLocal(this.comm, dist.local, dist.spec, want);
        if (Array.isArray(args[i])) (own[i] as Tensor[])[k] = local;
        else own[i] = local;
      }
    }
    const written = op.sig.args.findIndex((a) => a.write);
    const global = written >= 0 ? null : (compute(op, args, true) as Tensor[]);
    const made = next(own) as Tensor[] | null;
    if (!global) return written >= 0 && op.sig.returns.length > 0 ? (args[written] as Ret) : made;
    return global.map((g, k) => wrapResult(g, (made as Tensor[])[k] as Tensor, mesh, choices[k] as Choice)) as Tensor[];
  }

  /** A truth that holds on every rank (`aten.equal`): the least of a number a rank, over the whole group. */
  private everywhere(mesh: DeviceMesh, own: boolean): boolean {
    const mine = fullOf(own ? 1 : 0, mesh.deviceType);
    const { world } = this.comm;
    const group = Object.assign(
      Array.from({ length: world.size }, (_, r) => r),
      { key: '0' },
    );
    const least = tensorOf(allReduce(this.comm, group, mine, 'min'), mine.device);
    return least.isFake ? own : Number((dataOf(least) as BigInt64Array)[0]) === 1;
  }

  private specOf(op: Op, t: Tensor, mesh: DeviceMesh): Spec {
    const dist = distOf(t);
    if (dist) return dist.spec;
    if (t.numel !== 1) {
      throw runtimeError(`${op.name} got mixed torch.Tensor and DTensor, need to convert all torch.Tensor to DTensor before calling distributed operators!`);
    }
    return { mesh, placements: mesh.shape.map(() => Replicate), meta: metaOf(t) };
  }

  private localArgs(op: Op, args: readonly Arg[], tensors: readonly Tensor[], inputs: readonly Spec[], choice: Choice, overload: string, global: Ret): Arg[] {
    const blocks = new Map<Tensor, Tensor[]>();
    for (const [i, t] of tensors.entries()) {
      const dist = distOf(t);
      const want = choice.inputs[i] as readonly Placement[];
      const spec = inputs[i] as Spec;
      const local = dist === null ? t : samePlacements(spec.placements, want) ? dist.local : redistributeLocal(this.comm, dist.local, spec, want);
      blocks.set(t, [...(blocks.get(t) ?? []), local]);
    }
    const take = (t: Tensor): Tensor => (blocks.get(t) as Tensor[]).shift() as Tensor;
    const own = args.map((a, i) => {
      if (!op.sig.tensors.includes(i)) return a;
      if (a instanceof Tensor) return take(a);
      return Array.isArray(a) ? a.map((x) => (x instanceof Tensor ? take(x) : x)) : a;
    });
    const at = SHAPE_ARGUMENT[overload];
    if (at !== undefined && global instanceof Tensor) {
      const spec: Spec = { mesh: (inputs[0] as Spec).mesh, placements: choice.outputs[0] as readonly Placement[], meta: metaOf(global) };
      own[at] = localBlock(spec, this.comm.rank).shape;
    }
    return own;
  }
}

/** `_foreach_add_.List` has the rule of `add_.Tensor`, `_foreach_addcmul_.ScalarList` that of `addcmul_.default`. */
function ruleOfEach(overload: string): { overload: string; run: Rule } | null {
  if (overload.startsWith('_fused_')) return { overload, run: ruleOf('fused') as Rule };
  const [name, form] = overload.slice('_foreach_'.length).split('.') as [string, string];
  if (name === 'norm') return { overload: 'linalg_vector_norm.default', run: ruleOf('linalg_vector_norm.default') as Rule };
  const forms = form === 'List' ? ['Tensor'] : form === 'ScalarList' ? ['Scalar'] : [form];
  for (const f of [...forms, 'default']) {
    // `maximum_` is there for lists only.
    const run = ruleOf(`${name}.${f}`) ?? ruleOf(`${name.replace(/_$/, '')}.${f}`);
    if (run) return { overload: `${name}.${f}`, run };
  }
  return null;
}

/** An operator in place leaves the tensor its own block. Some older rules give it another layout none the less. */
function relaid(self: Tensor, { outputs: [placements] }: Choice): Tensor {
  const dist = self.dist as Dist;
  if (placements && !samePlacements(placements, dist.spec.placements)) self.dist = { local: dist.local, spec: { ...dist.spec, placements } } satisfies Dist;
  return self;
}

function fullOf(value: number, device: string): Tensor {
  const t = empty([], DTYPES.int64, { device: { type: device as Device['type'], index: null } });
  fill(t, value);
  return t;
}

function tensorsOf(op: Op, args: readonly Arg[]): Tensor[] {
  return op.sig.tensors.flatMap((p) => {
    const a = args[p];
    if (a instanceof Tensor) return [a];
    return Array.isArray(a) ? a.filter((x): x is Tensor => x instanceof Tensor) : [];
  });
}

function wrapResult(global: Ret, local: Ret, mesh: DeviceMesh, choice: Choice): Ret {
  const one = (g: Tensor, l: Tensor, i: number): Tensor => {
    const placements = (choice.outputs[i] ?? choice.outputs[0]) as readonly Placement[];
    g.dist = { local: l, spec: { mesh, placements, meta: metaOf(g) } } satisfies Dist;
    return g;
  };
  if (global instanceof Tensor) return one(global, local as Tensor, 0);
  // An output that was not asked for (a mask, no bias) is null on both sides.
  if (Array.isArray(global)) return global.map((g, i) => (g === null ? g : one(g, (local as Tensor[])[i] as Tensor, i)));
  return local;
}

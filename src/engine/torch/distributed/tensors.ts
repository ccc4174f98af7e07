/**
 * The native half of `torch.distributed.tensor`: making, moving and taking apart distributed tensors.
 *
 * Gradients flow through the moves by the nodes of `mesh/nodes.ts`. `distribute` sends blocks from the source rank, one
 * collective a mesh dimension, as `distribute_tensor` does.
 */
import { setHistory } from '../../dispatch/autograd/node.ts';
import { gradientEdge } from '../../dispatch/autograd/views.ts';
import type { Node } from '../../dispatch/autograd/node.ts';
import * as c from '../../mesh/collectives.ts';
import type { Comm } from '../../mesh/comm.ts';
import { DeviceMesh } from '../../mesh/device_mesh.ts';
import { type Dist, distOf, wrapLocal } from '../../mesh/dtensor.ts';
import { lossParallel } from '../../mesh/comm.ts';
import { FromLocalBackward, RedistributeBackward, ToLocalBackward } from '../../mesh/nodes.ts';
import { chunk, type Placement, samePlacements } from '../../mesh/placement.ts';
import { narrow, noteFlattened, paddedParts, redistributeLocal } from '../../mesh/redistribute.ts';
import { localBlock, type Spec } from '../../mesh/spec.ts';
import { PyList, PyTuple } from '../../python/containers.ts';
import { raise, Unsupported } from '../../python/errors.ts';
import type { PyNative } from '../../python/functions.ts';
import { fn } from '../../python/native.ts';
import type { PyType } from '../../python/types.ts';
import type { Value } from '../../python/values.ts';
import { viewOf } from '../../tensor/create.ts';
import { contiguousStrides, wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { setRequiresGrad } from '../grad.ts';
import { PyTensor, wrap } from '../objects.ts';
import { one, runtime } from '../runtime.ts';
import { codes, coordinate, handleOf, ints, meshOf, placementsOf, submesh } from './mesh.ts';
import { comm, setDistributedClass } from './state.ts';

const natives: PyNative[] = [];
const define = (signature: string, body: (...args: Value[]) => Value | undefined): void => {
  natives.push(fn(signature, (_vm, ...args: Value[]) => body(...args) ?? null));
};
const tensor = (v: Value): Tensor => (v instanceof PyTensor ? v.t : raise('TypeError', 'expected a tensor'));
const dist = (v: Value): Dist => distOf(tensor(v)) ?? raise('AttributeError', "'Tensor' object has no attribute '_spec'");

/** A tensor that shares the storage of another without its history. */
const alias = (t: Tensor): Tensor => viewOf(t, t.sizes, t.strides);

/** Another tensor of the same values and the same history. */
const same = (t: Tensor): Tensor => (runtime().dispatcher.requiresGrad(t) ? one('view', t, t.sizes) : alias(t));

function connect(out: Tensor, from: Tensor, make: () => Node): Tensor {
  const { dispatcher } = runtime();
  if (!dispatcher.gradMode || !dispatcher.requiresGrad(from)) return out;
  const node = make();
  node.edges = [gradientEdge(from, dispatcher.views)];
  setHistory(out, node);
  return out;
}

/** Global sizes and strides from a block, every rank taken to hold an equal one (`compute_global_tensor_info`). */
function globalInfo(local: Tensor, mesh: DeviceMesh, placements: readonly Placement[]): { sizes: number[]; strides: number[] } {
  const sizes = [...local.sizes];
  const strides = [...local.strides];
  for (const [m, p] of placements.entries()) {
    if (p.kind !== 'shard') continue;
    if (p.dim >= sizes.length) raise('RuntimeError', `Sharding dim ${p.dim} greater than tensor ndim ${sizes.length} for placement number ${m}`);
    const own = strides[p.dim] as number;
    sizes[p.dim] = (sizes[p.dim] as number) * mesh.size(m);
    for (const [d, s] of strides.entries()) if (d !== p.dim && s >= own) strides[d] = s * mesh.size(m);
  }
  return { sizes, strides };
}

define('from_local(tensor, mesh, placements, shape, stride, grad_placements, /)', (local, mesh, placements, shape, stride, gradPlacements) => {
  const t = tensor(local);
  const layout = placementsOf(placements);
  const info = shape === null ? globalInfo(t, meshOf(mesh), layout) : { sizes: ints(shape), strides: ints(stride) };
  // The block is a view of what was given, and a view says of its base whether it wants gradients.
  const block = alias(t);
  if (runtime().dispatcher.requiresGrad(t)) setRequiresGrad(block, true);
  const out = wrapLocal(block, meshOf(mesh), layout, info.sizes, info.strides);
  return wrap(connect(out, t, () => new FromLocalBackward(comm(), gradPlacements === null ? layout : placementsOf(gradPlacements))));
});

define('to_local(tensor, grad_placements, /)', (t, gradPlacements) => {
  const d = dist(t);
  return wrap(connect(alias(d.local), tensor(t), () => new ToLocalBackward(d.spec, gradPlacements === null ? null : placementsOf(gradPlacements))));
});

define('redistribute(tensor, placements, /)', (t, placements) => {
  const d = dist(t);
  const target = placementsOf(placements);
  const stays = samePlacements(d.spec.placements, target);
  const moved = stays ? d.local : redistributeLocal(comm(), d.local, d.spec, target);
  const local = moved === d.local ? alias(moved) : moved;
  if (stays && runtime().dispatcher.requiresGrad(d.local)) setRequiresGrad(local, true);
  const outer = tensor(t);
  const out = wrapLocal(local, d.spec.mesh, target, outer.sizes, outer.strides);
  return wrap(connect(out, outer, () => new RedistributeBackward(comm(), d.spec)));
});

define('distribute(tensor, mesh, placements, src, /)', (t, m, placements, src) => {
  const whole = tensor(t);
  const mesh = meshOf(m);
  const layout = placementsOf(placements);
  let local = alias(whole);
  for (const p of layout) if (p.kind === 'shard') wrapDim(p.dim, whole.dim);
  for (const [dim, p] of layout.entries()) local = c.inC10d(() => spread(comm(), local, mesh, dim, p, src === null ? null : Number(src)));
  if (!local.isFake && local.storage === whole.storage && src !== null) local = one('clone', local, null);
  const out = wrapLocal(local, mesh, layout, whole.sizes, whole.strides);
  if (runtime().dispatcher.requiresGrad(whole)) for (const t of [local, out]) setRequiresGrad(t, true);
  return wrap(out);
});

/** One mesh dimension of `distribute_tensor`: scatter for a cut, broadcast for a copy. */
function spread(own: Comm, t: Tensor, mesh: DeviceMesh, dim: number, p: Placement, src: number | null): Tensor {
  const group = mesh.group(dim, own.rank);
  const index = group.indexOf(own.rank);
  if (p.kind === 'shard') {
    if (p.factor) throw new Unsupported('distribute_tensor into a strided shard');
    const size = t.sizes[p.dim] as number;
    const piece = chunk(size, group.length, index);
    if (src === null) return narrow(t, p.dim, piece.offset, piece.size);
    const parts = paddedParts(t, p.dim, group.length);
    const block = c.scatter(own, group, parts[index] as Tensor, own.rank === group[src] ? parts : null, group[src] as number);
    return narrow(c.tensorOf(block, t.device), p.dim, 0, piece.size);
  }
  const copy = src === null ? t : c.tensorOf(c.broadcast(own, group, t, group[src] as number), t.device);
  if (p.kind === 'replicate') return copy;
  const spec: Spec = {
    mesh,
    placements: mesh.shape.map(() => ({ kind: 'replicate' })),
    meta: { shape: t.sizes, strides: t.strides, dtype: t.dtype.name, itemsize: t.dtype.itemsize },
  };
  return redistributeLocal(
    own,
    copy,
    spec,
    mesh.shape.map((_, m) => (m === dim ? p : { kind: 'replicate' })),
  );
}

// A tensor under another Python class, and back: the same values, gradients flow through.
define('as_class(tensor, cls, /)', (t, cls) => new PyTensor(cls as unknown as PyType, same(tensor(t))));
define('plain(tensor, /)', (t) => wrap(same(tensor(t))));
/** The same numbers, outside autograd: what a waiting tensor shows. */
define('shown(tensor, /)', (t) => {
  const out = same(tensor(t));
  out.autograd = null;
  return wrap(out);
});
define('loss_parallel(on, /)', (on) => {
  if (on === true) lossParallel.add(comm());
  else lossParallel.delete(comm());
});
define('flattened()', () => noteFlattened(comm()) ?? null);
define('local(tensor, /)', (t) => wrap(dist(t).local));
define('placements(tensor, /)', (t) => codes(dist(t).spec.placements));
define('mesh_handle(tensor, /)', (t) => handleOf(dist(t).spec.mesh));
define('register_class(cls, /)', (cls) => {
  setDistributedClass(cls as unknown as PyType);
});
define('local_shape(mesh, placements, sizes, /)', (m, placements, sizes) => {
  const shape = ints(sizes);
  const spec: Spec = {
    mesh: meshOf(m),
    placements: placementsOf(placements),
    meta: { shape, strides: contiguousStrides(shape), dtype: 'float32', itemsize: 4 },
  };
  return new PyList(localBlock(spec, comm().rank).shape);
});
define('mesh(device_type, shape, ranks, names, /)', (deviceType, shape, ranks, names) =>
  handleOf(new DeviceMesh(deviceType as string, ints(shape), ints(ranks), names === null ? null : ((names as PyTuple).items as string[]))),
);
define('coordinate(mesh, /)', (m) => coordinate(meshOf(m)));
define('mesh_group(mesh, dim, /)', (m, dim) => new PyList(meshOf(m).group(Number(dim), comm().rank)));
define('submesh(mesh, dims, /)', (m, dims) => submesh(meshOf(m), ints(dims)));

export const TENSORS: readonly PyNative[] = natives;

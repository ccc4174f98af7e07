/**
 * Meshes and placements between Python and the mesh layer.
 *
 * A placement travels as a short text: `S0`, `S0/2` (strided), `R`, `Psum` (lib/torch/distributed/tensor/placement_types.py).
 */
import { DeviceMesh } from '../../mesh/device_mesh.ts';
import { Partial, type Placement, Replicate, type ReduceOp, Shard } from '../../mesh/placement.ts';
import type { Group } from '../../mesh/world.ts';
import { PyList, PyTuple } from '../../python/containers.ts';
import { raise } from '../../python/errors.ts';
import { newType, objectType } from '../../python/types.ts';
import { PyInstance, type Value } from '../../python/values.ts';
import { isSequence } from '../arguments.ts';
import { comm } from './state.ts';

export const meshHandleType = newType('_MeshHandle', objectType, 'torch._C._dist');
meshHandleType.hasDict = true;

/** A mesh as Python holds it; its `owner` attribute is the `DeviceMesh` object. */
export class PyMesh extends PyInstance {
  readonly mesh: DeviceMesh;
  constructor(mesh: DeviceMesh) {
    super(meshHandleType);
    this.mesh = mesh;
  }
}

const handles = new WeakMap<DeviceMesh, PyMesh>();

export function handleOf(mesh: DeviceMesh): PyMesh {
  let h = handles.get(mesh);
  if (!h) handles.set(mesh, (h = new PyMesh(mesh)));
  return h;
}

export function meshOf(v: Value): DeviceMesh {
  return v instanceof PyMesh ? v.mesh : raise('TypeError', 'expected a device mesh');
}

export const items = (v: Value): readonly Value[] => (isSequence(v) ? v.items : raise('TypeError', 'expected a list'));
export const ints = (v: Value): number[] => items(v).map(Number);

/** `(name, ranks)` of a ProcessGroup. */
export function groupOf(v: Value): Group {
  const [name, ranks] = items(v);
  return Object.assign(ints(ranks as Value), { key: name as string });
}

export function placementsOf(v: Value): Placement[] {
  return items(v).map((code) => {
    const text = code as string;
    if (text === 'R') return Replicate;
    if (text.startsWith('S')) {
      const [dim, factor] = text.slice(1).split('/');
      return Shard(Number(dim), Number(factor ?? 0));
    }
    return Partial(text.slice(1) as ReduceOp);
  });
}

export function codes(placements: readonly Placement[]): PyList {
  return new PyList(placements.map((p) => (p.kind === 'replicate' ? 'R' : p.kind === 'shard' ? `S${p.dim}${p.factor ? `/${p.factor}` : ''}` : `P${p.op}`)));
}

export function coordinate(mesh: DeviceMesh): Value {
  const at = mesh.coordinate(comm().rank);
  return at && new PyTuple(at);
}

/** Ranks and shape of the mesh over the named dimensions that this rank is in. */
export function submesh(mesh: DeviceMesh, dims: readonly number[]): Value {
  const at = mesh.coordinate(comm().rank) ?? mesh.shape.map(() => 0);
  const shape = dims.map((d) => mesh.size(d));
  const ranks = mesh.ranks.filter((r) => {
    const c = mesh.coordinate(r) as number[];
    return c.every((x, d) => dims.includes(d) || x === at[d]);
  });
  return new PyTuple([new PyList(ranks), new PyTuple(shape)]);
}

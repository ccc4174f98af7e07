/**
 * How placements pass through operators that only rename positions: view, transpose, expand and their kin.
 *
 * A map says for each output dimension where it comes from; a cut survives where the first piece of a split or the
 * first of a flattened group carries it (`propagate_shape_and_sharding` of `_view_ops.py`).
 * Leaves out: strided shards. A view that would make one is refused by name.
 */
import { pyError, runtimeError, Unsupported } from '../../tensor/errors.ts';
import { inferSize } from '../../tensor/strides.ts';
import { type Placement, Replicate, Shard } from '../placement.ts';
import type { Spec } from '../spec.ts';
import type { Choice } from '../strategy.ts';
import { type RuleCall, wrap } from './rule.ts';

/** Where an output dimension comes from. */
type From = { kind: 'new' } | { kind: 'dims'; dims: number[] } | { kind: 'piece'; dims: number[]; shape: number[]; index: number };

const NEW: From = { kind: 'new' };
const dim = (d: number): From => ({ kind: 'dims', dims: [d] });

/** Groups of input dimensions that make up groups of output dimensions of equal size. */
export function viewMap(from: readonly number[], to: readonly number[]): From[] {
  const map: From[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    let dims: number[] = [];
    let shape: number[] = [];
    let f = 1;
    let t = 1;
    if (i < from.length) {
      f = from[i] as number;
      dims.push(i++);
    }
    if (j < to.length) {
      t = to[j] as number;
      shape.push(t);
      j++;
    }
    if (f === 1 && t !== 1) {
      j--;
      shape = [];
    } else if (f !== 1 && t === 1) {
      i--;
      dims = [];
    } else {
      while (f !== t) {
        if (f < t) {
          f *= from[i] as number;
          dims.push(i++);
        } else {
          t *= to[j] as number;
          shape.push(to[j++] as number);
        }
      }
    }
    const real = dims.filter((d) => (from[d] as number) !== 1);
    const pieces = shape.filter((n) => n !== 1);
    let index = 0;
    for (const n of shape) {
      if (n === 1 && shape.length > 1) map.push(NEW);
      else if (dims.length === 0) map.push(NEW);
      else if (shape.length === 1 || pieces.length === 1) map.push({ kind: 'dims', dims: real.length ? real : dims.slice(0, 1) });
      else map.push({ kind: 'piece', dims: real, shape: pieces, index: index++ });
    }
  }
  return map;
}

/** @param strict a view may not move data: what cannot pass raises instead of being gathered */
export function propagate(input: Spec, map: readonly From[], strict: boolean, expands = false): Choice {
  const { mesh, placements } = input;
  const size = (d: number): number => input.meta.shape[d] as number;
  const target = new Map<number, number>();
  const keep = (p: Placement, m: number): Placement => {
    if (p.kind !== 'shard') return p;
    const out = map.findIndex((f) => f.kind !== 'new' && f.dims.includes(p.dim));
    const refuse = (): Placement => {
      // PyTorch fails with a bare KeyError when a sharded dimension of one row is expanded.
      if (expands) throw pyError('KeyError', String(p.dim));
      if (!strict) return Replicate;
      throw runtimeError(
        `This operation would remove or reshape sharded dimension ${p.dim}, which requires redistribution. Please redistribute the input first.`,
      );
    };
    if (out < 0) return refuse();
    const f = map[out] as Exclude<From, { kind: 'new' }>;
    const n = mesh.size(m);
    const at = f.dims.indexOf(p.dim);
    if (f.kind === 'dims' && f.dims.length > 1) {
      const lastOf = at === f.dims.length - 1;
      if (strict) {
        if (!lastOf && size(p.dim) % n !== 0) {
          throw runtimeError(
            `Cannot flatten unevenly sharded tensor: dimension ${p.dim} (size ${size(p.dim)}) is not evenly divisible by mesh dimension ${m} (size ${n}). Please redistribute the tensor before this operation.`,
          );
        }
        if (at > 0) throw new Unsupported('view that leaves a strided shard (flattening a sharded inner dimension)');
      } else if (at > 0 || size(p.dim) % n !== 0) return Replicate;
    }
    if (f.kind === 'piece') {
      if (at > 0) return Replicate;
      const first = f.shape[0] as number;
      if (first % n !== 0) {
        if (!strict) return Replicate;
        throw runtimeError(
          `Cannot unflatten unevenly sharded tensor: output dimension ${out} (size ${first}) is not evenly divisible by mesh dimension ${m} (size ${n}). Please redistribute the tensor before this operation.`,
        );
      }
    }
    target.set(p.dim, out);
    return p;
  };
  const inputs = placements.map(keep);
  const outputs = inputs.map((p) => (p.kind === 'shard' ? Shard(target.get(p.dim) as number) : p));
  return { inputs: [inputs], outputs: [outputs] };
}

/** The map of a view operator from its arguments; null when the operator is none. */
export function mapOf(call: RuleCall): From[] | null {
  const shape = (call.inputs[0] as Spec).meta.shape;
  const rank = shape.length;
  const all = shape.map((_, d) => d);
  const arg = (i: number): unknown => call.args[i];
  switch (call.overload) {
    case 'view.default':
    case '_unsafe_view.default':
    case 'reshape.default':
      return viewMap(
        shape,
        inferSize(
          arg(1) as number[],
          shape.reduce((a, b) => a * b, 1),
        ),
      );
    case 't.default':
      return all.reverse().map(dim);
    case 'transpose.int': {
      const [a, b] = [wrap(arg(1) as number, rank), wrap(arg(2) as number, rank)];
      return all.map((d) => dim(d === a ? b : d === b ? a : d));
    }
    case 'permute.default':
      return (arg(1) as number[]).map((d) => dim(wrap(d, rank)));
    case 'unsqueeze.default': {
      const at = wrap(arg(1) as number, rank + 1);
      return [...all.slice(0, at).map(dim), NEW, ...all.slice(at).map(dim)];
    }
    case 'squeeze.default':
      return all.filter((d) => shape[d] !== 1).map(dim);
    case 'squeeze.dim':
    case 'squeeze.dims': {
      const list = (Array.isArray(arg(1)) ? (arg(1) as number[]) : [arg(1) as number]).map((d) => wrap(d, rank));
      return all.filter((d) => !(list.includes(d) && shape[d] === 1)).map(dim);
    }
    case 'expand.default': {
      const want = arg(1) as number[];
      const pad = want.length - rank;
      return want.map((n, d) => (d < pad || (shape[d - pad] === 1 && n !== 1 && n !== -1) ? NEW : dim(d - pad)));
    }
    default:
      return null;
  }
}

const STRICT = new Set(['view.default', '_unsafe_view.default', 'squeeze.default', 'squeeze.dim', 'squeeze.dims']);

export function viewRule(call: RuleCall): Choice | null {
  const map = mapOf(call);
  return map && propagate(call.inputs[0] as Spec, map, STRICT.has(call.overload), call.overload === 'expand.default');
}

/**
 * How placements pass through operators that only rename positions: view, transpose, expand and their kin.
 *
 * A map says for each output dimension where it comes from; a cut survives where the first piece of a split or the
 * first of a flattened group carries it. In a view the cut of an inner dimension of a group survives as a strided one,
 * and becomes plain again where the group is taken apart (`_ViewShardingPropagator` of `_view_ops.py`).
 */
import { pyError, runtimeError } from '../../tensor/errors.ts';
import { inferSize } from '../../tensor/strides.ts';
import { type Cut, type Placement, Replicate, Shard } from '../placement.ts';
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

const product = (list: readonly number[]): number => list.reduce((a, b) => a * b, 1);

/** Where a cut may stay, and which output dimensions each input dimension feeds. */
interface Analysis {
  readonly kept: readonly Placement[];
  readonly targets: ReadonlyMap<number, readonly number[]>;
}

type Piece = Extract<From, { kind: 'piece' }>;

/** One pass over the map, then one over the mesh dimensions: PyTorch's two phases. */
class Propagation {
  private readonly sizes: readonly number[];
  private readonly placements: readonly Placement[];
  private readonly ranks: readonly number[];
  private readonly map: readonly From[];
  private readonly strict: boolean;
  private readonly allowed: boolean[][];
  private readonly mayGather = new Set<string>();
  private readonly matched = new Set<number>();

  constructor(input: Spec, map: readonly From[], strict: boolean) {
    this.sizes = input.meta.shape;
    this.placements = input.placements;
    this.ranks = input.mesh.shape;
    this.map = map;
    this.strict = strict;
    this.allowed = this.sizes.map((_, d) => this.ranks.map(() => map.some((f) => f.kind !== 'new' && f.dims.includes(d))));
  }

  analyze(expands: boolean): Analysis {
    const targets = new Map<number, number[]>();
    const feed = (d: number, out: number): void => void targets.set(d, [...(targets.get(d) ?? []), out]);
    for (const [out, f] of this.map.entries()) {
      if (f.kind === 'new') continue;
      if (f.kind === 'dims') {
        if (f.dims.length > 1) this.flatten(f.dims);
        for (const d of f.dims) feed(d, out);
      } else feed(this.split(f), out);
    }
    const kept = this.placements.map((p, m): Placement => {
      if (p.kind !== 'shard' || this.allowed[p.dim]?.[m]) return p;
      // PyTorch fails with a bare KeyError when a sharded dimension of one row is expanded.
      if (expands) throw pyError('KeyError', String(p.dim));
      if (this.strict && !this.mayGather.has(`${p.dim} ${m}`)) {
        throw runtimeError(
          `This operation would remove or reshape sharded dimension ${p.dim}, which requires redistribution. Please redistribute the input first.`,
        );
      }
      return Replicate;
    });
    return { kept, targets };
  }

  private plainCut(d: number): number {
    return this.placements.findIndex((p) => p.kind === 'shard' && p.factor === 0 && p.dim === d);
  }

  /** Dimensions that are joined: the first may be cut, in a view the others too. Returns those that are. */
  private flatten(dims: readonly number[]): number[] {
    const cut: number[] = [];
    for (const [i, d] of dims.entries()) {
      const m = this.plainCut(d);
      if (m < 0) continue;
      const [size, n] = [this.sizes[d] as number, this.ranks[m] as number];
      const even = size % n === 0;
      if (this.strict && i < dims.length - 1 && !even) {
        throw runtimeError(
          `Cannot flatten unevenly sharded tensor: dimension ${d} (size ${size}) is not evenly divisible by mesh dimension ${m} (size ${n}). Please redistribute the tensor before this operation.`,
        );
      }
      if (this.strict || i === 0) cut.push(d);
      this.allowed[d] = this.ranks.map(() => this.strict || (i === 0 && even));
    }
    return cut;
  }

  /** One piece of a dimension (or of joined ones) that is split. Returns the input dimension it stands for. */
  private split(f: Piece): number {
    const [head] = f.dims as [number];
    let d = head;
    if (f.dims.length > 1) {
      d = this.flatten(f.dims)[0] ?? head;
      for (const inner of f.dims.slice(1)) {
        for (const [m, p] of this.placements.entries()) {
          if (p.kind !== 'shard' || p.factor !== 0 || p.dim !== inner) continue;
          (this.allowed[inner] as boolean[])[m] = false;
          this.mayGather.add(`${inner} ${m}`);
        }
      }
    }
    const size = f.shape[f.index] as number;
    const uneven = (m: number): ReturnType<typeof runtimeError> =>
      runtimeError(
        `Cannot unflatten unevenly sharded tensor: output dimension ${f.index} (size ${size}) is not evenly divisible by mesh dimension ${m} (size ${this.ranks[m]}). Please redistribute the tensor before this operation.`,
      );
    const found = this.cutFor(f, d);
    if (f.index === 0) {
      this.allowed[d] = this.ranks.map((n) => size % n === 0);
      const plain = this.plainCut(d);
      if (this.strict && plain >= 0 && !(this.allowed[d] as boolean[])[plain]) throw uneven(plain);
    }
    const p = this.placements[found];
    if (p?.kind === 'shard' && p.factor > 0) {
      const last = f.index === f.shape.length - 1;
      const even = size % (this.ranks[found] as number) === 0;
      if (this.strict && !last && !even) throw uneven(found);
      this.matched.add(found);
      (this.allowed[d] as boolean[])[found] = even || last;
    }
    return f.index === 0 ? d : head;
  }

  /** The mesh dimension whose cut this piece can carry; -1: none. */
  private cutFor(f: Piece, d: number): number {
    return this.placements.findIndex(
      (p, m) => p.kind === 'shard' && p.dim === d && !this.matched.has(m) && (p.factor === 0 || this.blocksBefore(f, d, m, this.placements) === p.factor),
    );
  }

  /** Blocks that stand before a piece, those of earlier cuts taken out; null where they do not divide. */
  private blocksBefore(f: Piece, d: number, m: number, placements: readonly Placement[]): number | null {
    let blocks = product(f.shape.slice(0, f.index));
    for (const [i, p] of placements.slice(0, m).entries()) {
      if (p.kind !== 'shard' || p.dim !== d) continue;
      if (blocks % (this.ranks[i] as number) !== 0) return null;
      blocks /= this.ranks[i] as number;
    }
    return blocks;
  }

  rewrite({ kept, targets }: Analysis): Placement[] {
    const claimed = new Set<string>();
    const local = [...this.sizes];
    return kept.map((p, m): Placement => {
      if (p.kind !== 'shard') return p;
      const outs = (targets.get(p.dim) ?? []).filter((out) => !claimed.has(`${p.dim} ${out}`));
      const n = this.ranks[m] as number;
      const done = p.factor > 0 ? this.strided(p, m, kept, outs, claimed) : this.plain(p, m, kept, outs, local);
      local[p.dim] = Math.floor((local[p.dim] as number) / n);
      return done;
    });
  }

  private plain(p: Cut, m: number, kept: readonly Placement[], outs: readonly number[], local: readonly number[]): Placement {
    const out = outs.find((o) => (this.map[o] as Piece).index === 0) ?? (outs[0] as number);
    const f = this.map[out] as Exclude<From, { kind: 'new' }>;
    if (f.kind === 'piece' || f.dims.length === 1) return Shard(out);
    const [start, end] = [f.dims[0] as number, f.dims.at(-1) as number];
    const [size, n] = [local[p.dim] as number, this.ranks[m] as number];
    const later = kept.slice(m + 1).some((q) => q.kind === 'shard' && q.dim >= p.dim && q.dim <= end);
    if (size % n !== 0 && later) {
      throw runtimeError(
        `Cannot shard unevenly distributed tensor: dimension ${p.dim} (size ${size}) is not evenly divisible by mesh dimension ${m} (size ${n}). Please redistribute the tensor before this operation.`,
      );
    }
    return p.dim === start ? Shard(out) : Shard(out, product(local.slice(start, p.dim)));
  }

  /** A strided cut becomes plain where a piece stands for its blocks, else it stays what it is. */
  private strided(p: Cut, m: number, kept: readonly Placement[], outs: readonly number[], claimed: Set<string>): Placement {
    const piece = (out: number): Piece | null => (this.map[out]?.kind === 'piece' ? (this.map[out] as Piece) : null);
    for (const out of outs) {
      const f = piece(out);
      if (!f || this.blocksBefore(f, p.dim, m, kept) !== p.factor) continue;
      claimed.add(`${p.dim} ${out}`);
      return Shard(out);
    }
    const size = this.sizes[p.dim] as number;
    const total = (this.ranks[m] as number) * p.factor;
    const stays = outs.find((out) => {
      const f = piece(out);
      if (!f || size % total !== 0) return false;
      const inner = product(f.shape.slice(f.index + 1));
      const own = (size / total) * product(f.dims.slice(f.dims.indexOf(p.dim) + 1).map((d) => this.sizes[d] as number));
      return own >= inner && own % inner === 0;
    });
    if (stays === undefined && this.strict && outs.some((out) => piece(out))) {
      throw runtimeError(
        `Cannot unflatten tensor with _StridedShard placement: split_factor=${p.factor} does not match any output dimension. This typically means the _StridedShard placement was constructed with a split_factor that is incompatible with the unflatten shape. Please redistribute the tensor before this operation.`,
      );
    }
    return Shard(stays ?? (outs[0] as number), p.factor);
  }
}

/** @param strict a view may not move data: what cannot pass raises instead of being gathered */
export function propagate(input: Spec, map: readonly From[], strict: boolean, expands = false): Choice {
  const run = new Propagation(input, map, strict);
  const analysis = run.analyze(expands);
  return { inputs: [analysis.kept], outputs: [run.rewrite(analysis)] };
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

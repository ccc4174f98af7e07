/**
 * Derivatives in forward mode: tensors that carry a tangent, and the place where each operator computes that of its result.
 *
 * Idea: ForwardGrad and `set_fw_grad` of torch/csrc/autograd (forward_grad.h, autograd_meta.cpp), and what
 * gen_variable_type.py writes behind every kernel: the operator on the primals, then its formula on primals and tangents.
 * Of several levels (`jvp` in `jvp`, in `vmap`, around `grad`) the newest goes first and is put aside while the operators of
 * its formula run, so that the older ones see these as any others. Tangents stand beside the tensors, in no tensor.
 * Leaves out: compiled functions, writing into a view of what has no tangent.
 */
import { isZero } from '../../aten/second/zeros.ts';
import type { Arg, Derivative, Op, Ret } from '../../aten/op.ts';
import { findOp } from '../../aten/table.ts';
import { runtimeError, Unsupported } from '../../tensor/errors.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { alias, aliased } from '../autograd/alias.ts';
import { oldestLevel } from '../autograd/level.ts';
import { peek, requiresGrad } from '../autograd/meta.ts';
import { gradientEdge } from '../autograd/views.ts';
import { batchOf } from '../batching/batch.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { DECOMPOSED } from './decomposed.ts';
import { type Formula, formulaOf, isLinear, UNDIFFERENTIABLE, type Values } from './formula.ts';
import { likeMeta, rows } from './rows.ts';
import { withZeros, zeroLike } from './zeros.ts';

export interface ForwardLevel {
  /** Newer levels, of `grad` and `vmap` too, have larger numbers. */
  readonly id: number;
  active: boolean;
}

export type Hook = NonNullable<Dispatcher['batching']>;

/** Tangents by level. Another tensor over the same elements (`alias`) shares them, those that come later too. */
const carried = new WeakMap<Tensor, Map<ForwardLevel, Tensor>>();

function tangentsOf(t: Tensor): Map<ForwardLevel, Tensor> {
  let map = carried.get(t);
  if (map === undefined) carried.set(t, (map = new Map()));
  return map;
}
aliased.carry = (from, to) => void carried.set(to, tangentsOf(from));

/** Levels whose formula is at work. */
const aside = new Set<ForwardLevel>();

/** What an autograd.Function asks, which runs its own code in between. */
export const tangents = {
  newest: (of: readonly Tensor[]): ForwardLevel | null => of.reduce((most: ForwardLevel | null, t) => newestOf(t, most), null),
  putAside: (level: ForwardLevel): unknown => aside.add(level),
  takeBack: (level: ForwardLevel): unknown => aside.delete(level),
};

export const tangentOf = (t: Tensor, level: ForwardLevel): Tensor | null => carried.get(t)?.get(level) ?? null;

function newestOf(t: Tensor, most: ForwardLevel | null): ForwardLevel | null {
  const map = carried.get(t);
  if (map === undefined) return most;
  for (const level of map.keys()) if (level.active && !aside.has(level) && (most === null || level.id > most.id)) most = level;
  return most;
}

/** The levels that a tensor has tangents at, but for one and those put aside. */
const othersOf = (t: Tensor, but: ForwardLevel): [ForwardLevel, Tensor][] =>
  [...(carried.get(t) ?? [])].filter(([level]) => level !== but && level.active && !aside.has(level)).sort(([a], [b]) => a.id - b.id);

function* tensorsOf(op: Op, args: readonly Arg[]): Generator<Tensor> {
  for (const p of op.sig.tensors) {
    const a = args[p];
    if (a instanceof Tensor) yield a;
    else if (Array.isArray(a)) for (const t of a) if (t instanceof Tensor) yield t;
  }
}

/** The kept outputs of the operator at work: their rows come after those of the formula. */
let kept: { count: number } | null = null;

function withAside<T>(levels: Iterable<ForwardLevel>, f: () => T): T {
  const added = [...levels].filter((l) => !aside.has(l));
  for (const l of added) aside.add(l);
  try {
    return f();
  } finally {
    for (const l of added) aside.delete(l);
  }
}

const ALIAS = (name: string): Op => {
  const { plan: _, ...op } = findOp('alias') as Op;
  return { ...op, derivative: { ...(op.derivative as Derivative), name } };
};

/** A view of the tensor without the tangent of a level; `name` is its node's. */
export function primalOf(d: Dispatcher, t: Tensor, level: ForwardLevel, name: string): Tensor {
  const others = othersOf(t, level);
  const view = withAside([level, ...others.map(([l]) => l)], () => d.dispatch(ALIAS(name), [t])) as Tensor;
  for (const [l, tangent] of others) setTangent(d, view, l, tangent);
  return view;
}

/** Layouts as `has_same_meta` compares them. */
function sameLayout(d: Dispatcher, tangent: Tensor, self: Tensor): boolean {
  const hidden = batchOf(tangent) !== null || batchOf(self) !== null;
  if (!hidden) {
    rows(d, '_has_same_storage_numel', tangent, self);
    const numel = (t: Tensor): number => t.storage.nbytes / t.dtype.itemsize;
    if (numel(tangent) !== numel(self)) return false;
  }
  if (isZero(tangent) || isZero(self)) return true;
  if (tangent.strides.some((s, i) => s !== self.strides[i] && self.sizes[i] > 1)) return false;
  return tangent.offset === self.offset;
}

/** @param roomy the primal stands in a larger storage than its elements need */
export function setTangent(d: Dispatcher, t: Tensor, level: ForwardLevel, given: Tensor, roomy = false): void {
  if (batchOf(given) === null && batchOf(t) === null) rows(d, 'is_same_size', given, t);
  if (given.dim !== t.dim || given.sizes.some((n, i) => n !== t.sizes[i])) {
    throw runtimeError(
      'Trying to set a forward gradient that has a different size than that of the original Tensor, this is not supported. Tensor is of size ' +
        `[${t.sizes.join(', ')}] while the given forward gradient is of size [${given.sizes.join(', ')}].`,
    );
  }
  let tangent = given;
  if (!sameLayout(d, given, t) || roomy) {
    tangent = likeMeta(d, given, t);
    d.call('copy_', tangent, given, false);
  }
  tangentsOf(t).set(level, tangent);
}

/** Only shape and strides change: the tangent's do too. */
const SHAPES = new Set(['squeeze_', 'unsqueeze_', 't_', 'transpose_']);

function reshaped(d: Dispatcher, op: Op, args: readonly Arg[], level: ForwardLevel, self: Tensor): Ret {
  return withAside([level], () => {
    const ret = d.dispatch(op, args);
    const tangent = tangentOf(self, level);
    if (tangent !== null) d.dispatch(op, [tangent, ...args.slice(1)]);
    return ret;
  });
}

/** What an operator gives beside its result: the tangents, after the rows of its own. */
function dual(d: Dispatcher, op: Op, args: readonly Arg[], level: ForwardLevel): Ret {
  const decomposed = DECOMPOSED[op.overload];
  if (decomposed) return decomposed(d.call, ...(args as never[]));
  if (op.sig.out) throw new Unsupported(`${op.name} in forward mode`);
  if (op.sig.inplace >= 0) return written(d, op, args, level, args[op.sig.inplace] as Tensor);
  const formula = UNDIFFERENTIABLE.has(op.overload) ? null : formulaOf(op);
  const ret = primals(d, op, args, level);
  if (formula === null) return ret.value;
  withAside([level], () => {
    unseen(d, op, args, level, () => {
      const values = valuesOf(d, op, args, level, formula, ret.value);
      if (values !== null) give(d, values, level, formula);
    });
    ret.rest();
  });
  return ret.value;
}

/** The operator itself; `rest` leaves the rows of its kept outputs. */
function primals(d: Dispatcher, op: Op, args: readonly Arg[], level: ForwardLevel): { value: Ret; rest: () => void } {
  const outer = kept;
  const mine = (kept = { count: 0 });
  try {
    const value = withAside([level], () => d.dispatch(op, args));
    const rest = (): void => {
      for (; mine.count > 0; mine.count--) d.belowModes(findOp('detach') as Op, [Array.isArray(value) ? value[0] : (value as Tensor)]);
    };
    return { value, rest };
  } finally {
    kept = outer;
  }
}

/**
 * Runs the operators of a formula. Levels of `grad` inside of this one do not see them: there the tangents are numbers of
 * the world outside, and nothing is recorded.
 */
function unseen<T>(d: Dispatcher, op: Op, args: readonly Arg[], level: ForwardLevel, f: () => T): T {
  if (d.levels === 0 || !d.gradMode) return f();
  for (const t of tensorsOf(op, args)) {
    for (const x of [t, tangentOf(t, level)]) {
      const edge = x && requiresGrad(x) ? gradientEdge(x, d.views) : null;
      if (edge && oldestLevel(edge.node) < level.id) return f();
    }
  }
  const { gradMode } = d.call;
  d.call.gradMode = () => true;
  try {
    return d.withGradMode(false, f);
  } finally {
    d.call.gradMode = gradMode;
  }
}

const argOf = (op: Op, args: readonly Arg[], name: string): Arg => args[op.sig.positions.get(name) as number];

/** What the formula asks for, argument by argument; null where no tangent goes in. */
function valuesOf(d: Dispatcher, op: Op, args: readonly Arg[], level: ForwardLevel, formula: Formula, ret: Ret): Values | null {
  const at = (name: string): Arg => argOf(op, args, name);
  const known = (a: Arg): Tensor | null => (a instanceof Tensor ? tangentOf(a, level) : null);
  const inLists = (a: Arg): boolean => Array.isArray(a) && a.some((x) => known(x as Arg) !== null);
  if (!formula.uses.some((u) => u.t && (known(at(u.name)) !== null || inLists(at(u.name))))) return null;
  const results = Array.isArray(ret) ? ret : [ret as Tensor];
  const values: Values = { d, call: d.call, op, args, result: results[0], results, t: {}, p: {}, at };
  for (const { name, t, p } of formula.uses) {
    const a = at(name);
    if (a === null) continue;
    if (t) {
      const own = op.sig.inplace >= 0 && name === 'self';
      if (Array.isArray(a)) values.t[name] = a.map((x) => known(x as Arg)) as never;
      else
        values.t[name] = known(a) ?? (own ? d.call.one('zeros', (a as Tensor).sizes, (a as Tensor).dtype, null, (a as Tensor).device, null) : zeroLike(d, a));
    }
    // The view is the row; the formula takes the tensor itself.
    if (p || (op.sig.inplace >= 0 && name === 'self' && formula.result)) {
      if (a instanceof Tensor) primalOf(d, a, level, 'Identity');
      values.p[name] = a as Tensor;
    }
  }
  return values;
}

function give(d: Dispatcher, values: Values, level: ForwardLevel, formula: Formula): void {
  const { op, args, results } = values;
  const made = formula.run(values);
  // These losses are made element by element first and shrink then.
  const roomy = (op.overload === 'mse_loss' || op.overload === 'smooth_l1_loss') && values.at('reduction') !== 0 && (args[0] as Tensor).numel > 1;
  (Array.isArray(made) ? made : [made]).forEach((t, i) => {
    const r = results[i];
    if (t && (r.dtype.category === 'float' || r.dtype.category === 'complex')) setTangent(d, r, level, t, roomy);
  });
}

/** Where the formula is the operator itself on the tangent, it writes there at once. */
function straightly(op: Op): ((rest: readonly Arg[], v: Values) => readonly Arg[]) | null {
  if (op.overload === 'masked_fill_.Scalar') return ([mask]) => [mask, 0];
  if (op.overload === 'masked_fill_.Tensor') return ([mask], v) => [mask, v.t.value];
  if (op.overload === 'scatter_.value') return ([dim, index]) => [dim, index, 0];
  return isLinear(op) ? (rest) => rest : null;
}

/** In place, by the formula of the operator that makes a new tensor: its own value is kept where the formula asks for it. */
function written(d: Dispatcher, op: Op, args: readonly Arg[], level: ForwardLevel, self: Tensor): Ret {
  if (SHAPES.has(op.sig.base)) return reshaped(d, op, args, level, self);
  const before = tangentOf(self, level);
  if (before === null && peek(self)?.view) throw new Unsupported(`${op.name} into a view without a tangent in forward mode`);
  if (op.overload === 'copy_') return copied(d, op, args, level, self, before);
  if (op.overload === 'zero_' || op.overload === 'fill_.Scalar') {
    const { value } = primals(d, op, args, level);
    if (before !== null) withAside([level], () => d.call(op.overload, before, ...(op.overload === 'zero_' ? [] : [0])));
    return value;
  }
  const formula = formulaOf(op);
  const usesValue = formula.uses.some((u) => u.name === 'self' && u.p);
  const original = usesValue ? (d.dispatch(findOp('clone') as Op, [self, null]) as Tensor) : null;
  const { value, rest } = primals(d, op, args, level);
  const grad = d.gradMode;
  const run = (): void => {
    const values = valuesOf(d, op, args, level, formula, value);
    if (values !== null) {
      if (original !== null) {
        primalOf(d, original, level, 'Identity');
        values.p.self = original;
        values.t.self = tangentOf(original, level) ?? values.t.self;
      } else if (grad && values.t.self) values.t.self = d.call.one('clone', values.t.self, null);
      const straight = before !== null ? straightly(op) : null;
      if (straight) {
        d.call(op.overload, before as Tensor, ...straight(args.slice(1), values));
        return;
      }
      const made = formula.run(values) as Tensor;
      if (before !== null) d.call('copy_', before, made, false);
      else setTangent(d, self, level, made);
    }
  };
  withAside([level], () => {
    unseen(d, op, args, level, run);
    rest();
  });
  return value;
}

function copied(d: Dispatcher, op: Op, args: readonly Arg[], level: ForwardLevel, self: Tensor, before: Tensor | null): Ret {
  const from = tangentOf(args[1] as Tensor, level);
  const { value } = primals(d, op, args, level);
  withAside([level], () => {
    if (before !== null) {
      if (from !== null) d.call('copy_', before, from, false);
      else d.call('fill_.Scalar', before, 0);
    } else if (from !== null) {
      const same = from.dim === self.dim && from.sizes.every((n, i) => n === self.sizes[i]);
      setTangent(d, self, level, same ? d.call.one('clone', from, null) : d.call.expand(from, self.sizes));
    }
  });
  return value;
}

/** The dispatcher's hook where forward mode is used, before that of `vmap`. */
export function forwardHook(d: Dispatcher, batching: Hook): Hook {
  return (op, args, below) => {
    if (below) {
      if (kept !== null && d.levels === 0 && op.overload === 'detach' && batchOf(args[0] as Tensor) === null && carriedOut(args[0] as Tensor)) {
        kept.count++;
        return alias(args[0] as Tensor);
      }
      const made = batching(op, args, true);
      if (made !== undefined) return made;
      for (const t of tensorsOf(op, args)) if (isZero(t)) return withZeros(d, op, args);
      return undefined;
    }
    let level: ForwardLevel | null = null;
    let batch = -1;
    for (const t of tensorsOf(op, args)) {
      level = newestOf(t, level);
      batch = Math.max(batch, batchOf(t)?.level.id ?? -1);
    }
    if (level === null || batch > level.id || op.overload === 'linear') {
      const before = kept;
      if (op.overload === 'detach') kept = null;
      try {
        return batching(op, args, false);
      } finally {
        kept = before;
      }
    }
    if (op.kind === 'composite') return undefined;
    return dual(d, op, args, level);
  };
}

/** An output is kept before its tangent is known; what a program detaches itself has been through `dual`. */
const carriedOut = (t: Tensor): boolean => peek(t)?.gradFn != null;

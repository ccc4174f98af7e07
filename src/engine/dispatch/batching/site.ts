/**
 * One operator call at one level of `vmap`: its arguments' values, and the ways of the hidden dimension through them. After
 * functorch's BatchRulesHelper.
 */
import type { Arg, Call, Op, Ret } from '../../aten/op.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { batched, unwrap, type VmapLevel } from './batch.ts';

/** One operator call at one level. */
export class Site {
  readonly call: Call;
  readonly level: VmapLevel;
  readonly op: Op;
  readonly args: readonly Arg[];

  constructor(call: Call, level: VmapLevel, op: Op, args: readonly Arg[]) {
    this.call = call;
    this.level = level;
    this.op = op;
    this.args = args;
  }
  t(i: number): Tensor {
    return this.args[i] as Tensor;
  }
  has(t: Tensor): boolean {
    return unwrap(t, this.level).dim !== null;
  }
  /** The value, the hidden dimension in front; what has none stays as it is. */
  front(t: Tensor): Tensor {
    const { t: value, dim } = unwrap(t, this.level);
    return dim === null || dim === 0 ? value : this.call.one('movedim.int', value, dim, 0);
  }
  /** In front, with the dimension whether the tensor had it or not. */
  whole(t: Tensor): Tensor {
    const value = this.front(t);
    return this.has(t) ? value : this.call.expand(value, [this.level.size, ...value.sizes]);
  }
  /** Dimensions of size 1 behind the hidden one, up to a rank. */
  pad(value: Tensor, has: boolean, rank: number): Tensor {
    if (!has || value.dim - 1 >= rank) return value;
    return this.call.view(value, [value.sizes[0], ...new Array<number>(rank - value.dim + 1).fill(1), ...value.sizes.slice(1)]);
  }
  make(value: Tensor, dim = 0): Tensor {
    return batched(value, dim, this.level);
  }
  /** The same operator on values; each result has the dimension in front. */
  again(args: readonly Arg[], dim = 0): Ret {
    return this.wrapAll(this.call(this.op.overload, ...args), dim);
  }
  wrapAll(ret: Ret, dim = 0): Ret {
    if (Array.isArray(ret)) return ret.map((t) => (t instanceof Tensor ? this.make(t, dim) : t));
    return ret instanceof Tensor ? this.make(ret, dim) : ret;
  }
  with(changes: Readonly<Record<number, Arg>>): Arg[] {
    return this.args.map((a, i) => (i in changes ? changes[i] : a));
  }
}

export type Rule = (s: Site) => Ret;

export const rank = (t: Tensor): number => t.dim;

export const movedTo = (s: Site, t: Tensor, to: number): Tensor => {
  const { t: value, dim } = unwrap(t, s.level);
  return s.call.one('movedim.int', value, dim, to);
};

/** The hidden dimension into another one (what has none is grown first), and out of it again. */
export const into = (s: Site, t: Tensor, dim: number): Tensor => {
  const { t: given, dim: b } = unwrap(t, s.level);
  const value = b === null ? s.call.expand(given, [s.level.size, ...given.sizes]) : given;
  const moved = s.call.one('movedim.int', value, b ?? 0, dim);
  return s.call.reshape(moved, [...moved.sizes.slice(0, dim), moved.sizes[dim] * moved.sizes[dim + 1], ...moved.sizes.slice(dim + 2)]);
};
export const outOf = (s: Site, t: Tensor, dim: number): Tensor =>
  s.make(s.call.reshape(t, [...t.sizes.slice(0, dim), s.level.size, t.sizes[dim] / s.level.size, ...t.sizes.slice(dim + 1)]), dim);

const table: Record<string, Rule> = {};

/** Gives operators (overloads, or names of all overloads) their rule. */
export const give = (names: string, rule: Rule): void => {
  for (const n of names.trim().split(/\s+/)) table[n] = rule;
};

/** The rule of an operator: of the overload, else of all overloads of its name. */
export const ruleOf = (op: Op): Rule | null => table[op.overload] ?? table[op.sig.base] ?? null;

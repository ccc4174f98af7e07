/**
 * On shapes alone: numbers of large tensors when a program asks for them.
 *
 * Of a storage without bytes that was made from nothing but known tensors (a causal mask, a table of positions) the
 * operators are kept that made and changed it. Who needs its numbers (`item`, `nonzero`, a mask as an index) has them done
 * again, now with bytes. Where something it was made from has changed since, it stays unknown.
 * Leaves out: complex numbers, operators that write several tensors, what happens inside a trace (its journal is open).
 */
import { NeedsPack } from '../python/packs.ts';
import { journal } from '../python/journal.ts';
import { allocation } from '../tensor/create.ts';
import type { Generator } from '../tensor/random/generator.ts';
import { type Storage, Tensor } from '../tensor/tensor.ts';
import { random } from './context.ts';
import { effortOf } from './effort.ts';
import type { Arg, Op, Ret } from './op.ts';

/** A tensor as an operator was given it: its storage may be changed later. */
interface Given {
  readonly t: Tensor;
  /** The storage has no bytes and had this many steps; -1: it had bytes. */
  readonly steps: number;
  readonly changes: number;
}

interface Step {
  readonly op: Op;
  readonly args: readonly Arg[];
  readonly given: readonly Given[];
  /** Which of the results; -1: the only one. */
  readonly result: number;
}

interface History {
  readonly steps: Step[];
  /** How many operators lie behind it, along the longest way. */
  depth: number;
  /** `changes` of the storage when it was given bytes. */
  done: number;
}

/** Longer histories are given up: a loop would keep all its steps. */
const DEEPEST = 500;
/** Elements of one tensor, and of all that is computed for one rank. */
const LARGEST = 1 << 22;
const ALL = 1 << 27;

const histories = new WeakMap<Storage, History>();

/** By rank: each has a default generator of its own. */
const spent = new WeakMap<Generator, number>();
export function spend(n: number): boolean {
  const sum = (spent.get(random.generator) ?? 0) + n;
  if (sum > ALL) return false;
  spent.set(random.generator, sum);
  return true;
}

const written = new WeakMap<Op, number[]>();
/** Positions of what an operator writes: the running statistics of a batch normalisation too, which its schema keeps to itself. */
export function writes(op: Op): number[] {
  let at = written.get(op);
  if (at === undefined) {
    const quiet = op.sig.base === 'native_batch_norm';
    at = op.sig.args.flatMap((a, p) => (a.write || (quiet && a.name.startsWith('running')) ? [p] : []));
    written.set(op, at);
  }
  return at;
}

export function lose({ storage }: Tensor): void {
  storage.willChange();
  storage.move({ buffer: null, start: 0, nbytes: storage.nbytes, shared: null });
}

export const drop = (t: Tensor): void => void histories.delete(t.storage);

const plain = (t: Tensor): boolean =>
  t.dist === null && t.batch === null && t.node === null && !t.conj && t.device.type !== 'meta' && t.dtype.category !== 'complex';

const alike = (t: Tensor): Tensor => new Tensor(t.storage, t.dtype, t.sizes, t.strides, t.offset);

const known = (a: unknown): boolean => (a instanceof Tensor ? plain(a) && (!a.isFake || histories.has(a.storage)) : !Array.isArray(a) || a.every(known));

/** The arguments as they are now; null where a tensor is unknown. */
function taken(op: Op, args: readonly Arg[]): { args: Arg[]; given: Given[]; depth: number } | null {
  for (const p of op.sig.tensors) if (!known(args[p])) return null;
  const given: Given[] = [];
  let depth = 0;
  const one = (t: Tensor): Tensor => {
    const h = histories.get(t.storage);
    depth = Math.max(depth, h?.depth ?? 0);
    const copy = alike(t);
    given.push({ t: copy, steps: t.isFake ? (h as History).steps.length : -1, changes: t.storage.changes });
    return copy;
  };
  const kept = [...args];
  for (const p of op.sig.tensors) {
    const a = args[p];
    if (a instanceof Tensor) kept[p] = one(a);
    else if (Array.isArray(a)) kept[p] = a.map((t) => (t instanceof Tensor ? one(t) : t)) as Arg;
  }
  return { args: kept, given, depth };
}

const fits = (t: Tensor): boolean => plain(t) && t.isFake && t.numel <= LARGEST;

/** Keeps how an operator's result comes about, or what it changed; false where that is not known. */
export function keep(op: Op, args: readonly Arg[], out: Ret): boolean {
  if (journal.open || !op.kernel || op.dataDependent) return false;
  const at = writes(op);
  if (at.length > 0) {
    const self = args[at[0]];
    if (at.length > 1 || op.sig.inplace !== at[0] || !(self instanceof Tensor) || /resize|^set_/.test(op.sig.base)) return false;
    const h = histories.get(self.storage);
    if (h === undefined || h.depth >= DEEPEST || (!self.isFake && self.storage.changes !== h.done)) return false;
    const now = taken(op, args);
    if (now === null || now.depth >= DEEPEST) return false;
    h.depth = Math.max(h.depth, now.depth) + 1;
    h.steps.push({ op, args: now.args, given: now.given.filter((g) => g.t.storage !== self.storage), result: -1 });
    return true;
  }
  const outs = Array.isArray(out) ? out : [out];
  if (!outs.every((t) => t instanceof Tensor && fits(t))) return false;
  const now = taken(op, args);
  if (now === null || now.depth >= DEEPEST || now.given.some((g) => outs.some((t) => (t as Tensor).storage === g.t.storage))) return false;
  outs.forEach((t, i) => {
    const step = { op, args: now.args, given: now.given, result: Array.isArray(out) ? i : -1 };
    histories.set((t as Tensor).storage, { steps: [step], depth: now.depth + 1, done: -1 });
  });
  return true;
}

function ready({ t, steps, changes }: Given): boolean {
  const { storage } = t;
  if (steps < 0) return !t.isFake && storage.changes === changes;
  const h = histories.get(storage);
  if (h === undefined || h.steps.length !== steps) return false;
  return t.isFake ? make(storage, h) : storage.changes === h.done;
}

type Form = (...args: Arg[]) => Ret | void;

function done({ op, args }: Step): Ret {
  const out = op.meta ? (op.meta as unknown as Form)(...args) : null;
  const result = (op.kernel as unknown as Form)(out as Arg, ...args);
  return (result === undefined ? out : result) as Ret;
}

/** Gives a storage its bytes. */
function make(storage: Storage, h: History): boolean {
  if (!h.steps.every((s) => s.given.every(ready))) return false;
  if (!h.steps.every((s) => spend(effortOf(s.op, s.args, null) + storage.nbytes))) return false;
  const before = allocation.fake;
  allocation.fake = false;
  try {
    const [first, ...changes] = h.steps;
    const all = done(first);
    const made = (first.result < 0 ? all : (all as Tensor[])[first.result]) as Tensor;
    const { buffer, start, nbytes, shared } = made.storage;
    if (buffer === null || nbytes !== storage.nbytes) return false;
    storage.willChange();
    storage.move({ buffer, start, nbytes, shared });
    changes.forEach(done);
    h.done = storage.changes;
    return true;
  } catch (e) {
    storage.move({ buffer: null, start: 0, nbytes: storage.nbytes, shared: null });
    if (e instanceof NeedsPack) throw e;
    return false;
  } finally {
    allocation.fake = before;
  }
}

/** Whether all tensors among them have numbers, now at the latest. */
export function made(...args: readonly (Arg | undefined)[]): boolean {
  if (journal.open) return false;
  return args.flat(1).every((t) => {
    if (!(t instanceof Tensor) || !t.isFake) return true;
    const h = plain(t) ? histories.get(t.storage) : undefined;
    return h !== undefined && make(t.storage, h);
  });
}

/**
 * On shapes alone: which tensors have numbers all the same.
 *
 * What a program says itself (`torch.tensor`, `linspace`, `zeros`) is known without any of the work that a run on shapes
 * alone is to save, and programs ask for it: a model's widths and drop rates come from `linspace(…).tolist()`. So small
 * results of known tensors are computed at once; of large ones it is kept how they come about, and they are computed when
 * a program asks for a number (`later.ts`). What the default generator gives is not known, since the tensors without
 * numbers drew nothing; a generator of the program's own is, until such a tensor would have drawn from it. What was written
 * from an unknown tensor is unknown from then on.
 */
import { allocation, fromNumbers } from '../tensor/create.ts';
import { Generator } from '../tensor/random/generator.ts';
import { Tensor } from '../tensor/tensor.ts';
import { random } from './context.ts';
import { drop, keep, lose, made, spend, writes } from './later.ts';
import type { Arg, Op, Ret } from './op.ts';

export { made };

/** Elements up to which a result is computed at once: above the depths and widths that shape a model, below its weights. */
const MOST = 512;
/** Elements of an order drawn by a generator of the program's own: the length of a data set. */
const LONGEST = 1 << 20;

const RANDOM = /rand|normal|uniform|bernoulli|dropout|exponential|geometric|cauchy|multinomial|poisson|binomial|gamma|dirichlet|rrelu/;

const count = (x: unknown): number => (x instanceof Tensor ? x.numel : Array.isArray(x) ? x.reduce((n: number, e) => n + count(e), 0) : 0);

const seeded = new WeakMap<Op, boolean>();
function draws(op: Op): boolean {
  let found = seeded.get(op);
  if (found === undefined) {
    found = RANDOM.test(op.sig.base) || op.sig.positions.has('generator');
    seeded.set(op, found);
  }
  return found;
}

/** Generators that would have drawn for tensors without numbers: where they stand is not known. */
const behind = new WeakSet<Generator>();
export const fallBehind = (g: Generator): void => void behind.add(g);

/** A generator of the program's own. */
function own(op: Op, args: readonly Arg[]): Generator | null {
  const p = op.sig.positions.get('generator');
  const g: unknown = p === undefined ? null : args[p];
  return g instanceof Generator && g !== random.generator ? g : null;
}

/** Whether an operator all of whose tensors are known is computed. */
export function knows(op: Op, args: readonly Arg[]): boolean {
  const drawn = draws(op);
  if (drawn) {
    const g = own(op, args);
    if (g === null || behind.has(g)) return false;
  }
  for (const p of op.sig.tensors) if (count(args[p]) > MOST) return op.kind === 'view';
  if (op.kind === 'view' || op.sig.writes || !op.meta) return true;
  const before = allocation.fake;
  allocation.fake = true;
  try {
    const n = count(op.meta(...(args as never[])) as Ret);
    return n <= MOST || (drawn && op.sig.base === 'randperm' && n <= LONGEST && spend(n));
  } finally {
    allocation.fake = before;
  }
}

/** An operator was left without numbers: what it wrote is not known any more, or can be computed when it is asked for. */
export function left(op: Op, args: readonly Arg[], out: Ret): void {
  const drawn = draws(op);
  if (drawn) {
    const g = own(op, args);
    if (g !== null) behind.add(g);
  }
  const kept = !drawn && op.kind === 'kernel' && keep(op, args, out);
  for (const p of writes(op)) {
    for (const t of [args[p]].flat()) {
      if (!(t instanceof Tensor)) continue;
      if (!kept) drop(t);
      if (!t.isFake) lose(t);
    }
  }
}

/**
 * What stands for numbers that are not known, where only one answer lets a run go on (a parameter is valid) or any does: the
 * order of a shuffled data set is then the order it has.
 */
export function instead(t: Tensor, answer: boolean | number): Tensor | null {
  if (!t.isFake || t.node !== null || made(t) || t.numel > LONGEST || !spend(t.numel)) return null;
  return fromNumbers(
    t.sizes,
    t.dtype,
    Array.from({ length: t.numel }, (_, i) => i + Number(answer)),
    { device: t.device },
  );
}

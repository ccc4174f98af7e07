/**
 * On shapes alone: which tensors have numbers all the same.
 *
 * What a program says itself (`torch.tensor`, `linspace`, `zeros`) is known without any of the work that a run on shapes
 * alone is to save, and programs ask for it: a model's widths and drop rates come from `linspace(…).tolist()`. So small
 * results of known tensors are computed. What a random generator gives is not known, since the tensors without numbers
 * drew nothing, and what was written from an unknown tensor is unknown from then on.
 * Leaves out: large tensors, whatever made them.
 */
import { allocation } from '../tensor/create.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { Arg, Op, Ret } from './op.ts';

/** Elements up to which a result is computed: above the depths and widths that shape a model, below its weights. */
const MOST = 512;

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

/** Whether an operator all of whose tensors are known is computed. */
export function knows(op: Op, args: readonly Arg[]): boolean {
  if (draws(op)) return false;
  for (const p of op.sig.tensors) if (count(args[p]) > MOST) return op.kind === 'view';
  if (op.kind === 'view' || op.sig.writes || !op.meta) return true;
  const before = allocation.fake;
  allocation.fake = true;
  try {
    return count(op.meta(...(args as never[])) as Ret) <= MOST;
  } finally {
    allocation.fake = before;
  }
}

const written = new WeakMap<Op, number[]>();
/** Positions of what an operator writes: the running statistics of a batch normalisation too, which its schema keeps to itself. */
function writes(op: Op): number[] {
  let at = written.get(op);
  if (at === undefined) {
    const quiet = op.sig.base === 'native_batch_norm';
    at = op.sig.args.flatMap((a, p) => (a.write || (quiet && a.name.startsWith('running')) ? [p] : []));
    written.set(op, at);
  }
  return at;
}

/** What an operator without numbers has written is not known any more. */
export function forget(op: Op, args: readonly Arg[]): void {
  for (const p of writes(op)) for (const t of [args[p]].flat()) if (t instanceof Tensor && !t.isFake) lose(t);
}

function lose({ storage }: Tensor): void {
  storage.willChange();
  storage.move({ buffer: null, start: 0, nbytes: storage.nbytes, shared: null });
}

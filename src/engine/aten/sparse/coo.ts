/**
 * Sparse tensors in coordinates: a tensor that has only a shape, and beside it where its values are and what they are
 * (`c10::SparseTensorImpl`).
 *
 * Every operator that is handed one comes by `through`, below autograd: it does what `rules.ts` says and leaves its row, and what
 * has no rule is refused by name. Leaves out: compressed layouts, gradients with respect to the values.
 */
import { allocation, empty } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { Unsupported } from '../../tensor/errors.ts';
import { coordinates } from '../../tensor/print.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { context } from '../context.ts';
import type { Arg, Op, Ret } from '../op.ts';
import { read } from '../work.ts';
import { sparseText } from './text.ts';

export interface Coo {
  /** Rows: dimensions; columns: values. */
  readonly indices: Tensor;
  readonly values: Tensor;
  readonly coalesced: boolean;
}

const COO = new WeakMap<Tensor, Coo>();
export const cooOf = (a: Arg): Coo | null => (a instanceof Tensor ? (COO.get(a) ?? null) : null);

type Before = NonNullable<(typeof context)['conjugates']>;
export type Rule = (...args: never[]) => Ret;
export const RULES = new Map<string, Rule>();

const ALIASED = new Set(['indices', '_indices', '_values']);

let before: Before | null = null;

const through: Before = (op, args, d) => {
  const sparse = args.some((a) => cooOf(a) !== null || (Array.isArray(a) && a.some((x) => cooOf(x as Arg) !== null)));
  if (!sparse) return before ? before(op, args, d) : d.belowConjugates(op, args);
  const rule = RULES.get(op.overload);
  if (!rule) throw new Unsupported(`${op.name} of a sparse tensor`);
  const ret = d.belowConjugates(shaped(op, rule), args);
  // Their results have no gradients: autograd hands on aliases.
  return ALIASED.has(op.overload) ? d.belowAutograd(() => d.call.u('detach', ret as Tensor)) : ret;
};

/** The operator with the rule for what it does: run where shapes are, since a sparse tensor has no more of its own. */
function shaped(op: Op, rule: Rule): Op {
  const meta = (...args: Arg[]): Ret => {
    const fake = allocation.fake;
    allocation.fake = false;
    try {
      for (const a of args) context.charge?.(cooOf(a)?.values.numel ?? 0);
      return rule(...(args as never[]));
    } finally {
      allocation.fake = fake;
    }
  };
  // A tensor without memory overlaps nothing.
  return { ...op, sig: { ...op.sig, inplace: -1 }, meta, kernel: undefined, short: undefined, check: undefined, dataDependent: false } as unknown as Op;
}

/** The integers of a small tensor. */
export const integers = (t: Tensor): number[] => Array.from(read(t, int64));

let making = false;

/** Whose storage it is: one sparse tensor's alone and its aliases'. */
const OWNER = new WeakMap<object, Tensor>();

/** What makes a tensor over another one's storage asks its class: an alias of a sparse one (a parameter) has its coordinates. */
class CooTensor extends Tensor {
  constructor(...of: ConstructorParameters<typeof Tensor>) {
    super(...of);
    if (making) return;
    const owner = OWNER.get(of[0]);
    if (!owner || String(owner.sizes) !== String(of[2]) || owner.dtype !== of[1]) throw new Unsupported('a tensor over the memory of a sparse one');
    COO.set(this, COO.get(owner) as Coo);
  }
}

/** A tensor in place of what it was. */
export const becomes = (t: Tensor, from: Tensor): Tensor => (COO.set(t, COO.get(from) as Coo), t);

export function makeCoo(sizes: readonly number[], coo: Coo): Tensor {
  if (coo.values.isFake || coo.indices.isFake) throw new Unsupported('a sparse tensor of which only shapes are known');
  if (context.conjugates !== through) {
    before = context.conjugates;
    context.conjugates = through;
    coordinates.has = (t) => COO.has(t);
    coordinates.text = (t, o) => {
      const last = o.gradFn ? [`grad_fn=<${o.gradFn}>`] : o.requiresGrad ? ['requires_grad=True'] : [];
      return sparseText(t, COO.get(t) as Coo, last);
    };
  }
  const fake = allocation.fake;
  allocation.fake = true;
  const { storage } = empty([0], coo.values.dtype, { device: coo.values.device });
  allocation.fake = fake;
  making = true;
  const t = new CooTensor(
    storage,
    coo.values.dtype,
    sizes,
    sizes.map(() => 0),
    0,
  );
  making = false;
  OWNER.set(storage, t);
  COO.set(t, coo);
  return t;
}

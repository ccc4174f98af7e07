/**
 * What an operator costs this engine, in elements: the largest of what it reads and writes, more where the work grows
 * faster than the tensors (products, windows, factorisations, sorting).
 *
 * A count, so that a run's budget is the same on every machine (decision 11). One element is one number of an elementwise
 * operator, with its row in the report some tens of nanoseconds; a multiplication with its addition inside a product
 * takes a thirty-second of that.
 * Leaves out: how layouts and element types change the time.
 */
import { Tensor } from '../tensor/tensor.ts';
import type { Arg, Op, Ret } from './op.ts';

export type Rule = (tensors: readonly Tensor[], out: Ret, args: readonly Arg[]) => number;

const isOne = (x: unknown): x is Tensor => x instanceof Tensor;

/** Finds the rule of an operator by its base name: comes with the packs whose operators have one (`effort_rules.ts`). */
let find: (base: string) => Rule | null = () => null;
export function useEffortRules(rules: (base: string) => Rule | null): void {
  find = rules;
  found.clear();
}

const found = new Map<string, Rule | null>();
function ruleOf(base: string): Rule | null {
  let rule = found.get(base);
  if (rule === undefined) {
    rule = find(base);
    found.set(base, rule);
  }
  return rule;
}

/** Below it every operator counts as its largest tensor: a run has room for no more than some 100,000 operators anyway. */
const SMALL = 64;

/** Elements that `op` is charged for, in units of an elementwise operator's. */
export function effortOf(op: Op, args: readonly Arg[], out: Ret): number {
  let most = 0;
  const measure = (x: Arg | Ret): void => {
    if (isOne(x)) most = Math.max(most, x.numel);
    else if (Array.isArray(x)) {
      let sum = 0;
      for (const t of x) if (isOne(t)) sum += t.numel;
      most = Math.max(most, sum);
    }
  };
  for (const p of op.sig.tensors) measure(args[p]);
  measure(out);
  if (most <= SMALL) return most;
  const rule = ruleOf(op.sig.base);
  return rule === null ? most : Math.max(most, rule(operands(op, args), out, args));
}

const operands = (op: Op, args: readonly Arg[]): Tensor[] => op.sig.tensors.map((p) => args[p]).filter(isOne);

/**
 * Which local variables may still be read at an instruction: what must leave a graph at a break.
 *
 * Idea: `livevars_analysis` of torch/_dynamo/bytecode_analysis.py: reads that can be reached before a write.
 */
import type { Code } from '../python/code.ts';
import { Op } from '../python/opcodes.ts';

const JUMPS = new Set<number>([
  Op.JUMP,
  Op.POP_JUMP_IF_FALSE,
  Op.POP_JUMP_IF_TRUE,
  Op.FOR_ITER,
  Op.FOR_CHECK,
  Op.JUMP_IF_FALSE_OR_POP,
  Op.JUMP_IF_TRUE_OR_POP,
  Op.SETUP_TRY,
  Op.SETUP_WITH,
  Op.SEND_CHECK,
]);
const ENDS = new Set<number>([Op.JUMP, Op.RETURN, Op.RAISE, Op.END_FINALLY, Op.RESTORE_RERAISE]);

export const jumps = (op: number): boolean => JUMPS.has(op);

const cache = new WeakMap<Code, Set<number>[]>();

/** Slots live before each instruction (by pc / 2). */
function analyse(code: Code): Set<number>[] {
  const { ops } = code;
  const n = ops.length / 2;
  const live: Set<number>[] = Array.from({ length: n + 1 }, () => new Set<number>());
  let changed = true;
  while (changed) {
    changed = false;
    for (let i = n - 1; i >= 0; i--) {
      const [op, arg] = [ops[2 * i], ops[2 * i + 1]];
      const before = new Set<number>();
      if (!ENDS.has(op)) for (const s of live[i + 1]) before.add(s);
      if (JUMPS.has(op)) for (const s of live[arg / 2] ?? []) before.add(s);
      if (op === Op.STORE_FAST || op === Op.DELETE_FAST) before.delete(arg);
      if (op === Op.LOAD_FAST) before.add(arg);
      if (before.size !== live[i].size) {
        live[i] = before;
        changed = true;
      }
    }
  }
  return live;
}

export function liveAt(code: Code, pc: number): ReadonlySet<number> {
  let all = cache.get(code);
  if (!all) cache.set(code, (all = analyse(code)));
  return all[pc / 2];
}

/** A jump back over `pc` follows before the next return (`maybe_has_backedge`). */
export function mayLoop(code: Code, pc: number): boolean {
  const { ops } = code;
  for (let i = pc + 2; i < ops.length; i += 2) {
    if (ops[i] === Op.RETURN) return false;
    if (JUMPS.has(ops[i]) && ops[i + 1] < pc) return true;
  }
  return false;
}

/** What was just loaded is returned, by itself or in a tuple, list or dictionary written there. */
export function isReturned({ ops }: Code, at: number): boolean {
  let above = 0;
  for (let i = at; ; i += 2) {
    const [op, n] = [ops[i], ops[i + 1]];
    if (op === Op.LOAD_FAST || op === Op.LOAD_CONST) above++;
    else if (op === Op.BUILD_TUPLE || op === Op.BUILD_LIST || op === Op.BUILD_MAP) {
      const items = op === Op.BUILD_MAP ? 2 * n : n;
      // A key of a dictionary is looked at.
      if (op === Op.BUILD_MAP && above < items && above % 2 === 1) return false;
      above = above < items ? 0 : above - items + 1;
    } else return op === Op.RETURN && above === 0;
  }
}

/** Operators, comparisons, tests, subscripts, formatted strings: what is not inline in the main loop. */
import { delItem, getItem } from '../subscript.ts';
import { compareValues } from '../compare.ts';
import { PySlice, PyTuple } from '../containers.ts';
import { contains } from '../contains.ts';
import { part } from '../packs.ts';
import type { Frame } from '../frame.ts';
import { isGen, type NativeResult } from '../functions.ts';
import { Op } from '../opcodes.ts';
import { binaryOp, inplaceOp, unaryOp } from '../operators.ts';
import { truth } from '../truth.ts';
import { PyFloat, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { give, push, top, type Instruction, type Instructions } from './operands.ts';

const format = part<typeof import('../formatvalue.ts')>('text', 'format');

/** `and`, `or`: the value must survive its own test, so that `deliver` takes the jump after a test in Python. */
const jumpOrPop: Instruction = (vm, fiber, f, arg) => {
  const v = top(f);
  const when = f.code.ops[f.pc] === Op.JUMP_IF_TRUE_OR_POP;
  vm.monitor?.truth(f, v);
  const t = truth(vm, v);
  if (typeof t !== 'boolean') return give(fiber, f, 0, t, 'jump');
  if (t === when) f.next = arg;
  else f.sp--;
};

function watched(vm: VM, f: Frame, operator: number, a: Value, b: Value, r: NativeResult): NativeResult {
  if (vm.monitor !== null && typeof a === 'string')
    for (const n of b instanceof PyTuple ? b.items : [b]) if (typeof n === 'number') vm.monitor.format(f, n, -1);
  if (vm.monitor !== null && (typeof r === 'number' || r instanceof PyFloat)) vm.monitor.arithmetic(operator, a, b, r);
  return r;
}

function itemOf(vm: VM, f: Frame, o: Value, k: Value): NativeResult {
  try {
    return getItem(vm, o, k);
  } catch (error) {
    vm.monitor?.missingItem(f, o, k, error);
    throw error;
  }
}

export const operators: Instructions = {
  BINARY(vm, fiber, f, arg) {
    return give(fiber, f, 2, watched(vm, f, arg, top(f, 2), top(f), binaryOp(vm, arg, top(f, 2), top(f))));
  },
  INPLACE(vm, fiber, f, arg) {
    return give(fiber, f, 2, watched(vm, f, arg, top(f, 2), top(f), inplaceOp(vm, arg, top(f, 2), top(f))));
  },
  UNARY(vm, fiber, f, arg) {
    const r = unaryOp(vm, arg, top(f));
    // `+f` is `f` itself: no number is made.
    if (r instanceof PyFloat && arg === 0) vm.monitor?.arithmetic(-1, top(f), null, r);
    return give(fiber, f, 1, r);
  },
  COMPARE(vm, fiber, f, arg) {
    const [a, b] = [top(f, 2), top(f)];
    if (vm.monitor !== null && (a instanceof PyFloat || b instanceof PyFloat)) vm.monitor.compareFloats(f, arg, a, b);
    return give(fiber, f, 2, compareValues(vm, arg, a, b));
  },
  NOT(vm, fiber, f) {
    const v = top(f);
    vm.monitor?.truth(f, v);
    const t = truth(vm, v);
    if (typeof t === 'boolean') {
      f.sp--;
      push(f, !t);
      return;
    }
    // The answer replaces the value and the instruction runs again.
    f.next = f.pc;
    return give(fiber, f, 1, t);
  },
  JUMP_IF_FALSE_OR_POP: jumpOrPop,
  JUMP_IF_TRUE_OR_POP: jumpOrPop,
  CONTAINS(vm, fiber, f, arg) {
    vm.monitor?.contains(f, top(f), top(f, 2));
    return give(fiber, f, 2, contains(vm, top(f), top(f, 2), arg === 1));
  },
  SUBSCR(vm, fiber, f) {
    const [o, k] = [top(f, 2), top(f)];
    const r = vm.monitor === null ? getItem(vm, o, k) : itemOf(vm, f, o, k);
    return give(fiber, f, 2, vm.monitor === null || isGen(r) ? r : vm.monitor.load(f, 'subscr', o, k, r));
  },
  DELETE_SUBSCR(vm, fiber, f) {
    const r = delItem(vm, top(f, 2), top(f));
    f.sp -= 2;
    if (r !== null) return give(fiber, f, 0, r, 'drop');
  },
  BUILD_SLICE(_vm, fiber, f, arg) {
    const parts = f.stack.slice(f.sp - arg, f.sp) as Value[];
    return give(fiber, f, arg, new PySlice(parts[0], parts[1], arg === 3 ? parts[2] : null));
  },
  BUILD_STRING(vm, fiber, f, arg) {
    if (arg > 1) vm.monitor?.join(f, f.sp - arg);
    return give(fiber, f, arg, (f.stack.slice(f.sp - arg, f.sp) as string[]).join(''));
  },
  FORMAT(vm, fiber, f, arg) {
    const spec = arg & 4 ? (top(f) as string) : '';
    const drop = arg & 4 ? 2 : 1;
    const v = top(f, drop);
    if (typeof v === 'number' || v instanceof PyFloat) vm.monitor?.format(f, v instanceof PyFloat ? v.v : v, f.sp - drop);
    return give(fiber, f, drop, format().formatValue(vm, v, spec, arg & 3));
  },
};

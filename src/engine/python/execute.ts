/**
 * The main loop: runs one Python frame, one instruction after another.
 *
 * The frequent instructions stand here, with ints and floats fast. A case that ends in `break` leaves what is not frequent
 * about its instruction to the general form, a row of `instructions/`, which also asks the monitor. The labels are the
 * numbers of `opcodes.ts` (a test compares them): literals make V8 jump by table. An instruction changes the stack only
 * when it has succeeded, so it can be executed again after an interruption (graph breaks).
 */
import { getAttr, getMethod, setAttr } from './attr.ts';
import { newFrame } from './call.ts';
import { PyList, PyTuple } from './containers.ts';
import { asPython, enterGenerator, fail, leave, placed, startNative } from './control.ts';
import { PyError, raise, Suspend, unnamed } from './errors.ts';
import type { Fiber, Frame, NativeFrame } from './frame.ts';
import { EXHAUSTED, isGen, PyFunction, PyGenerator, PyIterator, PyNative, type NativeGen } from './functions.ts';
import { instructions } from './instructions/index.ts';
import { SWITCHED } from './instructions/operands.ts';
import { setItem } from './subscript.ts';
import { truth } from './truth.ts';
import { PyFloat, setAttrIn, type Value } from './values.ts';
import type { VM } from './vm.ts';

/** Runs the frame on top until it calls, returns, yields or fails. */
export function execute(vm: VM, fiber: Fiber, frame: Frame): void {
  const code = frame.code;
  const ops = code.ops;
  const consts = code.consts as Value[];
  const names = code.names;
  const locals = frame.locals;
  const cells = frame.cells;
  const globals = frame.module.attrs;
  const builtins = vm.builtins.attrs;
  const stack = frame.stack as Value[];
  const mon = vm.monitor;
  let { lookAt } = vm;
  let sp = frame.sp;
  let pc = frame.next;
  try {
    for (;;) {
      if (++vm.steps > lookAt) {
        frame.pc = pc;
        lookAt = vm.look();
      }
      const arg = ops[pc + 1];
      switch (ops[pc]) {
        case 0: // LOAD_CONST
          stack[sp++] = consts[arg];
          pc += 2;
          continue;
        case 1: {
          // LOAD_FAST
          let v = locals[arg];
          if (v === undefined) raise('UnboundLocalError', `cannot access local variable '${code.varNames[arg]}' where it is not associated with a value`);
          if (mon !== null) {
            frame.pc = pc;
            v = mon.load(frame, 'local', null, arg, v);
          }
          stack[sp++] = v;
          pc += 2;
          continue;
        }
        case 2: // STORE_FAST
          if (mon !== null) mon.store(frame, 'local', null, arg, stack[sp - 1]);
          locals[arg] = stack[--sp];
          pc += 2;
          continue;
        case 3: {
          // LOAD_GLOBAL
          const name = names[arg];
          let v = globals.get(name);
          if (v === undefined) {
            v = builtins.get(name);
            if (v === undefined) unnamed(name);
          } else if (mon !== null) v = mon.load(frame, 'global', frame.module, name, v);
          stack[sp++] = v;
          pc += 2;
          continue;
        }
        case 4: // POP_TOP
          sp--;
          pc += 2;
          continue;
        case 5: // JUMP
          pc = arg;
          continue;
        case 6: // POP_JUMP_IF_FALSE
        case 7: {
          // POP_JUMP_IF_TRUE
          let v = stack[sp - 1];
          const when = ops[pc] === 7;
          if (mon !== null) {
            frame.pc = pc;
            frame.sp = sp;
            v = mon.truth(frame, v);
          }
          let t: boolean | NativeGen = v === true;
          if (!t && v !== false) {
            frame.pc = pc;
            t = truth(vm, v);
            // The answer replaces the value and the jump runs again.
            if (typeof t !== 'boolean') {
              if (waits(fiber, frame, sp - 1, pc, t)) return;
              continue;
            }
          }
          sp--;
          pc = t === when ? arg : pc + 2;
          continue;
        }
        case 8: // BINARY
        case 32: {
          // INPLACE
          // Ints and floats do not change in place.
          const a = stack[sp - 2];
          const b = stack[sp - 1];
          if (typeof a === 'number' && typeof b === 'number') {
            if (arg > 2) break;
            const r = arg === 0 ? a + b : arg === 1 ? a - b : a * b;
            if (r > 9007199254740991 || r < -9007199254740991) break;
            if (mon !== null) mon.arithmetic(arg, a, b, r);
            // `+ 0` makes the zero of `-1 * 0` positive.
            stack[--sp - 1] = r + 0;
          } else if (a instanceof PyFloat && b instanceof PyFloat) {
            if (arg > 2 || mon !== null) break;
            stack[--sp - 1] = new PyFloat(arg === 0 ? a.v + b.v : arg === 1 ? a.v - b.v : a.v * b.v);
          } else break;
          pc += 2;
          continue;
        }
        case 9: {
          // COMPARE
          const a = stack[sp - 2];
          const b = stack[sp - 1];
          if (typeof a !== 'number' || typeof b !== 'number') break;
          if (mon !== null) {
            frame.pc = pc;
            mon.compare(frame, arg, a, b);
          }
          stack[--sp - 1] = arg === 0 ? a < b : arg === 1 ? a <= b : arg === 2 ? a === b : arg === 3 ? a !== b : arg === 4 ? a > b : a >= b;
          pc += 2;
          continue;
        }
        case 10: {
          // LOAD_ATTR
          const o = stack[sp - 1];
          frame.pc = pc;
          let r = getAttr(vm, o, names[arg]);
          if (isGen(r)) {
            if (waits(fiber, frame, sp - 1, pc + 2, r)) return;
            pc += 2;
            continue;
          }
          if (mon !== null) r = mon.load(frame, 'attr', o, names[arg], r);
          stack[sp - 1] = r;
          pc += 2;
          continue;
        }
        case 11: {
          // LOAD_METHOD
          const o = stack[sp - 1];
          frame.pc = pc;
          const m = getMethod(o, names[arg]);
          if (m === undefined) break;
          stack[sp - 1] = m;
          stack[sp++] = o;
          pc += 2;
          continue;
        }
        case 12: // PUSH_NULL
          (stack as (Value | undefined)[])[sp++] = undefined;
          pc += 2;
          continue;
        case 13: {
          // CALL
          // A plain function with as many arguments as parameters; a native.
          const base = sp - arg - 2;
          const f = stack[base];
          const first = stack[base + 1] === undefined ? base + 2 : base + 1;
          if (mon !== null) break;
          if (f instanceof PyFunction) {
            const c = f.code;
            const n = sp - first;
            if (n !== c.argCount || c.kwOnly !== 0 || c.hasVarArgs || c.hasVarKw || c.isGenerator || vm.frameHook !== null) break;
            if (fiber.depth >= vm.recursionLimit) break;
            const args: (Value | undefined)[] = [];
            for (let i = first; i < sp; i++) args.push(stack[i]);
            for (let i = c.varNames.length - n; i > 0; i--) args.push(undefined);
            frame.pc = pc;
            frame.sp = base;
            frame.next = pc + 2;
            fiber.depth++;
            fiber.frames.push(newFrame(f, args));
            return;
          }
          if (!(f instanceof PyNative)) break;
          frame.pc = pc;
          const r = f.fn(vm, stack.slice(first, sp), null);
          if (isGen(r)) {
            if (waits(fiber, frame, base, pc + 2, r)) return;
            sp = base + 1;
            pc += 2;
            continue;
          }
          sp = base;
          stack[sp++] = r;
          pc += 2;
          continue;
        }
        case 15: {
          // FOR_ITER
          const it = stack[sp - 1];
          frame.pc = pc;
          if (it instanceof PyIterator) {
            const v = it.next();
            if (v === undefined) {
              sp--;
              pc = arg;
            } else {
              stack[sp++] = v;
              pc += 4;
            }
            continue;
          }
          if (!(it instanceof PyGenerator)) break;
          frame.sp = sp;
          frame.next = pc + 2;
          const v = enterGenerator(vm, fiber, it, null, true, null);
          if (v === undefined) return;
          stack[sp++] = v;
          pc += 2;
          continue;
        }
        case 16: // FOR_CHECK
          if (stack[sp - 1] === EXHAUSTED) {
            sp -= 2;
            pc = arg;
          } else pc += 2;
          continue;
        case 17: // RETURN
          if (frame.instance !== undefined) break;
          leave(vm, fiber, frame, stack[sp - 1]);
          return;
        case 18: {
          // LOAD_DEREF
          let v = cells[arg].value;
          if (v === undefined) unboundCell(code, arg);
          if (mon !== null) v = mon.load(frame, 'cell', cells[arg], arg, v as Value);
          stack[sp++] = v as Value;
          pc += 2;
          continue;
        }
        case 19: // STORE_DEREF
          if (mon !== null) mon.store(frame, 'cell', cells[arg], arg, stack[sp - 1]);
          cells[arg].set(stack[--sp]);
          pc += 2;
          continue;
        case 20: {
          // SUBSCR
          const o = stack[sp - 2];
          const k = stack[sp - 1];
          if (mon !== null || typeof k !== 'number' || !(o instanceof PyList) || k < 0 || k >= o.items.length || o.cls.heap) break;
          stack[--sp - 1] = o.items[k];
          pc += 2;
          continue;
        }
        case 21: {
          // STORE_SUBSCR
          frame.pc = pc;
          if (mon !== null) mon.store(frame, 'subscr', stack[sp - 2], stack[sp - 1], stack[sp - 3]);
          const r = setItem(vm, stack[sp - 2], stack[sp - 1], stack[sp - 3]);
          if (r !== null && waits(fiber, frame, sp - 3, pc + 2, r, 'drop')) return;
          sp -= 3;
          pc += 2;
          continue;
        }
        case 22: {
          // STORE_ATTR
          frame.pc = pc;
          if (mon !== null) mon.store(frame, 'attr', stack[sp - 1], names[arg], stack[sp - 2]);
          const r = setAttr(vm, stack[sp - 1], names[arg], stack[sp - 2]);
          if (r !== null && waits(fiber, frame, sp - 2, pc + 2, r, 'drop')) return;
          sp -= 2;
          pc += 2;
          continue;
        }
        case 24: {
          // BUILD_LIST
          const items = stack.slice(sp - arg, sp);
          sp -= arg;
          stack[sp++] = new PyList(items);
          pc += 2;
          continue;
        }
        case 25: {
          // BUILD_TUPLE
          const items = stack.slice(sp - arg, sp);
          sp -= arg;
          stack[sp++] = new PyTuple(items);
          pc += 2;
          continue;
        }
        case 26: // DUP
          stack[sp] = stack[sp - 1];
          sp++;
          pc += 2;
          continue;
        case 27: {
          // SWAP
          const t = stack[sp - 1];
          stack[sp - 1] = stack[sp - 2];
          stack[sp - 2] = t;
          pc += 2;
          continue;
        }
        case 28: {
          // ROT3
          const t = stack[sp - 1];
          stack[sp - 1] = stack[sp - 2];
          stack[sp - 2] = stack[sp - 3];
          stack[sp - 3] = t;
          pc += 2;
          continue;
        }
        case 29: {
          // IS
          const same = stack[sp - 2] === stack[sp - 1];
          stack[--sp - 1] = arg === 1 ? !same : same;
          pc += 2;
          continue;
        }
        case 33: // JUMP_IF_FALSE_OR_POP
        case 34: {
          // JUMP_IF_TRUE_OR_POP
          const v = stack[sp - 1];
          if (mon !== null || typeof v !== 'boolean') break;
          if (v === (ops[pc] === 34)) pc = arg;
          else {
            sp--;
            pc += 2;
          }
          continue;
        }
        case 35: // LIST_APPEND
          (stack[sp - 1 - arg] as PyList).items.push(stack[sp - 1]);
          sp--;
          pc += 2;
          continue;
        case 36: {
          // UNPACK
          const v = stack[sp - 1];
          if (mon !== null || !(v instanceof PyTuple) || v.cls.heap || v.items.length !== arg) break;
          sp--;
          for (let i = arg - 1; i >= 0; i--) stack[sp++] = v.items[i];
          pc += 2;
          continue;
        }
        case 38: // STORE_GLOBAL
          if (mon !== null) mon.store(frame, 'global', frame.module, names[arg], stack[sp - 1]);
          setAttrIn(frame.module, globals, names[arg], stack[--sp]);
          pc += 2;
          continue;
        case 39: // SETUP_TRY
          frame.blocks.push(arg, sp);
          pc += 2;
          continue;
        case 40: // POP_BLOCK
          frame.blocks.length -= 2;
          pc += 2;
          continue;
      }
      frame.pc = pc;
      frame.sp = sp;
      frame.next = pc + 2;
      if (instructions[ops[pc]](vm, fiber, frame, arg) === SWITCHED) return;
      sp = frame.sp;
      pc = frame.next;
    }
  } catch (e) {
    interrupted(vm, fiber, frame, pc, sp, e);
  }
}

/** Whether the frame is left for a native that calls back into Python; `next`: where it goes on with the native's result. */
function waits(fiber: Fiber, frame: Frame, sp: number, next: number, r: NativeGen, mode: NativeFrame['mode'] = 'push'): boolean {
  frame.sp = sp;
  frame.next = next;
  return startNative(fiber, r, mode);
}

/** An instruction has thrown: the frame stands before it again, and the error goes its way. */
function interrupted(vm: VM, fiber: Fiber, frame: Frame, pc: number, sp: number, e: unknown): void {
  const top = fiber.frames[fiber.frames.length - 1];
  if (top === frame) {
    frame.pc = pc;
    frame.sp = sp;
    if (e instanceof Suspend) {
      frame.next = pc;
      fiber.blocked = e.reason;
      return;
    }
  }
  const error = asPython(e);
  if (!(error instanceof PyError)) {
    placed(vm, fiber, error);
    frame.next = pc;
  }
  fail(vm, fiber, error);
}

function unboundCell(code: Frame['code'], i: number): never {
  const n = code.cellVars.length;
  if (i < n) raise('UnboundLocalError', `cannot access local variable '${code.cellVars[i]}' where it is not associated with a value`);
  raise('NameError', `cannot access free variable '${code.freeVars[i - n]}' where it is not associated with a value in enclosing scope`);
}

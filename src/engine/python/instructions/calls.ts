/** Calls of every kind, `return`, and making functions. */
import type { Code } from '../code.ts';
import { enterCall } from '../call.ts';
import { Breakpoint } from '../breakpoint.ts';
import { PyDict, PyTuple } from '../containers.ts';
import { leave } from '../control.ts';
import { raise } from '../errors.ts';
import type { Fiber, Frame } from '../frame.ts';
import { PyFunction, type PyCell } from '../functions.ts';
import { OBJECT, spend } from '../spend.ts';
import { typeOf } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { give, pop, push, SWITCHED, top, type Instructions } from './operands.ts';

/** Calls `fn`, asking the monitor first; `drop`: function, receiver and arguments on the stack. */
function callWith(vm: VM, fiber: Fiber, f: Frame, drop: number, fn: Value, args: Value[], kw: Map<string, Value> | null): typeof SWITCHED | void {
  const callee = vm.monitor === null ? fn : vm.monitor.call(f, fn, args, kw);
  f.sp -= drop;
  const r = enterCall(vm, fiber, callee, args, kw);
  return r === undefined ? SWITCHED : give(fiber, f, 0, r);
}

export const calls: Instructions = {
  CALL(vm, fiber, f, arg) {
    const base = f.sp - arg - 2;
    const first = f.stack[base + 1] === undefined ? base + 2 : base + 1;
    return callWith(vm, fiber, f, arg + 2, f.stack[base] as Value, f.stack.slice(first, f.sp) as Value[], null);
  },
  CALL_KW(vm, fiber, f, arg) {
    const kwNames = ((f.code.consts as Value[])[arg >>> 16] as PyTuple).items as readonly string[];
    const n = arg & 0xffff;
    const base = f.sp - n - 2;
    const first = f.stack[base + 1] === undefined ? base + 2 : base + 1;
    const named = f.sp - kwNames.length;
    const kw = new Map<string, Value>();
    for (let i = 0; i < kwNames.length; i++) kw.set(kwNames[i], f.stack[named + i] as Value);
    return callWith(vm, fiber, f, n + 2, f.stack[base] as Value, f.stack.slice(first, named) as Value[], kw);
  },
  CALL_EX(vm, fiber, f, arg) {
    const kwDict = arg === 1 ? (top(f) as PyDict) : null;
    const tuple = top(f, arg === 1 ? 2 : 1) as PyTuple;
    const drop = arg === 1 ? 4 : 3;
    const self = f.stack[f.sp - drop + 1];
    const args = self === undefined ? [...tuple.items] : [self, ...tuple.items];
    let kw: Map<string, Value> | null = null;
    if (kwDict && kwDict.size > 0) {
      kw = new Map();
      for (const [, { key, value }] of kwDict.rows()) {
        if (typeof key !== 'string') raise('TypeError', 'keywords must be strings');
        kw.set(key, value);
      }
    }
    return callWith(vm, fiber, f, drop, top(f, drop), args, kw);
  },
  RETURN(vm, fiber, f) {
    let v = top(f);
    if (f.instance !== undefined) {
      if (v !== null) raise('TypeError', `__init__() should return None, not '${typeOf(v).tp}'`);
      v = f.instance;
    }
    leave(vm, fiber, f, v);
    return SWITCHED;
  },
  MAKE_FUNCTION(_vm, _fiber, f, arg) {
    const code = pop(f) as Code;
    const closure = arg & 8 ? ((pop(f) as PyTuple).items as unknown as PyCell[]) : [];
    const annotations = arg & 4 ? (pop(f) as PyDict) : null;
    const kwDefaults = arg & 2 ? new Map((pop(f) as PyDict).entries() as [string, Value][]) : null;
    const defaults = arg & 1 ? (pop(f) as PyTuple).items : [];
    spend(OBJECT);
    const fn = new PyFunction(code, f.module, closure, defaults, kwDefaults);
    fn.annotations = annotations;
    push(f, fn);
  },
  LOAD_BUILD_CLASS(vm, _fiber, f) {
    push(f, vm.builtins.attrs.get('__build_class__') as Value);
  },
  BREAKPOINT(_vm, _fiber, f) {
    throw new Breakpoint(f);
  },
};

/** `raise`, `try`, `with`, exception groups. */
import { bind } from '../attr.ts';
import { PyTuple } from '../containers.ts';
import { excType, PyError, PyException, raise, Unsupported } from '../errors.ts';
import { part } from '../packs.ts';
import { NativeFrame } from '../frame.ts';
import { isGen, type NativeGen } from '../functions.ts';
import { PyTraceback } from '../tracebackobject.ts';
import { PyType, typeOf } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { give, pop, push, top, type Instructions } from './operands.ts';

const groups = part<typeof import('../exceptgroup.ts')>('language', 'groups');

export const exceptions: Instructions = {
  RAISE(vm, fiber, f, arg) {
    if (arg === 3) reraise(pop(f) as PyException);
    if (arg === 0) {
      for (let i = fiber.frames.length - 1; i >= 0; i--) {
        const h = fiber.frames[i];
        if (!(h instanceof NativeFrame) && h.handled) reraise(h.handled);
      }
      raise('RuntimeError', 'No active exception to reraise');
    }
    const cause = arg === 2 ? top(f) : undefined;
    const exc = top(f, arg);
    if (exc instanceof PyException && (cause === undefined || cause === null || cause instanceof PyException)) raiseWith(exc, cause);
    return give(fiber, f, arg, makeAndRaise(vm, exc, cause));
  },
  PUSH_EXC(_vm, _fiber, f) {
    const exc = top(f) as PyException;
    f.stack[f.sp - 1] = f.handled;
    f.handled = exc;
  },
  LOAD_EXC(_vm, _fiber, f) {
    push(f, f.handled);
  },
  POP_EXC(_vm, _fiber, f) {
    f.handled = pop(f) as PyException | null;
  },
  END_FINALLY(_vm, _fiber, f) {
    const exc = f.handled as PyException;
    f.handled = pop(f) as PyException | null;
    reraise(exc);
  },
  RESTORE_RERAISE(_vm, _fiber, f) {
    const exc = pop(f) as PyException;
    f.handled = pop(f) as PyException | null;
    reraise(exc);
  },
  CHECK_EXC_MATCH(_vm, fiber, f) {
    return give(fiber, f, 2, excMatches(top(f, 2) as PyException, top(f)));
  },
  SETUP_WITH(_vm, _fiber, f, arg) {
    f.blocks.push(arg, f.sp - 1);
  },
  WITH_LOOKUP(vm, _fiber, f) {
    const m = top(f);
    const t = typeOf(m);
    const enter = t.lookup('__enter__');
    const exit = t.lookup('__exit__');
    if (enter === undefined) raise('TypeError', `'${t.tp}' object does not support the context manager protocol`);
    if (exit === undefined) raise('TypeError', `'${t.tp}' object does not support the context manager protocol (missed __exit__ method)`);
    const e = bind(vm, exit, m, t);
    const n = bind(vm, enter, m, t);
    if (isGen(e) || isGen(n)) throw new Unsupported('a context manager whose __enter__ or __exit__ is a computed attribute');
    f.sp--;
    push(f, e);
    push(f, n);
    f.stack[f.sp++] = undefined;
  },
  WITH_EXIT(vm, fiber, f) {
    return give(fiber, f, 1, vm.invoke(top(f), [null, null, null]));
  },
  WITH_EXCEPT(vm, fiber, f) {
    const exc = f.handled as PyException;
    return give(fiber, f, 0, vm.invoke(top(f, 2), [exc.cls, exc, new PyTraceback(exc.traceback.slice())]));
  },
  EG_SPLIT(vm, fiber, f) {
    return groups().egSplit(vm, fiber, f);
  },
  EG_PUSH(_vm, _fiber, f) {
    groups().egPush(f);
  },
  EG_RERAISE(vm, _fiber, f) {
    groups().egReraise(vm, f);
  },
};

/** Runs the exception through the frame's blocks and goes on there, or leaves the frame. */
function reraise(exc: PyException): never {
  throw new PyError(exc, true);
}

function raiseWith(exc: PyException, cause: Value | undefined): never {
  if (cause !== undefined) {
    exc.cause = cause;
    exc.suppressContext = true;
  }
  throw new PyError(exc);
}

/** `raise Type` makes the instance first. */
function* makeAndRaise(vm: VM, exc: Value, cause: Value | undefined): NativeGen {
  const made = exc instanceof PyType && exc.isSubtype(excType('BaseException')) ? yield* vm.call(exc, []) : exc;
  if (!(made instanceof PyException)) raise('TypeError', 'exceptions must derive from BaseException');
  let why: Value | undefined = cause;
  if (why instanceof PyType && why.isSubtype(excType('BaseException'))) why = yield* vm.call(why, []);
  if (why !== undefined && why !== null && !(why instanceof PyException)) raise('TypeError', 'exception causes must derive from BaseException');
  raiseWith(made, why);
}

function excMatches(exc: PyException, type: Value): boolean {
  if (type instanceof PyTuple) return type.items.some((t) => excMatches(exc, t));
  if (!(type instanceof PyType) || !type.isSubtype(excType('BaseException'))) {
    raise('TypeError', 'catching classes that do not inherit from BaseException is not allowed');
  }
  return exc.cls.isSubtype(type);
}

/** Loops, unpacking, generators: what is not inline in the main loop. */
import { PyList } from '../containers.ts';
import { deliver, enterGenerator } from '../control.ts';
import { PyError, raise } from '../errors.ts';
import type { Fiber } from '../frame.ts';
import { EXHAUSTED, isGen, PyGenerator, type NativeGen } from '../functions.ts';
import { collect, getIter, itemsOf, iterNext } from '../iterate.ts';
import { typeOf } from '../types.ts';
import { unpackGen, unpackSync } from '../unpack.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { getAttrNow, give, pop, push, SWITCHED, top, type Instructions } from './operands.ts';

export const iteration: Instructions = {
  GET_ITER(vm, fiber, f) {
    vm.monitor?.iter(f, top(f));
    return give(fiber, f, 1, getIter(vm, top(f)));
  },
  FOR_ITER(vm, fiber, f) {
    return give(fiber, f, 0, iterNext(vm, top(f)));
  },
  DROP_ITER(vm, fiber, f, arg) {
    const it = top(f);
    const r = it instanceof PyGenerator && it.frame?.code.closing?.left(vm, it, f, arg);
    if (r) return give(fiber, f, 1, r, 'drop');
    f.sp--;
  },
  UNPACK(vm, fiber, f, arg) {
    const v = top(f);
    vm.monitor?.iter(f, v);
    const items = unpackSync(v, arg);
    if (items === null) {
      // Collected into a tuple, then once more.
      f.next = f.pc;
      return give(fiber, f, 1, unpackGen(vm, v, arg));
    }
    f.sp--;
    for (let i = arg - 1; i >= 0; i--) push(f, items[i]);
  },
  UNPACK_EX(vm, fiber, f, arg) {
    const v = top(f);
    vm.monitor?.iter(f, v);
    const before = arg & 255;
    const after = arg >> 8;
    const items = itemsOf(v);
    if (items === null) {
      // Collected into a list, then once more.
      f.next = f.pc;
      return give(fiber, f, 1, collectList(vm, v));
    }
    if (items.length < before + after) {
      raise('ValueError', `not enough values to unpack (expected at least ${before + after}, got ${items.length})`);
    }
    f.sp--;
    for (let i = 0; i < after; i++) push(f, items[items.length - 1 - i]);
    push(f, new PyList(items.slice(before, items.length - after)));
    for (let i = before - 1; i >= 0; i--) push(f, items[i]);
  },
  YIELD(_vm, fiber, f) {
    const v = pop(f);
    fiber.frames.pop();
    fiber.depth--;
    (f.generator as PyGenerator).running = false;
    deliver(fiber, v);
    return SWITCHED;
  },
  YIELD_FROM_ITER(vm, fiber, f) {
    const v = top(f);
    return v instanceof PyGenerator ? undefined : give(fiber, f, 1, getIter(vm, v));
  },
  SEND(vm, fiber, f) {
    const it = top(f, 2);
    const v = pop(f);
    if (it instanceof PyGenerator) {
      const r = enterGenerator(vm, fiber, it, v, true, null);
      if (r === undefined) return SWITCHED;
      push(f, r);
      return;
    }
    fiber.returned = null;
    return give(fiber, f, 0, v === null ? iterNextWithValue(vm, fiber, it) : sendTo(vm, fiber, it, v));
  },
  SEND_CHECK(_vm, fiber, f, arg) {
    if (top(f) !== EXHAUSTED) return;
    f.sp -= 2;
    push(f, fiber.returned);
    f.next = arg;
  },
};

function* collectList(vm: VM, v: Value): NativeGen {
  const t = typeOf(v);
  if (t.lookup('__iter__') === undefined && t.lookup('__getitem__') === undefined && itemsOf(v) === null) {
    raise('TypeError', `cannot unpack non-iterable ${t.tp} object`);
  }
  return new PyList([...(yield* collect(vm, v))]);
}

/** A step of a non-generator in `yield from`: StopIteration's value is the result. */
function* iterNextWithValue(vm: VM, fiber: Fiber, it: Value): NativeGen {
  if (typeOf(it).heap) return yield* sendTo(vm, fiber, it, null);
  const r = iterNext(vm, it);
  return isGen(r) ? yield* r : r;
}

function* sendTo(vm: VM, fiber: Fiber, it: Value, v: Value): NativeGen {
  try {
    return yield* vm.call(v === null ? getAttrNow(vm, it, '__next__') : getAttrNow(vm, it, 'send'), v === null ? [] : [v]);
  } catch (e) {
    if (!(e instanceof PyError) || e.name !== 'StopIteration') throw e;
    fiber.returned = e.exc.args.items[0] ?? null;
    return EXHAUSTED;
  }
}

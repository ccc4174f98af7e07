/**
 * Going from frame to frame: entering and leaving, resuming generators, handing a result or an error to the frame below.
 *
 * An error goes to the innermost open block of a frame, or out of the frame and on to the one below it. What is not
 * Python's (a limit, a refusal) passes every frame and takes the program's innermost line with it.
 */
import { closeThenRaise, enterCall, thenInstance } from './call.ts';
import { excType, LimitReached, makeException, PyError, raise, Unsupported } from './errors.ts';
import { NativeFrame, type Fiber, type Frame } from './frame.ts';
import { EXHAUSTED, isGen, PyGenerator, type NativeGen, type NativeResult, type Request } from './functions.ts';
import { Op } from './opcodes.ts';
import { addTraceback, findLine, setContext } from './traceback.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

const STOP_ITERATION = excType('StopIteration');

/** Starts a frame, asking the hook first. */
export function enter(vm: VM, fiber: Fiber, frame: Frame): void {
  if (vm.frameHook !== null && frame.next === 0) {
    const r = vm.frameHook(fiber, frame);
    if (r !== undefined) {
      if (isGen(r)) fiber.frames.push(new NativeFrame(frame.instance === undefined ? r : thenInstance(r, frame.instance)));
      else deliver(fiber, frame.instance === undefined ? r : frame.instance);
      return;
    }
  }
  deeper(vm, fiber);
  fiber.frames.push(frame);
}

function deeper(vm: VM, fiber: Fiber): void {
  if (fiber.depth >= vm.recursionLimit) raise('RecursionError', 'maximum recursion depth exceeded');
  fiber.depth++;
}

/** A finished callee's value for the frame below. */
export function deliver(fiber: Fiber, value: Value, mode: NativeFrame['mode'] = 'push'): void {
  const below = fiber.frames[fiber.frames.length - 1];
  if (below === undefined) fiber.returned = value;
  else if (below instanceof NativeFrame) below.input = value;
  else if (mode === 'push') below.stack[below.sp++] = value;
  else if (mode === 'push-null') {
    below.stack[below.sp++] = value;
    below.stack[below.sp++] = undefined;
  } else if (mode === 'jump') {
    const { ops } = below.code;
    if (value === (ops[below.pc] === Op.JUMP_IF_TRUE_OR_POP)) below.next = ops[below.pc + 1];
    else {
      below.sp--;
      below.next = below.pc + 2;
    }
  }
}

/** The frame on top has returned `v`. */
export function leave(vm: VM, fiber: Fiber, frame: Frame, v: Value): void {
  fiber.frames.pop();
  fiber.depth--;
  const g = frame.generator;
  if (g === null) {
    deliver(fiber, v);
    return;
  }
  g.running = false;
  g.frame = null;
  if (frame.sentinel) {
    fiber.returned = v;
    deliver(fiber, EXHAUSTED);
  } else fail(vm, fiber, new PyError(v === null ? makeException('StopIteration') : makeException('StopIteration', v)));
}

/**
 * Runs a native until it asks for something, for which it gets a frame (true), or ends: most never ask, and their result
 * is there without the way through the loop over frames.
 */
export function startNative(fiber: Fiber, gen: NativeGen, mode: NativeFrame['mode']): boolean {
  const step = gen.next();
  if (step.done) deliver(fiber, step.value, mode);
  else fiber.frames.push(new NativeFrame(gen, mode, step.value));
  return !step.done;
}

/** Resumes a native: with its callee's value or error, until it asks for something or ends. */
export function stepNative(vm: VM, fiber: Fiber, nf: NativeFrame): void {
  let r = nf.asked;
  try {
    if (r !== null) nf.asked = null;
    else {
      let step: IteratorResult<Request, Value>;
      if (nf.hasError) {
        nf.hasError = false;
        const { error } = nf;
        nf.error = undefined;
        step = nf.gen.throw(error);
      } else step = nf.gen.next(nf.input);
      if (step.done) {
        fiber.frames.pop();
        deliver(fiber, step.value, nf.mode);
        return;
      }
      r = step.value;
    }
    switch (r.kind) {
      case 'call': {
        const v = enterCall(vm, fiber, r.fn, r.args, r.kw);
        if (v !== undefined) settle(fiber, v, nf);
        return;
      }
      case 'frame':
        enter(vm, fiber, r.frame);
        return;
      case 'resume': {
        const v = enterGenerator(vm, fiber, r.generator, r.value, r.sentinel, r.error);
        if (v !== undefined) nf.input = v;
        return;
      }
      case 'block':
        fiber.blocked = r.reason;
        return;
    }
  } catch (e) {
    const error = asPython(e);
    placed(vm, fiber, error);
    // What it asked for could not begin: the native hears of it, as of an error in there. Else it has ended by its own.
    if (r === null && fiber.frames[fiber.frames.length - 1] === nf) fiber.frames.pop();
    fail(vm, fiber, error);
  }
}

/** A native result for the native on top: at once, or by a native frame above it. */
function settle(fiber: Fiber, r: NativeResult, to: NativeFrame): void {
  if (isGen(r)) fiber.frames.push(new NativeFrame(r));
  else to.input = r;
}

/** Resumes a generator: pushes its frame, or gives the result of one that has ended. */
export function enterGenerator(vm: VM, fiber: Fiber, g: PyGenerator, value: Value, sentinel: boolean, error: PyError | null): Value | undefined {
  if (g.running) raise('ValueError', 'generator already executing');
  const frame = g.frame;
  if (frame === null) {
    if (error) throw error;
    if (sentinel) {
      fiber.returned = null;
      return EXHAUSTED;
    }
    raise('StopIteration');
  }
  if (!g.started) {
    if (error) {
      g.frame = null;
      throw error;
    }
    if (value !== null) raise('TypeError', `can't send non-None value to a just-started generator`);
  }
  deeper(vm, fiber);
  g.running = true;
  frame.sentinel = sentinel;
  fiber.frames.push(frame);
  if (error) {
    // Suspended in `yield from`: the inner generator gets it first, and answers like to a send.
    const inner = frame.stack[frame.sp - 1];
    if (frame.code.ops[frame.pc] === Op.YIELD && frame.code.ops[frame.pc + 1] === 1 && inner instanceof PyGenerator) {
      throwInto(vm, fiber, frame, inner, error);
      return undefined;
    }
    raiseIn(vm, fiber, frame, error);
  } else if (g.started) frame.stack[frame.sp++] = value;
  g.started = true;
  return undefined;
}

/** `throw` into a generator that waits in `yield from inner`. */
function throwInto(vm: VM, fiber: Fiber, frame: Frame, inner: PyGenerator, error: PyError): void {
  frame.next = frame.pc - 2;
  if (error.exc.cls.name === 'GeneratorExit') {
    fiber.frames.push(new NativeFrame(closeThenRaise(vm, inner, error)));
    return;
  }
  try {
    const v = enterGenerator(vm, fiber, inner, null, true, error);
    if (v !== undefined) frame.stack[frame.sp++] = v;
  } catch (e) {
    raiseIn(vm, fiber, frame, e);
  }
}

/** An error for the frame on top, after the one that raised it has gone. */
export function fail(vm: VM, fiber: Fiber, error: unknown): void {
  for (let e = error; e !== CAUGHT;) {
    const top = fiber.frames[fiber.frames.length - 1];
    if (top === undefined) throw e;
    if (top instanceof NativeFrame) {
      top.error = e;
      top.hasError = true;
      return;
    }
    e = unwind(vm, fiber, top, e);
  }
}

/** Raises in the frame on top. */
function raiseIn(vm: VM, fiber: Fiber, frame: Frame, error: unknown): void {
  fail(vm, fiber, unwind(vm, fiber, frame, error));
}

const CAUGHT = Symbol('caught');

/** Exceptions in a chain of contexts up to which walking it costs no steps. */
const FREE_CONTEXTS = 16;

/** To the frame's innermost block (`CAUGHT`), or out of it: what the frame below gets. A loop over it, for stacks deeper than JavaScript's. */
function unwind(vm: VM, fiber: Fiber, frame: Frame, error: unknown): unknown {
  if (error instanceof PyError) {
    if (!error.again) {
      try {
        const walked = setContext(fiber, error.exc);
        if (walked > FREE_CONTEXTS) vm.charge(walked);
      } catch (limit) {
        return unwind(vm, fiber, frame, limit);
      }
      addTraceback(error.exc, frame);
    }
    const n = frame.blocks.length;
    if (n > 0) {
      frame.sp = frame.blocks[n - 1];
      frame.next = frame.blocks[n - 2];
      frame.blocks.length = n - 2;
      frame.stack[frame.sp++] = error.exc;
      return CAUGHT;
    }
  } else placed(vm, fiber, error);
  fiber.frames.pop();
  fiber.depth--;
  const g = frame.generator;
  if (g) {
    g.running = false;
    g.frame = null;
    if (error instanceof PyError && error.exc.cls.isSubtype(STOP_ITERATION)) {
      const exc = makeException('RuntimeError', 'generator raised StopIteration');
      exc.cause = error.exc;
      exc.context = error.exc;
      exc.suppressContext = true;
      return new PyError(exc);
    }
  }
  return error instanceof PyError && error.again ? new PyError(error.exc) : error;
}

/** Gives a limit or a refusal the program's innermost line, once. */
export function placed(vm: VM, fiber: Fiber, error: unknown): void {
  if ((error instanceof Unsupported || error instanceof LimitReached) && error.line === null) error.line = findLine(fiber, vm.programFile);
}

/** JavaScript's longest string, rounded down: what Python code may ask for by a method of `str`. */
const LONGEST_STRING = 2 ** 29 - 24;

/** What JavaScript itself cannot do: its stack overflow (natives in natives) is Python's recursion error, its longest string a limit. */
export function asPython(e: unknown): unknown {
  if (!(e instanceof RangeError)) return e;
  if (/call stack/i.test(e.message)) return new PyError(makeException('RecursionError', 'maximum recursion depth exceeded'));
  if (/string length|repeat count|out of memory/i.test(e.message)) return new LimitReached('characters of a string', LONGEST_STRING);
  return e;
}

/**
 * The evaluator: runs fibers, one instruction after another, on frames that are plain data.
 *
 * The loop handles the frequent instructions inline, with the numbers fast; the others are rows of `slowops.ts`. Python
 * calls push frames and never recurse in JavaScript; natives that call back are generators driven as frames of their own
 * (`NativeFrame`). An instruction changes the stack only when it has succeeded, so it can be executed again after an
 * interruption (graph breaks). The case labels are the numbers of `opcodes.ts` (a test compares them): literals make V8
 * jump by table.
 */
import { getAttr, getMethod, setAttr } from './attr.ts';
import { closeThenRaise, enterCall, newFrame, thenInstance } from './call.ts';
import { compareValues } from './compare.ts';
import { PyList, PyTuple } from './containers.ts';
import { excType, LimitReached, makeException, PyError, raise, Suspend, Unsupported } from './errors.ts';
import {
  EXHAUSTED, isGen, PyBoundMethod, PyFunction, PyGenerator, PyIterator, PyNative,
  type PyModule,
  type BlockReason, type NativeGen, type NativeResult, type Request,
} from './functions.ts';
import { Fiber, Frame, NativeFrame, type RunResult } from './frame.ts';
import type { Host } from './host.ts';
import { importModule, Importer } from './importer.ts';
import { iterNext, getIter } from './iterate.ts';
import { binaryOp, inplaceOp, unaryOp } from './operators.ts';
import { slowOps, SWITCHED } from './slowops.ts';
import { getItem, setItem } from './subscript.ts';
import { addTraceback, findLine, setContext } from './traceback.ts';
import { truth } from './truth.ts';
import { typeOf } from './types.ts';
import { PyFloat, setAttrIn, type Value } from './values.ts';
import { Op } from './opcodes.ts';
import { unpackSync, unpackGen } from './unpack.ts';
import { makeBuiltins } from './builtins/index.ts';

/** Consulted while a function is traced; null otherwise. A method may throw: the frame stays at its instruction. */
export interface Monitor {
  /** A value was read. `base`: object for `attr` and `subscr`, null otherwise. Returns the value to use. */
  load(frame: Frame, kind: 'local' | 'global' | 'cell' | 'attr' | 'subscr', base: Value, key: Value, value: Value): Value;
  /** A jump, `not` or `and`/`or` is about to test this value. Returns the value that a plain jump tests instead. */
  truth(frame: Frame, value: Value): Value;
  /** Any call by an instruction, before it happens. Returns what is called instead (mostly `fn` itself). */
  call(frame: Frame, fn: Value, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): Value;
  store(frame: Frame, kind: 'local' | 'global' | 'cell' | 'attr' | 'subscr', base: Value, key: Value, value: Value): void;
  /** A loop, comprehension or unpacking starts on this value. */
  iter(frame: Frame, iterable: Value): void;
  /** Two ints are compared. */
  compare(frame: Frame, operator: number, a: number, b: number): void;
  /** At least one of the compared values is a float. */
  compareFloats(frame: Frame, operator: number, a: Value, b: Value): void;
  /** `key in container` */
  contains(frame: Frame, container: Value, key: Value): void;
}

export class VM {
  readonly host: Host;
  readonly builtins: PyModule;
  readonly importer: Importer;
  /** Instructions executed so far, and the most there may be. */
  steps = 0;
  maxSteps: number;
  recursionLimit = 1000;
  /** The fiber that runs now. */
  fiber: Fiber | null = null;
  /** File whose lines are the program's own. */
  programFile = '<string>';
  monitor: Monitor | null = null;
  /** PEP 523: may run the frame in its own way; undefined leaves it to the evaluator. */
  frameHook: ((fiber: Fiber, frame: Frame) => NativeResult | undefined) | null = null;

  constructor(host: Host) {
    this.host = host;
    this.maxSteps = host.maxSteps ?? 200_000_000;
    this.importer = new Importer(this);
    this.builtins = makeBuiltins(this);
  }

  /** Counts bulk work of natives (a repeated list, a long range) as steps. */
  charge(n: number): void {
    this.steps += n;
    if (this.steps > this.maxSteps) throw new LimitReached('steps', this.maxSteps);
  }

  // ---- what natives use -------------------------------------------------------------------------------------------

  /** Calls anything: a value at once, or a generator for `yield*`. */
  invoke(f: Value, args: Value[], kw: Map<string, Value> | null = null): NativeResult {
    if (f instanceof PyNative) return f.fn(this, args, kw);
    if (f instanceof PyBoundMethod && f.fn instanceof PyNative) return f.fn.fn(this, [f.self, ...args], kw);
    return request({ kind: 'call', fn: f, args, kw });
  }

  *call(f: Value, args: Value[], kw: Map<string, Value> | null = null): NativeGen {
    const r = this.invoke(f, args, kw);
    return isGen(r) ? yield* r : r;
  }

  /** Runs a prepared frame and gives its result. */
  runFrame(frame: Frame): NativeGen {
    return request({ kind: 'frame', frame });
  }

  /** Stops the fiber until its owner resumes it; gives what the owner resumes it with. */
  block(reason: BlockReason): NativeGen {
    return request({ kind: 'block', reason });
  }

  resume(generator: PyGenerator, value: Value, sentinel = false, error: PyError | null = null): NativeGen {
    return request({ kind: 'resume', generator, value, sentinel, error });
  }

  /** Runs a call to its end on a fiber of its own. Must not block. */
  callNow(f: Value, args: Value[], kw: Map<string, Value> | null = null): Value {
    return this.finish(this.invoke(f, args, kw), 'call');
  }

  /** Drives a native's result to its end on a fiber of its own. Must not block. */
  finish(r: NativeResult, name = 'native'): Value {
    if (!isGen(r)) return r;
    const fiber = new Fiber();
    fiber.depth = this.fiber?.depth ?? 0;
    fiber.frames.push(new NativeFrame(r, name));
    const end = this.run(fiber);
    if (end.kind === 'error') throw end.error;
    if (end.kind === 'blocked') throw new Unsupported(`waiting for ${end.reason.what} inside a nested call`);
    return end.value;
  }

  importModule(name: string): NativeResult {
    return importModule(this, name);
  }

  /** Line of the innermost frame of `filename` on the running fiber; null outside of it. */
  currentLine(filename: string = this.programFile): number | null {
    return this.fiber ? findLine(this.fiber, filename) : null;
  }

  /** Registers a module made by TypeScript on first import. */
  registerModule(name: string, make: (vm: VM) => PyModule): void {
    this.importer.natives.set(name, make);
  }

  /** Registers a module's Python source, or a way to get it when it is imported. `pkg`: it has submodules. */
  registerSource(name: string, source: string | (() => string), filename: string, pkg = false): void {
    this.importer.sources.set(name, { source, filename, pkg });
  }

  /** A fiber that will run a program's text as `__main__`. */
  mainFiber(source: string, filename: string): Fiber {
    return this.importer.mainFiber(source, filename);
  }

  // ---- running ----------------------------------------------------------------------------------------------------

  run(fiber: Fiber, resumeWith: Value = null): RunResult {
    const outer = this.fiber;
    this.fiber = fiber;
    if (fiber.blocked) {
      fiber.blocked = null;
      const top = fiber.frames[fiber.frames.length - 1];
      if (top instanceof NativeFrame) top.input = resumeWith;
    }
    try {
      for (;;) {
        const top = fiber.frames[fiber.frames.length - 1];
        if (top === undefined) return { kind: 'done', value: fiber.returned };
        if (top instanceof NativeFrame) {
          this.stepNative(fiber, top);
          if (fiber.blocked) return { kind: 'blocked', reason: fiber.blocked };
        } else {
          this.exec(fiber, top);
          if (fiber.blocked) return { kind: 'blocked', reason: fiber.blocked };
        }
      }
    } catch (error) {
      return { kind: 'error', error };
    } finally {
      this.fiber = outer;
    }
  }

  private stepNative(fiber: Fiber, nf: NativeFrame): void {
    try {
      let step: IteratorResult<Request, Value>;
      if (nf.hasError) {
        nf.hasError = false;
        const { error } = nf;
        nf.error = undefined;
        step = nf.gen.throw(error);
      } else step = nf.gen.next(nf.input);
      if (step.done) {
        fiber.frames.pop();
        this.deliver(fiber, step.value, nf.mode);
        return;
      }
      const r = step.value;
      switch (r.kind) {
        case 'call': {
          const v = enterCall(this, fiber, r.fn, r.args, r.kw);
          if (v !== undefined) this.settle(fiber, v, nf);
          return;
        }
        case 'frame':
          this.enter(fiber, r.frame);
          return;
        case 'resume': {
          const v = this.enterGenerator(fiber, r.generator, r.value, r.sentinel, r.error);
          if (v !== undefined) nf.input = v;
          return;
        }
        case 'block':
          fiber.blocked = r.reason;
          return;
      }
    } catch (e) {
      const error = asPython(e);
      if ((error instanceof Unsupported || error instanceof LimitReached) && error.line === null) error.line = findLine(fiber, this.programFile);
      if (fiber.frames[fiber.frames.length - 1] === nf) fiber.frames.pop();
      this.fail(fiber, error);
    }
  }

  /** A native result for the frame on top: at once, or as a native frame above it. */
  settle(fiber: Fiber, r: NativeResult, to: NativeFrame | Frame): void {
    if (isGen(r)) fiber.frames.push(new NativeFrame(r, ''));
    else if (to instanceof NativeFrame) to.input = r;
    else to.stack[to.sp++] = r;
  }

  /** Starts a frame, asking the hook first. */
  enter(fiber: Fiber, frame: Frame): void {
    if (this.frameHook !== null && frame.next === 0) {
      const r = this.frameHook(fiber, frame);
      if (r !== undefined) {
        if (frame.instance !== undefined && !isGen(r)) this.deliver(fiber, frame.instance);
        else if (isGen(r)) fiber.frames.push(new NativeFrame(frame.instance === undefined ? r : thenInstance(r, frame.instance), frame.code.name));
        else this.deliver(fiber, r);
        return;
      }
    }
    if (++fiber.depth > this.recursionLimit) {
      fiber.depth--;
      raise('RecursionError', 'maximum recursion depth exceeded');
    }
    fiber.frames.push(frame);
  }

  /** Resumes a generator: pushes its frame, or gives the result of one that has ended. */
  enterGenerator(fiber: Fiber, g: PyGenerator, value: Value, sentinel: boolean, error: PyError | null): Value | undefined {
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
    if (++fiber.depth > this.recursionLimit) {
      fiber.depth--;
      raise('RecursionError', 'maximum recursion depth exceeded');
    }
    g.running = true;
    frame.sentinel = sentinel;
    fiber.frames.push(frame);
    if (error) {
      // Suspended in `yield from`: the inner generator gets it first, and answers like to a send.
      const inner = frame.stack[frame.sp - 1];
      if (frame.code.ops[frame.pc] === YIELD_OP && frame.code.ops[frame.pc + 1] === 1) {
        if (inner instanceof PyGenerator) {
          frame.next = frame.pc - 2;
          if (error.exc.cls.name === 'GeneratorExit') {
            fiber.frames.push(new NativeFrame(closeThenRaise(this, inner, error), 'close'));
            return undefined;
          }
          try {
            const v = this.enterGenerator(fiber, inner, null, true, error);
            if (v !== undefined) frame.stack[frame.sp++] = v;
          } catch (e) {
            this.raiseIn(fiber, frame, e);
          }
          return undefined;
        }
      }
      this.raiseIn(fiber, frame, error);
    } else if (g.started) frame.stack[frame.sp++] = value;
    g.started = true;
    return undefined;
  }

  /** A finished callee's value for the frame below. */
  deliver(fiber: Fiber, value: Value, mode: NativeFrame['mode'] = 'push'): void {
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

  /** An error for the frame on top, after the one that raised it has gone. */
  fail(fiber: Fiber, error: unknown): void {
    const top = fiber.frames[fiber.frames.length - 1];
    if (top === undefined) throw error;
    if (top instanceof NativeFrame) {
      top.error = error;
      top.hasError = true;
    } else this.raiseIn(fiber, top, error);
  }

  /** Raises in a frame: to its innermost block, or out of it. */
  raiseIn(fiber: Fiber, frame: Frame, error: unknown): void {
    if (error instanceof PyError) {
      if (!error.again) {
        setContext(fiber, error.exc);
        addTraceback(error.exc, frame);
      }
      const n = frame.blocks.length;
      if (n > 0) {
        frame.sp = frame.blocks[n - 1];
        frame.next = frame.blocks[n - 2];
        frame.blocks.length = n - 2;
        frame.stack[frame.sp++] = error.exc;
        return;
      }
    } else if ((error instanceof Unsupported || error instanceof LimitReached) && error.line === null) error.line = findLine(fiber, this.programFile);
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
        this.fail(fiber, new PyError(exc));
        return;
      }
    }
    this.fail(fiber, error instanceof PyError && error.again ? new PyError(error.exc) : error);
  }

  /** Runs one frame until it calls, returns, yields or fails. */
  private exec(fiber: Fiber, frame: Frame): void {
    const code = frame.code;
    const ops = code.ops;
    const consts = code.consts as Value[];
    const names = code.names;
    const locals = frame.locals;
    const cells = frame.cells;
    const globals = frame.module.attrs;
    const builtins = this.builtins.attrs;
    const stack = frame.stack as Value[];
    const mon = this.monitor;
    const maxSteps = this.maxSteps;
    let sp = frame.sp;
    let pc = frame.next;
    try {
      for (;;) {
        if (++this.steps > maxSteps) throw new LimitReached('steps', maxSteps);
        const arg = ops[pc + 1];
        switch (ops[pc]) {
          case 0: // LOAD_CONST
            stack[sp++] = consts[arg];
            pc += 2;
            continue;
          case 1: { // LOAD_FAST
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
          case 3: { // LOAD_GLOBAL
            const name = names[arg];
            let v = globals.get(name);
            if (v === undefined) {
              v = builtins.get(name);
              if (v === undefined) raise('NameError', `name '${name}' is not defined`);
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
          case 7: { // POP_JUMP_IF_TRUE
            let v = stack[sp - 1];
            const when = ops[pc] === 7;
            if (mon !== null) {
              frame.pc = pc;
              frame.sp = sp;
              v = mon.truth(frame, v);
            }
            if (typeof v === 'boolean') {
              sp--;
              pc = v === when ? arg : pc + 2;
              continue;
            }
            frame.pc = pc;
            const t = truth(this, v);
            if (typeof t === 'boolean') {
              sp--;
              pc = t === when ? arg : pc + 2;
              continue;
            }
            // The answer replaces the value and the jump runs again.
            frame.sp = sp - 1;
            frame.next = pc;
            fiber.frames.push(new NativeFrame(t, 'bool'));
            return;
          }
          case 8: { // BINARY
            const a = stack[sp - 2];
            const b = stack[sp - 1];
            if (typeof a === 'number' && typeof b === 'number') {
              if (arg === 0) {
                const r = a + b;
                if (r <= 9007199254740991 && r >= -9007199254740991) {
                  stack[--sp - 1] = r;
                  pc += 2;
                  continue;
                }
              } else if (arg === 1) {
                const r = a - b;
                if (r <= 9007199254740991 && r >= -9007199254740991) {
                  stack[--sp - 1] = r;
                  pc += 2;
                  continue;
                }
              } else if (arg === 2) {
                const r = a * b;
                if (r <= 9007199254740991 && r >= -9007199254740991) {
                  stack[--sp - 1] = r + 0;
                  pc += 2;
                  continue;
                }
              }
            } else if (a instanceof PyFloat && b instanceof PyFloat && arg < 4) {
              if (arg === 0) {
                stack[--sp - 1] = new PyFloat(a.v + b.v);
                pc += 2;
                continue;
              }
              if (arg === 1) {
                stack[--sp - 1] = new PyFloat(a.v - b.v);
                pc += 2;
                continue;
              }
              if (arg === 2) {
                stack[--sp - 1] = new PyFloat(a.v * b.v);
                pc += 2;
                continue;
              }
            }
            frame.pc = pc;
            const r = binaryOp(this, arg, a, b);
            if (isGen(r)) {
              frame.sp = sp - 2;
              frame.next = pc + 2;
              fiber.frames.push(new NativeFrame(r, 'operator'));
              return;
            }
            stack[--sp - 1] = r;
            pc += 2;
            continue;
          }
          case 9: { // COMPARE
            const a = stack[sp - 2];
            const b = stack[sp - 1];
            if (typeof a === 'number' && typeof b === 'number') {
              if (mon !== null) {
                frame.pc = pc;
                mon.compare(frame, arg, a, b);
              }
              stack[--sp - 1] = arg === 0 ? a < b : arg === 1 ? a <= b : arg === 2 ? a === b : arg === 3 ? a !== b : arg === 4 ? a > b : a >= b;
              pc += 2;
              continue;
            }
            frame.pc = pc;
            if (mon !== null && (a instanceof PyFloat || b instanceof PyFloat)) mon.compareFloats(frame, arg, a, b);
            const r = compareValues(this, arg, a, b);
            if (isGen(r)) {
              frame.sp = sp - 2;
              frame.next = pc + 2;
              fiber.frames.push(new NativeFrame(r, 'comparison'));
              return;
            }
            stack[--sp - 1] = r;
            pc += 2;
            continue;
          }
          case 10: { // LOAD_ATTR
            const o = stack[sp - 1];
            frame.pc = pc;
            let r = getAttr(this, o, names[arg]);
            if (isGen(r)) {
              frame.sp = sp - 1;
              frame.next = pc + 2;
              fiber.frames.push(new NativeFrame(r, 'getattr'));
              return;
            }
            if (mon !== null) r = mon.load(frame, 'attr', o, names[arg], r);
            stack[sp - 1] = r;
            pc += 2;
            continue;
          }
          case 11: { // LOAD_METHOD
            const o = stack[sp - 1];
            frame.pc = pc;
            const m = getMethod(o, names[arg]);
            if (m !== undefined) {
              stack[sp - 1] = m;
              stack[sp++] = o;
              pc += 2;
              continue;
            }
            let r = getAttr(this, o, names[arg]);
            if (isGen(r)) {
              frame.sp = sp - 1;
              frame.next = pc + 2;
              fiber.frames.push(new NativeFrame(r, 'getattr', 'push-null'));
              return;
            }
            if (mon !== null) r = mon.load(frame, 'attr', o, names[arg], r);
            stack[sp - 1] = r;
            (stack as (Value | undefined)[])[sp++] = undefined;
            pc += 2;
            continue;
          }
          case 12: // PUSH_NULL
            (stack as (Value | undefined)[])[sp++] = undefined;
            pc += 2;
            continue;
          case 13: { // CALL
            const base = sp - arg - 2;
            let f = stack[base];
            const self = stack[base + 1] as Value | undefined;
            frame.pc = pc;
            if (mon !== null) f = mon.call(frame, f, self === undefined ? stack.slice(base + 2, sp) : stack.slice(base + 1, sp), null);
            if (f instanceof PyFunction && !f.code.isGenerator && this.frameHook === null) {
              const c = f.code;
              const n = self === undefined ? arg : arg + 1;
              if (n === c.argCount && c.kwOnly === 0 && !c.hasVarArgs && !c.hasVarKw) {
                if (fiber.depth >= this.recursionLimit) raise('RecursionError', 'maximum recursion depth exceeded');
                const args: (Value | undefined)[] = [];
                for (let i = sp - n; i < sp; i++) args.push(stack[i]);
                for (let i = c.varNames.length - n; i > 0; i--) args.push(undefined);
                frame.sp = base;
                frame.next = pc + 2;
                fiber.depth++;
                fiber.frames.push(newFrame(f, args));
                return;
              }
            }
            const args = self === undefined ? stack.slice(base + 2, sp) : stack.slice(base + 1, sp);
            let r: NativeResult | undefined;
            if (f instanceof PyNative) r = f.fn(this, args, null);
            else {
              frame.sp = base;
              frame.next = pc + 2;
              r = enterCall(this, fiber, f, args, null);
              if (r === undefined) return;
            }
            if (isGen(r)) {
              frame.sp = base;
              frame.next = pc + 2;
              fiber.frames.push(new NativeFrame(r, f instanceof PyNative ? f.name : ''));
              return;
            }
            sp = base;
            stack[sp++] = r;
            pc += 2;
            continue;
          }
          case 14: { // CALL_KW
            const kwNames = (consts[arg >>> 16] as PyTuple).items as readonly string[];
            const n = arg & 0xffff;
            const base = sp - n - 2;
            let f = stack[base];
            const first = stack[base + 1] === undefined ? base + 2 : base + 1;
            const args = stack.slice(first, sp - kwNames.length);
            const kw = new Map<string, Value>();
            for (let i = 0; i < kwNames.length; i++) kw.set(kwNames[i], stack[sp - kwNames.length + i]);
            frame.pc = pc;
            if (mon !== null) f = mon.call(frame, f, args, kw);
            frame.sp = base;
            frame.next = pc + 2;
            const r = enterCall(this, fiber, f, args, kw);
            if (r === undefined) return;
            if (isGen(r)) {
              fiber.frames.push(new NativeFrame(r, f instanceof PyNative ? f.name : ''));
              return;
            }
            sp = base;
            stack[sp++] = r;
            pc += 2;
            continue;
          }
          case 15: { // FOR_ITER
            const it = stack[sp - 1];
            if (it instanceof PyIterator) {
              frame.pc = pc;
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
            frame.pc = pc;
            frame.sp = sp;
            frame.next = pc + 2;
            if (it instanceof PyGenerator) {
              const v = this.enterGenerator(fiber, it, null, true, null);
              if (v === undefined) return;
              stack[sp++] = v;
              pc += 2;
              continue;
            }
            const r = iterNext(this, it);
            if (isGen(r)) {
              fiber.frames.push(new NativeFrame(r, 'next'));
              return;
            }
            stack[sp++] = r;
            pc += 2;
            continue;
          }
          case 16: // FOR_CHECK
            if (stack[sp - 1] === EXHAUSTED) {
              sp -= 2;
              pc = arg;
            } else pc += 2;
            continue;
          case 17: { // RETURN
            let v = stack[--sp];
            if (frame.instance !== undefined) {
              if (v !== null) {
                sp++;
                raise('TypeError', `__init__() should return None, not '${typeOf(v).name}'`);
              }
              v = frame.instance;
            }
            fiber.frames.pop();
            fiber.depth--;
            const g = frame.generator;
            if (g !== null) {
              g.running = false;
              g.frame = null;
              if (frame.sentinel) {
                fiber.returned = v;
                this.deliver(fiber, EXHAUSTED);
              } else {
                const exc = v === null ? makeException('StopIteration') : makeException('StopIteration', v);
                this.fail(fiber, new PyError(exc));
              }
              return;
            }
            this.deliver(fiber, v);
            return;
          }
          case 18: { // LOAD_DEREF
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
          case 20: { // SUBSCR
            const o = stack[sp - 2];
            const k = stack[sp - 1];
            let r: NativeResult;
            if (typeof k === 'number' && o instanceof PyList && k >= 0 && k < o.items.length && !o.cls.heap) r = o.items[k];
            else {
              frame.pc = pc;
              r = getItem(this, o, k);
              if (isGen(r)) {
                frame.sp = sp - 2;
                frame.next = pc + 2;
                fiber.frames.push(new NativeFrame(r, 'getitem'));
                return;
              }
            }
            if (mon !== null) {
              frame.pc = pc;
              r = mon.load(frame, 'subscr', o, k, r);
            }
            stack[--sp - 1] = r;
            pc += 2;
            continue;
          }
          case 21: { // STORE_SUBSCR
            frame.pc = pc;
            if (mon !== null) mon.store(frame, 'subscr', stack[sp - 2], stack[sp - 1], stack[sp - 3]);
            const r = setItem(this, stack[sp - 2], stack[sp - 1], stack[sp - 3]);
            sp -= 3;
            pc += 2;
            if (r !== null) {
              frame.sp = sp;
              frame.next = pc;
              fiber.frames.push(new NativeFrame(r, 'setitem', 'drop'));
              return;
            }
            continue;
          }
          case 22: { // STORE_ATTR
            frame.pc = pc;
            if (mon !== null) mon.store(frame, 'attr', stack[sp - 1], names[arg], stack[sp - 2]);
            const r = setAttr(this, stack[sp - 1], names[arg], stack[sp - 2]);
            sp -= 2;
            pc += 2;
            if (r !== null) {
              frame.sp = sp;
              frame.next = pc;
              fiber.frames.push(new NativeFrame(r, 'setattr', 'drop'));
              return;
            }
            continue;
          }
          case 23: { // GET_ITER
            const o = stack[sp - 1];
            frame.pc = pc;
            if (mon !== null) mon.iter(frame, o);
            const r = getIter(this, o);
            if (isGen(r)) {
              frame.sp = sp - 1;
              frame.next = pc + 2;
              fiber.frames.push(new NativeFrame(r, 'iter'));
              return;
            }
            stack[sp - 1] = r;
            pc += 2;
            continue;
          }
          case 24: { // BUILD_LIST
            const items = stack.slice(sp - arg, sp);
            sp -= arg;
            stack[sp++] = new PyList(items);
            pc += 2;
            continue;
          }
          case 25: { // BUILD_TUPLE
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
          case 27: { // SWAP
            const t = stack[sp - 1];
            stack[sp - 1] = stack[sp - 2];
            stack[sp - 2] = t;
            pc += 2;
            continue;
          }
          case 28: { // ROT3
            const t = stack[sp - 1];
            stack[sp - 1] = stack[sp - 2];
            stack[sp - 2] = stack[sp - 3];
            stack[sp - 3] = t;
            pc += 2;
            continue;
          }
          case 29: { // IS
            const same = isSame(stack[sp - 2], stack[sp - 1]);
            stack[--sp - 1] = arg === 1 ? !same : same;
            pc += 2;
            continue;
          }
          case 30: { // NOT
            const v = stack[sp - 1];
            frame.pc = pc;
            if (mon !== null) mon.truth(frame, v);
            const t = truth(this, v);
            if (typeof t === 'boolean') {
              stack[sp - 1] = !t;
              pc += 2;
              continue;
            }
            frame.sp = sp - 1;
            frame.next = pc;
            fiber.frames.push(new NativeFrame(t, 'bool'));
            return;
          }
          case 31: { // UNARY
            const v = stack[sp - 1];
            frame.pc = pc;
            const r = unaryOp(this, arg, v);
            if (isGen(r)) {
              frame.sp = sp - 1;
              frame.next = pc + 2;
              fiber.frames.push(new NativeFrame(r, 'operator'));
              return;
            }
            stack[sp - 1] = r;
            pc += 2;
            continue;
          }
          case 32: { // INPLACE
            const a = stack[sp - 2];
            const b = stack[sp - 1];
            if (arg === 0 && typeof a === 'number' && typeof b === 'number') {
              const r = a + b;
              if (r <= 9007199254740991 && r >= -9007199254740991) {
                stack[--sp - 1] = r;
                pc += 2;
                continue;
              }
            }
            frame.pc = pc;
            const r = inplaceOp(this, arg, a, b);
            if (isGen(r)) {
              frame.sp = sp - 2;
              frame.next = pc + 2;
              fiber.frames.push(new NativeFrame(r, 'operator'));
              return;
            }
            stack[--sp - 1] = r;
            pc += 2;
            continue;
          }
          case 33: // JUMP_IF_FALSE_OR_POP
          case 34: { // JUMP_IF_TRUE_OR_POP
            const v = stack[sp - 1];
            const when = ops[pc] === Op.JUMP_IF_TRUE_OR_POP;
            frame.pc = pc;
            if (mon !== null) mon.truth(frame, v);
            const t = truth(this, v);
            if (typeof t === 'boolean') {
              if (t === when) pc = arg;
              else {
                sp--;
                pc += 2;
              }
              continue;
            }
            // The value must survive its own test: `deliver` takes the jump.
            frame.sp = sp;
            fiber.frames.push(new NativeFrame(t, 'bool', 'jump'));
            return;
          }
          case 35: // LIST_APPEND
            (stack[sp - 1 - arg] as PyList).items.push(stack[sp - 1]);
            sp--;
            pc += 2;
            continue;
          case 36: { // UNPACK
            const v = stack[sp - 1];
            frame.pc = pc;
            if (mon !== null) mon.iter(frame, v);
            const items = unpackSync(v, arg);
            if (items !== null) {
              sp--;
              for (let i = arg - 1; i >= 0; i--) stack[sp++] = items[i];
              pc += 2;
              continue;
            }
            // Collects into a tuple, then runs again.
            frame.sp = sp - 1;
            frame.next = pc;
            fiber.frames.push(new NativeFrame(unpackGen(this, v, arg), 'unpack'));
            return;
          }
          case 37: { // YIELD
            const v = stack[--sp];
            frame.sp = sp;
            frame.pc = pc;
            frame.next = pc + 2;
            fiber.frames.pop();
            fiber.depth--;
            (frame.generator as PyGenerator).running = false;
            this.deliver(fiber, v);
            return;
          }
          case 38: { // STORE_GLOBAL
            const v = stack[--sp];
            if (mon !== null) mon.store(frame, 'global', frame.module, names[arg], v);
            setAttrIn(frame.module, globals, names[arg], v);
            pc += 2;
            continue;
          }
          case 39: // SETUP_TRY
            frame.blocks.push(arg, sp);
            pc += 2;
            continue;
          case 40: // POP_BLOCK
            frame.blocks.length -= 2;
            pc += 2;
            continue;
          default: {
            frame.pc = pc;
            frame.sp = sp;
            frame.next = pc + 2;
            if (slowOps[ops[pc]](this, fiber, frame, arg) === SWITCHED) return;
            sp = frame.sp;
            pc = frame.next;
          }
        }
      }
    } catch (e) {
      const top = fiber.frames[fiber.frames.length - 1];
      if (top === frame) {
        frame.pc = pc;
        frame.sp = sp;
      }
      if (e instanceof Suspend && top === frame) {
        frame.next = pc;
        fiber.blocked = e.reason;
        return;
      }
      const error = asPython(e);
      if (!(error instanceof PyError)) {
        if ((error instanceof Unsupported || error instanceof LimitReached) && error.line === null) error.line = findLine(fiber, this.programFile);
        frame.next = pc;
      }
      this.fail(fiber, error);
    }
  }
}

const STOP_ITERATION = excType('StopIteration');
const YIELD_OP = Op.YIELD;

function* request(r: Request): NativeGen {
  return yield r;
}

/** JavaScript's own stack overflow (natives in natives) is Python's recursion error. */
function asPython(e: unknown): unknown {
  if (e instanceof RangeError && /call stack/i.test(e.message)) return new PyError(makeException('RecursionError', 'maximum recursion depth exceeded'));
  return e;
}

function isSame(a: Value, b: Value): boolean {
  return a === b;
}

function unboundCell(code: Frame['code'], i: number): never {
  const n = code.cellVars.length;
  if (i < n) raise('UnboundLocalError', `cannot access local variable '${code.cellVars[i]}' where it is not associated with a value`);
  raise('NameError', `cannot access free variable '${code.freeVars[i - n]}' where it is not associated with a value in enclosing scope`);
}

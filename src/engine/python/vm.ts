/**
 * The evaluator: runs fibers on frames that are plain data, and what natives use of it.
 *
 * Python calls push frames and never recurse in JavaScript; natives that call back are generators driven as frames of
 * their own (`NativeFrame`). `execute.ts` runs a Python frame's instructions, `control.ts` goes from frame to frame.
 */
import { stepNative } from './control.ts';
import { LimitReached, type PyError, Unsupported } from './errors.ts';
import { execute } from './execute.ts';
import { Fiber, NativeFrame, type Frame, type RunResult } from './frame.ts';
import {
  isGen,
  PyBoundMethod,
  PyNative,
  type BlockReason,
  type NativeGen,
  type NativeResult,
  type PyGenerator,
  type PyModule,
  type Request,
} from './functions.ts';
import type { Host } from './host.ts';
import { importModule, Importer } from './importer.ts';
import type { Monitor } from './monitor.ts';
import { payer } from './spend.ts';
import { findLine } from './traceback.ts';
import type { PyType } from './types.ts';
import type { Value } from './values.ts';
import { makeBuiltins } from './builtins/index.ts';

/**
 * Instructions between two looks at the limit and two words on the line: some hundredths of a second. A prime, so that a
 * short loop is not always met at the same instruction.
 */
const LOOK_EVERY = 250_007;

export class VM {
  readonly host: Host;
  readonly builtins: PyModule;
  readonly importer: Importer;
  /** Instructions executed so far, and the most there may be. */
  steps = 0;
  readonly maxSteps: number;
  /** Work that counts as steps at the next look: the count itself names the unit that a rank may have to do again. */
  fines = 0;
  /** The count at which the main loop looks up (`look`). */
  lookAt = 0;
  recursionLimit = 1000;
  /** The fiber that runs now. */
  fiber: Fiber | null = null;
  /** File whose lines are the program's own. */
  programFile = '<string>';
  monitor: Monitor | null = null;
  /** Told of each class with its base classes. */
  onClass: ((cls: PyType) => NativeGen | null) | null = null;
  /** Asked when a program has ended: what cannot be shown after all (dropped.ts). */
  atEnd?: () => Error | undefined;
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
    // The main loop waits for the native: what it looks at is looked at here.
    if (this.steps > this.lookAt) this.look();
  }

  /** Ends a run that is past its limit, says where it stands; gives the count of the next look. */
  look(): number {
    if (this.steps + this.fines > this.maxSteps) throw new LimitReached('steps', this.maxSteps);
    this.tell();
    this.lookAt = Math.min(this.maxSteps, this.steps + LOOK_EVERY - 1);
    return this.lookAt;
  }

  /** Says on which line the program stands, before something long. */
  tell(): void {
    const line = this.host.progress ? this.currentLine() : null;
    if (line !== null) this.host.progress?.(line);
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
    return this.finish(this.invoke(f, args, kw));
  }

  /** Drives a native's result to its end on a fiber of its own. Must not block. */
  finish(r: NativeResult): Value {
    if (!isGen(r)) return r;
    const fiber = new Fiber();
    fiber.depth = this.fiber?.depth ?? 0;
    fiber.caller = this.fiber;
    fiber.frames.push(new NativeFrame(r));
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
    const paid = payer.vm;
    this.fiber = fiber;
    payer.vm = this;
    if (fiber.blocked) {
      fiber.blocked = null;
      const top = fiber.frames[fiber.frames.length - 1];
      if (top instanceof NativeFrame) top.input = resumeWith;
    }
    try {
      for (;;) {
        const top = fiber.frames[fiber.frames.length - 1];
        if (top === undefined) return { kind: 'done', value: fiber.returned };
        if (top instanceof NativeFrame) stepNative(this, fiber, top);
        else execute(this, fiber, top);
        if (fiber.blocked) return { kind: 'blocked', reason: fiber.blocked };
      }
    } catch (error) {
      return { kind: 'error', error };
    } finally {
      this.fiber = outer;
      payer.vm = paid;
    }
  }
}

function* request(r: Request): NativeGen {
  return yield r;
}

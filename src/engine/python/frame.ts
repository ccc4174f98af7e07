/**
 * Frames and fibers: the evaluator's own stack, all plain data.
 *
 * A frame can be copied, kept and resumed at an instruction (generators, ranks that wait, resuming after a graph break).
 * `pc` is the instruction in progress, `next` where the frame goes on when a callee returns.
 */
import type { Code } from './code.ts';
import type { BlockReason, NativeGen, PyCell, PyFunction, PyGenerator, PyModule, Request } from './functions.ts';
import type { PyDict } from './containers.ts';
import type { PyException } from './errors.ts';
import type { Value } from './values.ts';

export class Frame {
  readonly code: Code;
  readonly module: PyModule;
  readonly fn: PyFunction | null;
  /** Fast locals; undefined where unbound. */
  locals: (Value | undefined)[];
  /** Cell variables, then free variables. */
  cells: PyCell[];
  /** Namespace of a class body. */
  names: Map<string, Value> | null = null;
  /** A class body's namespace whose class has its own `__setitem__` (what `__prepare__` gave). */
  mapping: PyDict | null = null;
  stack: (Value | undefined)[];
  sp = 0;
  pc = 0;
  next = 0;
  /** Open blocks as pairs (handler, stack depth), innermost last. */
  blocks: number[] = [];
  /** The exception this frame is handling (`except` block), innermost. */
  handled: PyException | null = null;
  generator: PyGenerator | null = null;
  /** A generator resumed by `for` or `yield from`: its end is a sentinel, not StopIteration. */
  sentinel = false;
  /** `__init__` called by a class call: the instance is the result. */
  instance: Value | undefined = undefined;

  constructor(code: Code, module: PyModule, fn: PyFunction | null, locals: (Value | undefined)[], cells: PyCell[]) {
    this.code = code;
    this.module = module;
    this.fn = fn;
    this.locals = locals;
    this.cells = cells;
    this.stack = [];
  }

  get line(): number {
    return this.code.pos[this.pc * 2];
  }

  /** A copy that can run by itself; cells are shared. */
  copy(): Frame {
    const f = new Frame(this.code, this.module, this.fn, this.locals.slice(), this.cells.slice());
    f.names = this.names && new Map(this.names);
    f.stack = this.stack.slice(0, this.sp);
    f.sp = this.sp;
    f.pc = this.pc;
    f.next = this.next;
    f.blocks = this.blocks.slice();
    f.handled = this.handled;
    f.instance = this.instance;
    return f;
  }
}

/** A native in the middle of calling back into Python. */
export class NativeFrame {
  readonly gen: NativeGen;
  /** What the frame below does with the result. `jump`: it decides a JUMP_IF_…_OR_POP. */
  readonly mode: 'push' | 'push-null' | 'drop' | 'jump';
  /** What the generator is resumed with. */
  input: Value = null;
  error: unknown = undefined;
  hasError = false;
  /** What it has asked for already. */
  asked: Request | null;
  constructor(gen: NativeGen, mode: NativeFrame['mode'] = 'push', asked: Request | null = null) {
    this.gen = gen;
    this.mode = mode;
    this.asked = asked;
  }
}

export type RunResult = { kind: 'done'; value: Value } | { kind: 'error'; error: unknown } | { kind: 'blocked'; reason: BlockReason };

/** One thread of Python execution: a rank, or a nested run. Driven by `VM.run`. */
export class Fiber {
  readonly frames: (Frame | NativeFrame)[] = [];
  /** Python frames on the stack, for the recursion limit. */
  depth = 0;
  /** The fiber that waits for this one: a call from inside a native that cannot wait itself. */
  caller: Fiber | null = null;
  /** Set while blocked. */
  blocked: BlockReason | null = null;
  /** Value of a generator's `return`, beside the sentinel; at the end the fiber's own result. */
  returned: Value = null;
  /** Owner's label: rank number. */
  rank = 0;
  /** Free slot for the owner. */
  data: unknown = null;
}

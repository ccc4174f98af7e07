/**
 * `torch.compile` and its relatives, for the torch layer to bind: compiling a callable, calling it, disabling one.
 *
 * A compiled callable runs its target with frames hooked (PEP 523 in PyTorch): the first Python frame of the program
 * that starts is compiled, and every frame that starts while something runs eagerly inside.
 */
import type { Code } from '../python/code.ts';
import type { Fiber, Frame } from '../python/frame.ts';
import { Unsupported } from '../python/errors.ts';
import { PyBoundMethod, PyFunction, PyNative, type NativeGen, type NativeResult } from '../python/functions.ts';
import { typeOf } from '../python/types.ts';
import { PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import type { BreakName } from './breaks.ts';
import type { CaptureContext, CompileOptions, Mode, Stance } from './context.ts';
import { shorten } from './errors.ts';
import { FrameRunner } from './frame.ts';
import type { CaptureTag } from './natives.ts';
import { Row } from './rows.ts';

export class Compiler {
  readonly cx: CaptureContext;
  private readonly driven = new WeakSet<Frame>();
  /** The next frame that starts is compiled, whosever it is. */
  private wrapNext = false;
  /** Code given to `torch.compile` itself: compiled even where nothing looks like a tensor. */
  private readonly given = new WeakSet<Code>();

  constructor(cx: CaptureContext) {
    this.cx = cx;
  }

  /** A callable that compiles `target`; binds as a method where it stands in a class. */
  compile(target: Value, options: CompileOptions): PyNative {
    const row = rowFor(this.cx.vm, target);
    const inner = target instanceof PyBoundMethod ? target.fn : target;
    if (inner instanceof PyFunction && inner.name !== '_call_impl') this.given.add(inner.code);
    const name = target instanceof PyFunction ? target.name : 'compiled';
    const f = new PyNative(name, (_vm, args, kw) => this.call(row, target, args, kw, options), true);
    f.module = target instanceof PyFunction ? target.module.name : 'torch';
    f.tag = { kind: 'capture', verdict: 'pure' } satisfies CaptureTag;
    return f;
  }

  /** A callable that is never part of a graph. */
  disable(target: Value, recursive = true): PyNative {
    const f = new PyNative(
      target instanceof PyFunction ? target.name : 'disabled',
      (vm, args, kw) => (recursive ? this.within('off', target, args, kw) : vm.call(target, args, kw)),
      true,
    );
    f.module = 'torch';
    f.tag = { kind: 'capture', verdict: recursive ? 'disabled' : 'disabledOnce' } satisfies CaptureTag;
    return f;
  }

  isCompiling(): boolean {
    return this.cx.mode === 'tracing';
  }

  private *within(mode: Mode, target: Value, args: Value[], kw: Map<string, Value> | null): NativeGen {
    const before = this.cx.mode;
    this.setMode(mode);
    try {
      return yield* this.cx.vm.call(target, args, kw);
    } finally {
      this.setMode(before);
    }
  }

  private setMode(mode: Mode): void {
    this.cx.mode = mode;
    this.cx.vm.frameHook = mode === 'off' ? null : this.hook;
  }

  private *call(row: Row, target: Value, args: Value[], kw: Map<string, Value> | null, options: CompileOptions): NativeGen {
    const { cx } = this;
    if (cx.mode === 'tracing') return yield* cx.vm.call(target, args, kw);
    const mode = STANCE_MODES[cx.stance];
    const before = cx.options;
    const wrapped = this.wrapNext;
    const { strict } = cx;
    cx.options = options;
    cx.rows.enter(row);
    this.wrapNext = row.row.line === null && target instanceof PyInstance;
    // The frame of a generator is left to eager.
    if (target instanceof PyFunction && target.code.isGenerator) row.converted(false);
    try {
      return yield* this.within(mode, target, args, kw);
    } catch (e) {
      shorten(e);
      throw e;
    } finally {
      cx.rows.leave();
      this.wrapNext = wrapped;
      cx.strict = strict;
      cx.options = before;
    }
  }

  private readonly hook = (_fiber: Fiber, frame: Frame): NativeResult | undefined => {
    const { cx } = this;
    if (cx.mode === 'off' || cx.mode === 'tracing' || this.driven.has(frame) || !this.compilable(frame.code)) return undefined;
    this.driven.add(frame);
    const asked = this.given.has(frame.code) || frame.code.filename !== cx.vm.programFile;
    return new FrameRunner(cx, frame, breakFor, asked).run();
  };

  private compilable(code: Code): boolean {
    if (code.isModule || code.isClass || code.isGenerator) return false;
    if (code.filename === this.cx.vm.programFile || this.given.has(code)) return true;
    if (code.name === 'step' && /\btorch\/optim\/\w+\.py$/.test(code.filename)) return isModelledStep(code);
    // A module of torch.nn itself was compiled: PyTorch wraps its call in a frame of its own.
    if (!this.wrapNext) return false;
    this.wrapNext = false;
    return true;
  }
}

/** `_callback_from_stance`: eager everywhere, what is compiled already and nothing else, or as ever. */
const STANCE_MODES: Readonly<Record<Stance, Mode>> = {
  default: 'hooked',
  force_eager: 'off',
  eager_on_recompile: 'cached',
  fail_on_recompile: 'hooked',
};

/** An optimizer's `step` is a frame of its own; only some are decomposed as PyTorch does. */
function isModelledStep(code: Code): boolean {
  if (/\/(sgd|adam|rmsprop|adagrad)\.py$/.test(code.filename)) return true;
  // A scheduler's is never compiled.
  if (code.filename.endsWith('/lr_scheduler.py')) return false;
  throw new Unsupported(`the step() of ${code.qualname?.split('.')[0] ?? 'an optimizer'} in a compiled function`);
}

const breakFor = (f: Value): BreakName | null => {
  const tag = f instanceof PyNative ? (f.tag as CaptureTag | null) : null;
  return tag?.kind === 'capture' && (tag.verdict === 'disabled' || tag.verdict === 'disabledOnce') ? tag.verdict : null;
};

/** Name and line of a report row: the function's, or the module's `forward`. */
function rowFor(vm: VM, target: Value): Row {
  let f = target;
  if (f instanceof PyInstance && f.attrs.has('_modules')) f = typeOf(f).lookup('forward') ?? f;
  // `module.compile()` gives its own call to the compiler; the row is that of `forward`.
  if (f instanceof PyBoundMethod && f.fn instanceof PyFunction && f.fn.name === '_call_impl') f = typeOf(f.self).lookup('forward') ?? f;
  if (f instanceof PyBoundMethod) f = f.fn;
  if (f instanceof PyFunction) return new Row(f.name, f.code.filename === vm.programFile ? defLine(f.code) : null);
  return new Row(typeOf(f).name, null);
}

/** Line of the `def`, below its decorators. */
function defLine(code: Code): number {
  return code.firstLine;
}

/**
 * The recorder: every operator call at the top of the dispatcher while a frame is traced, on shapes alone.
 *
 * Tensors that were there before stay what they are and become inputs when first read; results are tensors without
 * bytes. Nothing is computed and no storage is written, so a trace can be taken back by the journal.
 */
import { attentionIsChosen } from '../aten/attention_backends.ts';
import { DataDependent } from '../aten/errors.ts';
import type { Arg, Op, Ret } from '../aten/op.ts';
import { type AutogradStep, compute, type Dispatcher } from '../dispatch/dispatcher.ts';
import type { AutogradMeta } from '../dispatch/autograd/meta.ts';
import type { Captured, RecordedCall, RecordedStep } from '../graph/captured.ts';
import { LimitReached, makeException, PyError, Unsupported } from '../python/errors.ts';
import type { Request } from '../python/functions.ts';
import { part } from '../python/packs.ts';
import { PyFloat, type Value } from '../python/values.ts';
import { expanded } from '../aten/variants.ts';
import { toNumbers } from '../tensor/access.ts';
import { emptyLike } from '../tensor/create.ts';
import { Tensor } from '../tensor/tensor.ts';
import { BREAKS, BreakSignal, FakeFailure } from './breaks.ts';
import { tensorOf } from './guards.ts';
import { WholeSlices } from './whole-slices.ts';

const stages = part<typeof import('../graph/stages.ts')>('graph', 'stages');

/** Operators of one trace. What is traced has no end of its own: a loop is unrolled, and a step of it costs memory, not work. */
const MOST_CALLS = 50_000;

/** Operators in place that PyTorch lets write to expanded fakes. */
const ON_EXPANDED = /^(add|sub|mul|div|relu)_(\.|$)/;

export class Recorder {
  readonly calls: RecordedCall[] = [];
  readonly steps: RecordedStep[] = [];
  readonly inputs: Tensor[] = [];
  readonly gradMode: boolean;
  private readonly d: Dispatcher;
  private readonly line: () => number | null;
  private readonly wrap: (t: Tensor) => Value;
  private readonly made = new Set<Tensor>();
  private readonly known = new Set<Tensor>();
  private readonly restores: (() => void)[] = [];
  private depth = 0;
  readonly slices: WholeSlices;
  private readonly before: {
    top: Dispatcher['top'];
    steps: Dispatcher['steps'];
    wholeSlice: Dispatcher['wholeSlice'];
    modes: ReturnType<Dispatcher['takeModes']>;
    emit: Dispatcher['emit'];
  };
  /** A tensor from outside is read by an operator, so many times among its arguments. */
  onUse: (t: Tensor, times: number) => void = () => undefined;
  /** A view leaves one of its sizes to be computed. */
  onInfer: (sizes: readonly number[], wanted: readonly number[]) => void = () => undefined;
  /** An operator was recorded with this result. */
  onMade: (call: RecordedCall) => void = () => undefined;
  /** The native the program called last: it decides which row a data-dependent operator means. */
  native = '';

  constructor(d: Dispatcher, line: () => number | null, wrap: (t: Tensor) => Value, slices = new WholeSlices(new Set(), null)) {
    this.d = d;
    this.wrap = wrap;
    this.line = line;
    this.gradMode = d.gradMode;
    this.slices = slices;
    this.before = this.start();
  }

  private start(): Recorder['before'] {
    const { d } = this;
    const before = { top: d.top, steps: d.steps, wholeSlice: d.wholeSlice, modes: d.takeModes(), emit: d.emit };
    d.emit = null;
    d.top = (op, args, next) => this.record(op, args, next);
    d.steps = (step) => this.note(step);
    d.wholeSlice = (size, stop) => this.slices.drops(size, stop, this.calls.length);
    d.pushMode({ call: (op, args) => this.shapes(op, args) });
    return before;
  }

  /** Runs something for real, unrecorded. */
  *aside<T>(run: () => Generator<Request, T, Value>): Generator<Request, T, Value> {
    this.stop();
    try {
      return yield* run();
    } finally {
      this.start();
    }
  }

  readonly inGrad = (): boolean => this.d.gradMode;

  run(op: string, args: Arg[]): Tensor {
    return this.d.run(op, args) as Tensor;
  }

  /** An operator that only traces call. */
  dispatch(op: Op, args: readonly Arg[]): Tensor {
    return this.d.dispatch(op, args) as Tensor;
  }

  /** Whether inference mode is on, now or whenever a guard asks again. */
  readonly inference = (): boolean => this.d.inferenceMode;

  stop(): void {
    this.d.top = this.before.top;
    this.d.steps = this.before.steps;
    this.d.wholeSlice = this.before.wholeSlice;
    this.d.emit = this.before.emit;
    this.d.restoreModes(this.before.modes);
  }

  isMade(t: Tensor): boolean {
    return this.made.has(t);
  }

  /** Inputs as they were: what the trace changed about them the graph will do for real. */
  restoreInputs(): void {
    for (const restore of this.restores) restore();
  }

  captured(outputs: readonly Tensor[]): Captured {
    return { calls: this.calls, steps: this.steps, inputs: this.inputs, outputs, gradMode: this.gradMode };
  }

  /** One branch of a higher-order operator: its calls apart; what it reads from outside are its inputs. */
  *branch<T>(
    run: (inner: Recorder) => Generator<Request, T, Value>,
    wanted: (made: T) => readonly Tensor[],
  ): Generator<Request, { value: T; captured: Captured }, Value> {
    const inner = new Recorder(this.d, this.line, this.wrap);
    let value: T;
    try {
      value = yield* run(inner);
    } finally {
      inner.stop();
      inner.restoreInputs();
    }
    return { value, captured: inner.captured(wanted(value)) };
  }

  /** A higher-order operator over branches that were recorded. */
  higher(make: (operands: readonly Tensor[]) => Op, pred: Tensor, branches: readonly Captured[]): Tensor[] {
    const operands = [...new Set(branches.flatMap((b) => [...b.inputs]))];
    return this.d.dispatch(make(operands), [pred, operands]) as Tensor[];
  }

  /** `max(a, b)` of tensors; numbers join as in `torch.maximum(a, torch.tensor(b))`. */
  binary(op: string, a: Value, b: Value): Value {
    const [x, y] = [tensorOf(a), tensorOf(b)];
    if (!x || !y) throw new Unsupported(`${op === 'maximum' ? 'max' : 'min'}() of a tensor and a number in a compiled function`);
    return this.wrap(this.d.run(op, [x, y]) as Tensor);
  }

  /** `assert tensor`. */
  assertAsync(t: Tensor, message: string): void {
    this.d.run('_assert_async.msg', [t, message]);
  }

  /** Numbers captured from tensors, by the NaN that stands for each. */
  readonly read = new Map<PyFloat, Read>();

  readScalar(t: Tensor): Value {
    if (t.dtype.category !== 'float') throw new Unsupported('an integer read from a tensor in a whole graph', this.line());
    if (t.dim > 0) throw new Unsupported('a number read from a tensor with dimensions in a whole graph', this.line());
    this.see([t]);
    const stand = new PyFloat(Number.NaN);
    this.read.set(stand, { tensor: t, index: this.read.size, at: this.calls.length });
    this.quiet++;
    return stand;
  }

  /** The activation checkpoint that is open, and how many there were. */
  region: number | null = null;
  private regions = 0;

  /** Everything that `run` calls belongs to one activation checkpoint. */
  *checkpointed<T>(run: () => Generator<Request, T, Value>): Generator<Request, T, Value> {
    const outer = this.region;
    this.region = this.regions++;
    try {
      return yield* run();
    } catch (e) {
      if (e instanceof BreakSignal) throw new Unsupported('a graph break inside a checkpoint', e.line);
      throw e;
    } finally {
      this.region = outer;
    }
  }

  /** Calls of Dynamo's graph that left no operator. */
  quiet = 0;
  /** Calls in Dynamo's graph, for its rules about empty graphs. */
  get count(): number {
    return this.calls.length === 0 ? Math.min(this.quiet, 1) : this.calls.length;
  }

  private shapes(op: Op, args: readonly Arg[]): Ret {
    // A mask that is an input has numbers, but a graph may not depend on them.
    if (op.overload === 'index.Tensor' && (args[1] as (Tensor | null)[]).some((t) => t !== null && (t.dtype.name === 'bool' || t.dtype.name === 'uint8'))) {
      throw this.unknownShape();
    }
    try {
      const [self] = args;
      // Their shape rules do not look at places; in the graph they are no writes.
      if (ON_EXPANDED.test(op.overload) && self instanceof Tensor && expanded(self)) {
        compute(op, [emptyLike(self), ...args.slice(1)], true);
        return self;
      }
      return compute(op, args, true);
    } catch (e) {
      if (!(e instanceof DataDependent)) throw e;
      throw this.dataDependent(op);
    }
  }

  private dataDependent(op: Op): BreakSignal {
    const line = this.line();
    if (['equal', 'allclose', 'is_nonzero'].includes(this.native) || op.overload === 'equal') return new BreakSignal(BREAKS.dataDependent, line);
    if (op.overload === '_local_scalar_dense' || op.overload === 'item') return new BreakSignal(BREAKS.item, line);
    if (op.overload === 'is_nonzero') return new BreakSignal(BREAKS.dataDependent, line);
    return this.unknownShape();
  }

  /** The shape depends on numbers: captured with a size of its own where the switch is on, which is not modelled. */
  private unknownShape(): BreakSignal {
    if (this.unbacked)
      throw new Unsupported('an operator whose shape depends on the numbers, captured whole (fullgraph or capture_dynamic_output_shape_ops)', this.line());
    return new BreakSignal(BREAKS.dynamicShape, this.line());
  }

  /** Operators with a shape of their own are captured. */
  unbacked = false;

  private record(op: Op, args: readonly Arg[], next: () => Ret): Ret {
    if (this.depth > 0) return next();
    // Under `vmap` the graph holds what the operator becomes on all examples, which comes by here again.
    if (this.d.levels > 0 && batchedIn(args)) {
      if (drawsNumbers(op)) throw this.eachOwn();
      return next();
    }
    if (op.overload === 'unbind.int' && this.native !== 'unbind') return this.elements(args[0] as Tensor);
    const { d } = this;
    // The graph keeps the form that was chosen while tracing: replayed whole, the composite would choose anew.
    if (op.overload === 'scaled_dot_product_attention' && attentionIsChosen(d.call)) return op.composite!(d.call, ...(args as never[]));
    if (op.overload === 'lift_fresh') this.made.add(args[0] as Tensor);
    this.see(args);
    if (INFERS.has(op.overload) && (args[1] as number[]).includes(-1)) this.onInfer((args[0] as Tensor).sizes, args[1] as number[]);
    const call = {
      op,
      args: copyArgs(args),
      ret: null as Ret,
      gradMode: d.gradMode,
      autocast: { enabled: d.autocast.enabled, dtype: d.autocast.dtype },
      line: this.line(),
      region: this.region,
      constant: op.overload === 'lift_fresh' && !(args[0] as Tensor).isFake ? String(toNumbers(args[0] as Tensor)) : undefined,
    };
    if (this.region !== null && drawsNumbers(op)) throw new Unsupported('random numbers in a checkpoint inside a compiled function', call.line);
    this.depth++;
    try {
      const composite = stages().AOT_COMPOSITES[op.overload];
      call.ret = composite ? composite(d.call, ...args) : next();
    } catch (e) {
      if (e instanceof PyError) throw new FakeFailure(e, call.line, args[0]);
      throw e;
    } finally {
      this.depth--;
    }
    if (this.d.levels > 0 && batchedIn([call.ret])) throw this.eachOwn();
    if (this.calls.push(call) > MOST_CALLS) throw new LimitReached('operators of one graph', MOST_CALLS);
    this.keep(call.ret);
    this.onMade(call);
    return call.ret;
  }

  /** Runs something whose operators are no part of the graph. */
  opaque<T>(run: () => T): T {
    this.depth++;
    try {
      return run();
    } finally {
      this.depth--;
    }
  }

  /** A call of the graph that is no operator. */
  called(reads: readonly Tensor[], makes: readonly Tensor[], again: AutogradStep['again']): void {
    this.note({ reads, makes, again });
    this.quiet++;
  }

  private eachOwn(): Unsupported {
    return new Unsupported('random numbers of every example of torch.vmap in a compiled function', this.line());
  }

  private note(step: AutogradStep): void {
    if (batchedIn(step.reads) || batchedIn(step.makes)) throw new Unsupported('a custom function or hook under torch.vmap in a compiled function', this.line());
    this.see(step.reads);
    this.keep(step.makes as Tensor[]);
    this.steps.push({ at: this.calls.length, gradMode: this.d.gradMode, step });
  }

  /** Iterating over a tensor: Dynamo takes every element by index at once. */
  private elements(t: Tensor): Tensor[] {
    if (t.dim === 0) throw new PyError(makeException('TypeError', 'iteration over a 0-d tensor'));
    return Array.from({ length: t.sizes[0] }, (_, i) => this.d.run('select.int', [t, 0, i]) as Tensor);
  }

  private keep(ret: Ret): void {
    if (ret instanceof Tensor) {
      if (!this.known.has(ret)) this.made.add(ret);
    } else if (Array.isArray(ret)) for (const t of ret) this.keep(t);
  }

  private see(args: readonly Arg[]): void {
    for (const a of args) {
      if (a instanceof Tensor) {
        if (this.made.has(a)) continue;
        this.onUse(a, args.filter((b) => b === a).length);
        if (this.known.has(a)) continue;
        if (a.dist) throw new Unsupported('a distributed tensor in a compiled function', this.line());
        this.known.add(a);
        this.inputs.push(a);
        this.restores.push(saveTensor(a));
      } else if (Array.isArray(a)) this.see(a as Arg[]);
    }
  }
}

/** A number that was read from a tensor: which one it is, and how many calls there were before it. */
export interface Read {
  readonly tensor: Tensor;
  readonly index: number;
  readonly at: number;
}

const INFERS = new Set(['view', 'reshape', '_unsafe_view']);

/** One of the tensors shows one example of many (`vmap`). */
const batchedIn = (args: readonly (Arg | Ret)[]): boolean =>
  args.some((a) => (a instanceof Tensor ? a.batch !== null : Array.isArray(a) && batchedIn(a as Arg[])));

const drawsNumbers = (op: Op): boolean => op.sig.positions.has('generator') || /dropout|^rand|^bernoulli/.test(op.overload);

/** Gives a function that puts sizes and autograd state of a tensor back. */
function saveTensor(t: Tensor): () => void {
  const { sizes, strides, offset, autograd } = t;
  const meta = autograd === null ? null : { ...(autograd as AutogradMeta) };
  const version = (autograd as AutogradMeta | null)?.version.n ?? 0;
  const stored = t.storage.version;
  return () => {
    Object.assign(t, { sizes, strides, offset });
    t.storage.version = stored;
    if (meta === null) {
      t.autograd = null;
      return;
    }
    t.autograd = autograd;
    Object.assign(autograd as AutogradMeta, meta);
    (autograd as AutogradMeta).version.n = version;
  };
}

const copyArgs = (args: readonly Arg[]): Arg[] => args.map((a) => (Array.isArray(a) ? copyArgs(a as Arg[]) : a));

/**
 * Graphs of back ends that take them as Dynamo made them: `backend="eager"`, and functions of the program's own, which are
 * given a `GraphModule` and example inputs and return what is called in the graph's place.
 *
 * Idea: torch/_dynamo/backends/debugging.py and the protocol of custom back ends. Running such a graph is calling its
 * operators one by one through all dispatch keys, so gradients are eager's. The nodes are those of `fx-log.ts`. Leaves out:
 * inputs that stand for sizes.
 */
import { imported } from '../python/importer.ts';
import type { Arg, Ret } from '../aten/op.ts';
import { type Captured, replayCalls } from '../graph/captured.ts';
import { PyList, PyTuple } from '../python/containers.ts';
import { PyNative, type Request } from '../python/functions.ts';
import type { Value } from '../python/values.ts';
import { Unsupported } from '../python/errors.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { CaptureContext } from './context.ts';
import type { FxLog } from './fx-log.ts';
import { tensorOf } from './guards.ts';

type Calls<T> = Generator<Request, T, Value>;

const isTensor = (a: unknown): a is Tensor => a instanceof Tensor;

/** The operators again, for real. */
function runCalls(cx: CaptureContext, captured: Captured, inputs: readonly Tensor[]): Tensor[] {
  const { d } = cx;
  const before = { gradMode: d.gradMode, enabled: d.autocast.enabled, dtype: d.autocast.dtype };
  const set = (gradMode: boolean, enabled: boolean, dtype: typeof before.dtype): void => {
    d.gradMode = gradMode;
    Object.assign(d.autocast, { enabled, dtype });
  };
  try {
    return replayCalls(
      captured,
      inputs,
      (call, args: readonly Arg[]): Ret => {
        set(call.gradMode, call.autocast.enabled, call.autocast.dtype);
        return d.dispatch(call.op, args);
      },
      isTensor,
      ({ gradMode, step }, map) => {
        d.gradMode = gradMode;
        return step.again(map);
      },
    );
  } finally {
    set(before.gradMode, before.enabled, before.dtype);
  }
}

export class HandedGraph {
  private readonly cx: CaptureContext;
  private readonly captured: Captured;
  /** What the program's back end returned; null: `eager`. */
  private readonly callable: Value;

  /** Where its inputs stand among those the segment read. */
  private readonly order: readonly number[];

  private constructor(cx: CaptureContext, captured: Captured, callable: Value, order: readonly number[] = []) {
    this.order = order;
    this.cx = cx;
    this.captured = captured;
    this.callable = callable;
  }

  /** Gives the graph to the back end. */
  static *make(cx: CaptureContext, read: Captured, ordered: readonly Tensor[], fx: FxLog | null, inputName: (t: Tensor) => string): Calls<HandedGraph> {
    const { backend } = cx.options;
    if (typeof backend === 'string') return new HandedGraph(cx, read, null);
    const captured = { ...read, inputs: ordered };
    const { vm } = cx;
    const run = new PyNative('forward', (_vm, args) => new PyTuple(runCalls(cx, captured, args.map(required)).map(cx.wrap)));
    const module = yield* off(cx, () => moduleOf(cx, captured, run, fx, inputName));
    const callable = yield* off(cx, () => vm.call(backend, [module, new PyList(captured.inputs.map(cx.wrap))]) as Calls<Value>);
    return new HandedGraph(
      cx,
      captured,
      callable,
      ordered.map((t) => read.inputs.indexOf(t)),
    );
  }

  /** The same back end's graph for another course of the program under the same guards. */
  again(captured: Captured): HandedGraph {
    return this.callable === null ? new HandedGraph(this.cx, captured, null) : this;
  }

  *call(given: readonly Tensor[]): Calls<Tensor[]> {
    const { cx, captured, callable } = this;
    const inputs = this.order.map((i) => given[i]);
    if (callable === null) return runCalls(cx, captured, given);
    const made = yield* off(cx, () => cx.vm.call(callable, inputs.map(cx.wrap)) as Calls<Value>);
    const items = made instanceof PyTuple || made instanceof PyList ? made.items : [];
    if (items.length !== captured.outputs.length) throw new Unsupported('a back end whose function gives another number of results than its graph');
    return items.map(required);
  }
}

/** The graph as `torch.fx` has it, or one that says why it has none where it is asked. */
function* moduleOf(cx: CaptureContext, { inputs, outputs }: Captured, run: Value, fx: FxLog | null, inputName: (t: Tensor) => string): Calls<Value> {
  const made = fx
    ? yield* fx.module(
        inputs.map((t) => ({ t, name: inputName(t) })),
        outputs,
        run,
      )
    : null;
  if (made !== null && fx?.unexplained === null) return made;
  const lib = yield* imported(cx.vm, 'torch.fx._captured');
  return (yield* cx.vm.call(lib.attrs.get('Unexplained') as Value, [run, fx?.unexplained ?? 'sizes that are symbols'])) as Value;
}

function required(v: Value): Tensor {
  const t = tensorOf(v);
  if (t === null) throw new Unsupported('a graph that is given or gives something that is no tensor');
  return t;
}

/** Nothing is compiled while a back end or its function runs. */
function* off<T>(cx: CaptureContext, run: () => Calls<T>): Calls<T> {
  const { mode } = cx;
  const { frameHook } = cx.vm;
  cx.mode = 'off';
  cx.vm.frameHook = null;
  try {
    return yield* run();
  } finally {
    cx.mode = mode;
    cx.vm.frameHook = frameHook;
  }
}

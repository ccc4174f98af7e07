/**
 * Graphs of one frame: compiling what a segment captured, finding the graph for a call's sizes, running it and giving
 * the tensors that left it their numbers.
 */
import type { AotGraphs } from '../graph/aot.ts';
import type { Captured } from '../graph/captured.ts';
import type { CompiledGraph, Launch } from '../graph/compiled.ts';
import { part } from '../python/packs.ts';
import { PyError, type TracebackEntry } from '../python/errors.ts';
import type { Frame } from '../python/frame.ts';
import type { Request } from '../python/functions.ts';
import { PyFloat, type Value } from '../python/values.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { Entry } from './cache.ts';
import type { CaptureContext } from './context.ts';
import { isHanded, takesGraphs } from './back-ends.ts';
import { hintAnew } from '../dispatch/autograd/anomaly-hint.ts';
import { backendFailure } from './errors.ts';
import type { HandedGraph } from './handed.ts';
import type { Recorder } from './recorder.ts';
import type { SizeSymbol } from './symbols.ts';
import type { Trace } from './trace.ts';

const handed = part<typeof import('./handed.ts')>('tracing', 'handed');
const dynamic = part<typeof import('./dynamic.ts')>('dynamic', 'dynamic');
const stages = part<typeof import('../graph/stages.ts')>('graph', 'stages');

/** Work that may call back into Python. */
type Calls<T> = Generator<Request, T, Value>;

/** Frame row and number of each graph, for its launches. */
const places = new WeakMap<CompiledGraph, Launch>();

export class FrameGraphs {
  private readonly cx: CaptureContext;
  private readonly frame: Frame;

  /** The instructions of the breaks so far. */
  readonly breaks: number[] = [];

  constructor(cx: CaptureContext, frame: Frame) {
    this.cx = cx;
    this.frame = frame;
  }

  /** Sends a graph to the back end. `ordered`: its inputs in Dynamo's order. `symbols`: sizes that are no constants, which the device refuses. */
  *compile(
    captured: Captured,
    ordered: readonly Tensor[],
    nameOf: (t: Tensor) => string | null,
    symbols: readonly SizeSymbol[],
    { fx, found }: Pick<Trace, 'fx' | 'found'>,
  ): Calls<CompiledGraph | HandedGraph> {
    const { cx } = this;
    if (takesGraphs(cx.options.backend)) {
      cx.rows.current?.handed({ ops: null, text: { captured: stages().capturedText(captured, nameOf) } });
      // A module of the library is called by a function of Dynamo's, whose argument it is (`wrap_inline`).
      const library = this.frame.code.filename !== cx.vm.programFile;
      const inputName = (t: Tensor): string => (library ? found.inputName(t).replace(/^L_self_/, 'L_fn_') : found.inputName(t));
      return yield* handed().HandedGraph.make(cx, captured, ordered, fx, inputName);
    }
    if (symbols.length > 0 && captured.inputs.some((t) => t.device.type === 'neuron')) {
      cx.rows.current?.graph({ ops: null });
      throw backendFailure('RuntimeError', 'Dynamic shapes detected in the model, but torch-neuronx requires static shapes');
    }
    const graphs = yield* this.accepted(captured);
    if (symbols.length > 0) dynamic().askSizes(graphs, captured, symbols);
    const row = cx.rows.current;
    const at =
      row?.graph({
        ops: graphs.forward.ops,
        text: {
          captured: stages().capturedText(captured, nameOf),
          aot: stages().textOf(graphs.forward),
        },
      }) ?? -1;
    const index = row ? cx.rows.rows.indexOf(row.row) : -1;
    if (row) cx.events.compiled(index, at, false, graphs.onDevice);
    let asFrame = -1;
    const place = row ? { frame: index, graph: at } : null;
    const made = new (stages().CompiledGraph)(cx.d, graphs, {
      run: (graph, passed, run) => {
        // Inside a compiled call that runs eagerly (`loss.backward()` after a break), the backward graph's own Python
        // frame meets the hook and is compiled once more.
        if (passed.backward && cx.mode === 'hooked' && asFrame < 0) asFrame = cx.rows.current?.graph({ ops: graph.ops }) ?? -1;
        return cx.events.run(graph, place, passed, run);
      },
      onBackward: () => {
        if (!row || !graphs.backward) return;
        const g = row.row.graphs[at];
        g.backward = graphs.backward.ops;
        if (g.text) g.text.aotBackward = stages().textOf(graphs.backward);
        cx.events.compiled(index, at, true, graphs.onDevice);
      },
    });
    if (place) places.set(made, place);
    return made;
  }

  /** What goes wrong in the back end says whose it is: so does a gradient that cannot be computed, as its graph is traced before anything runs. */
  private *accepted(captured: Captured): Calls<AotGraphs> {
    try {
      return yield* this.aot(captured);
    } catch (e) {
      if (!(e instanceof PyError)) throw e;
      // The joint graph is traced under `detect_anomaly(check_nan=False)`.
      hintAnew(e);
      this.cx.rows.current?.graph({ ops: null });
      throw backendFailure(e.name, e.message, String(this.cx.options.backend), e.exc.traceback);
    }
  }

  /** The graphs of a segment under other sizes; null where it has none, or cannot be traced. */
  *traced(captured: Captured): Calls<AotGraphs | null> {
    if (captured.calls.length === 0 || takesGraphs(this.cx.options.backend)) return null;
    try {
      return yield* this.aot(captured);
    } catch (e) {
      if (e instanceof PyError) return null;
      throw e;
    }
  }

  /** AOT tracing; hooks and backward functions written in Python run as part of the trace. */
  private *aot(captured: Captured): Calls<AotGraphs> {
    const { cx } = this;
    const { mode } = cx;
    cx.mode = 'tracing';
    try {
      const steps = stages().aotTrace(cx.d, captured);
      let r = steps.next();
      while (!r.done) r = steps.next(yield* cx.answer(cx.vm, r.value));
      r.value.onDevice ||= cx.options.neuron;
      return r.value;
    } finally {
      cx.mode = mode;
    }
  }

  /** The graph for the sizes of this call; symbols give the same operators for each. */
  *graphFor(entry: Entry, recorder: Recorder, captured: Captured): Calls<CompiledGraph | HandedGraph> {
    if (isHanded(entry.graph)) return entry.graph.again(captured);
    if (!entry.bySizes) return entry.graph as CompiledGraph;
    const key = sizesKey(recorder, captured);
    let graph = entry.bySizes.get(key);
    if (!graph) {
      const graphs = yield* this.aot(captured);
      const place = places.get(entry.graph as CompiledGraph) ?? null;
      graph = new (stages().CompiledGraph)(this.cx.d, graphs, {
        run: (g, passed, run) => this.cx.events.run(g, place, passed, run),
        onBackward: () => (entry.graph as CompiledGraph).needBackward(),
      });
      entry.bySizes.set(key, graph);
    }
    return graph;
  }

  *execute(graph: CompiledGraph | HandedGraph, recorder: Recorder, outputs: readonly Tensor[], extra: readonly Tensor[]): Calls<void> {
    recorder.restoreInputs();
    let results: (Tensor | null)[];
    try {
      const inputs = [...recorder.inputs, ...extra];
      results = isHanded(graph) ? yield* graph.call(inputs) : graph.call(inputs);
    } catch (e) {
      if (e instanceof PyError && e.exc.traceback.length === 0) e.exc.traceback.push(this.entryAt(this.firstLine));
      throw e;
    }
    outputs.forEach((t, i) => {
      const r = results[i];
      if (!r) return;
      t.storage = r.storage;
      t.sizes = r.sizes;
      t.strides = r.strides;
      t.offset = r.offset;
      t.autograd = r.autograd;
    });
  }

  /** The line of the last break; 0: none yet. */
  get breakLine(): number {
    const last = this.breaks.at(-1);
    return last === undefined ? 0 : this.frame.code.lineAt(last);
  }

  /** Where compiled code starts: at the function, or at the break after which it was taken up again. */
  get firstLine(): number {
    const { code } = this.frame;
    const last = this.breaks.at(-1);
    return last === undefined ? code.startLine || code.firstLine : code.lineAt(last);
  }

  /**
   * An exception leaves the frame: after each break PyTorch calls a function of its own making for the rest, so the
   * frame stands at its break and the rest under `torch_dynamo_resume_in_NAME_at_LINE`. A part that does not compile
   * has no frame yet. The call to the rest has no columns, so no marks.
   */
  nameParts({ exc }: PyError): void {
    const { code } = this.frame;
    const nameOf = (i: number): string => (i === 0 ? code.name : `torch_dynamo_resume_in_${code.name}_at_${code.lineAt(this.breaks[i - 1])}`);
    const { traceback } = exc;
    const n = this.breaks.length;
    const own = traceback.at(-1);
    if (n === 0) return;
    if (own) traceback.splice(-1, 1, { ...own, name: nameOf(n) });
    for (let i = n - 1; i >= 0; i--) traceback.push({ ...this.entryAt(code.lineAt(this.breaks[i])), name: nameOf(i) });
  }

  /** A traceback entry of the frame at a line. */
  entryAt(line: number): TracebackEntry {
    const { filename, name, source } = this.frame.code;
    return { filename, name, line, endLine: line, col: -1, endCol: -1, source };
  }
}

/** Sizes of the inputs and numbers among the arguments: what a graph with symbols is made for. */
export function sizesKey(recorder: Recorder, { calls }: Captured): string {
  const parts = recorder.inputs.map((t) => `${t.sizes.join('x')}/${t.strides.join(',')}`);
  const see = (a: unknown): void => {
    if (typeof a === 'number') parts.push(String(a));
    else if (a instanceof PyFloat) parts.push(`f${a.v}`);
    else if (Array.isArray(a)) a.forEach(see);
  };
  for (const c of calls) see(c.args);
  return parts.join(' ');
}

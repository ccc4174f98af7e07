/**
 * A compiled graph as the program meets it: called with real inputs, it gives real outputs, writes changed inputs back,
 * and leaves one node, `CompiledFunctionBackward`, that runs the backward graph.
 *
 * Idea: the runtime wrappers of AOTAutograd. The backward graph counts as compiled when it first runs (`onBackward`).
 */
import type { Arg, Op, Ret } from '../aten/op.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { peek, requiresGrad } from '../dispatch/autograd/meta.ts';
import { type Grads, Node, Saved, SECOND_BACKWARD, setHistory } from '../dispatch/autograd/node.ts';
import { gradientEdge } from '../dispatch/autograd/views.ts';
import { zeros } from '../tensor/create.ts';
import { runtimeError, Unsupported } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { AotGraphs } from './aot.ts';
import { interpret } from './interpret.ts';
import { type Graph, Value } from './ir.ts';

/** Which graph of the report a launch runs. */
export interface Launch {
  readonly frame: number;
  readonly graph: number;
}

/** Where one launch runs, and what it takes from the program and gives it; what forward keeps for backward is in neither. */
export interface Passed {
  readonly onDevice: boolean;
  /** The graph's other half. */
  readonly backward: boolean;
  readonly given: readonly Tensor[];
  /** The first of the results are the program's. */
  readonly results: number;
}

/** Runs one graph as a unit of the device, or of the host; the layer above counts and times it. */
export type RunGraph = (graph: Graph, which: Launch | null, passed: Passed, run: () => (Tensor | null)[]) => (Tensor | null)[];

export interface CompiledHooks {
  run(graph: Graph, passed: Passed, run: () => (Tensor | null)[]): (Tensor | null)[];
  /** The backward graph is needed for the first time. */
  onBackward(): void;
}

/** What `create_graph=True` leaves behind a compiled backward: it cannot run. */
class SecondBackward extends Node {
  readonly name = 'CompiledFunctionBackwardBackward';
  apply(): Grads {
    throw runtimeError('torch.compile with aot_autograd does not currently support double backward');
  }
}

class CompiledFunctionBackward extends Node {
  readonly name = 'CompiledFunctionBackward';
  private readonly owner: CompiledGraph;
  private saved: Saved[];
  private readonly tangents: readonly Tensor[];

  constructor(owner: CompiledGraph, saved: readonly Tensor[], tangents: readonly Tensor[]) {
    super();
    this.owner = owner;
    this.saved = saved.map((t) => new Saved(t, false));
    this.tangents = tangents;
  }

  apply(grads: Grads): Grads {
    if (this.released) throw runtimeError(SECOND_BACKWARD);
    const saved = this.saved.map((s) => s.unpack(this));
    const tangents = this.owner.graphs.tangents.map((k, i) => {
      const t = this.tangents[i];
      return grads[k] ?? zeros(t.sizes, t.dtype, { device: t.device });
    });
    const made = this.owner.runBackward(saved, tangents);
    if (this.owner.gradMode) {
      const again = new SecondBackward();
      again.edges = this.edges;
      for (const g of made) if (g) setHistory(g, again);
    }
    return made;
  }

  override release(): void {
    if (this.saved.length === 0) return;
    this.released = true;
    this.saved = [];
  }
}

export class CompiledGraph {
  readonly graphs: AotGraphs;
  private readonly d: Dispatcher;
  private readonly hooks: CompiledHooks;
  private backwardSeen = false;

  constructor(d: Dispatcher, graphs: AotGraphs, hooks: CompiledHooks) {
    this.d = d;
    this.graphs = graphs;
    this.hooks = hooks;
  }

  /** One tensor an output of the captured graph; null where the output is, or views, an input (the caller has it). */
  call(given: readonly Tensor[]): (Tensor | null)[] {
    const { d, graphs } = this;
    const inputs = graphs.take?.(given) ?? given;
    const results = d.belowAutograd(() => this.interpret(graphs.forward, inputs, inputs, graphs.forwardOutputs));
    const outs = results.slice(0, graphs.forwardOutputs) as Tensor[];
    if (graphs.backward) {
      if (d.packers.length > 0) throw new Unsupported('a compiled function under hooks on saved tensors (checkpoint)');
      const node = new CompiledFunctionBackward(
        this,
        results.slice(graphs.forwardOutputs) as Tensor[],
        graphs.tangents.map((k) => outs[k]),
      );
      node.edges = graphs.gradInputs.map((i) => gradientEdge(inputs[i], d.views));
      outs.forEach((t, k) => {
        if (graphs.tangents.includes(k) && !peek(t)?.gradFn) setHistory(t, node);
        else node.addOutput(null);
      });
    }
    graphs.mutated.forEach((i, k) => {
      const write = (): Ret => d.call('copy_', inputs[i], outs[k], false);
      if (graphs.unrecorded.includes(i) && requiresGrad(inputs[i])) d.withGradMode(false, write);
      else if (requiresGrad(outs[k])) write();
      else d.belowAutograd(write);
    });
    const first = graphs.mutated.length;
    const bases = outs.slice(outs.length - graphs.bases);
    return graphs.outputs.map((info, i) => {
      if (info.kind === 'input' || info.kind === 'alias-of-input') return null;
      if (info.kind !== 'alias-of-base' || !info.replay) return outs[first + i];
      const from = info.replay.base >= 0 ? bases[info.replay.base] : outs[first + info.replay.output];
      return replay(d, from, info.replay.steps);
    });
  }

  get gradMode(): boolean {
    return this.d.gradMode;
  }

  needBackward(): void {
    if (this.backwardSeen) return;
    this.backwardSeen = true;
    this.hooks.onBackward();
  }

  runBackward(saved: readonly Tensor[], tangents: readonly Tensor[]): Grads {
    const { graphs, d } = this;
    this.needBackward();
    return d.belowAutograd(() => this.interpret(graphs.backward as Graph, [...saved, ...tangents], tangents, Infinity));
  }

  private interpret(graph: Graph, inputs: readonly Tensor[], given: readonly Tensor[], results: number): (Tensor | null)[] {
    return this.hooks.run(graph, { onDevice: this.graphs.onDevice, backward: graph === this.graphs.backward, given, results }, () =>
      interpret(this.d, graph, inputs),
    );
  }
}

/**
 * Sizes that the backward graph is handed: of its inputs (kept values and tangents) and in its calls. One that is a symbol
 * is kept for it (`default_partition` of partitioners.py: tangents count too).
 */
export function backwardSizes(backward: Graph | null): string {
  if (!backward) return '';
  return [...backward.inputs.map((n) => n.values[0].meta.sizes), ...backward.nodes.map((n) => n.args.filter((a) => !(a instanceof Value)))].join(';');
}

/** An output that views another: made again from it, so that gradients and changes reach both. */
function replay(d: Dispatcher, base: Tensor, steps: readonly { op: Op; args: readonly Arg[]; index: number }[]): Tensor {
  let t = base;
  for (const s of steps) {
    const made = d.dispatch(s.op, [t, ...s.args]);
    t = (Array.isArray(made) ? made[s.index] : made) as Tensor;
  }
  return t;
}

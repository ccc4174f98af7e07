/**
 * Ahead-of-time tracing of one captured graph: what changes inputs, what aliases what, whether gradients flow; then the
 * forward graph alone, or the joint graph cut in two.
 *
 * Idea: AOTAutograd (collect_metadata_analysis.py, graph_capture_wrappers.py). The calls run again through the
 * dispatcher, on fakes, with the functionalising tracer as the newest mode, autograd above it as ever.
 * Leaves out: tensor subclasses, symbolic sizes.
 */
import { findOp } from '../aten/table.ts';
import type { Arg, Ret } from '../aten/op.ts';
import { compute, type Dispatcher } from '../dispatch/dispatcher.ts';
import { Engine } from '../dispatch/autograd/engine.ts';
import { metaOf, peek, requiresGrad } from '../dispatch/autograd/meta.ts';
import { type Edge, Node as AutogradNode, type Steps } from '../dispatch/autograd/node.ts';
import { gradFnOf, gradientEdge, type ViewStep } from '../dispatch/autograd/views.ts';
import { emptyStrided } from '../tensor/create.ts';
import { Unsupported } from '../tensor/errors.ts';
import { Tensor } from '../tensor/tensor.ts';
import { type Captured, replayCalls } from './captured.ts';
import { AOT_COMPOSITES, REWRITTEN } from './composites.ts';
import { laidOut } from './trace-layout.ts';
import { eliminateDeadCode } from './dce.ts';
import { FunctionalTracer } from './functionalize.ts';
import { type Graph, nameNodes, type Value } from './ir.ts';
import { defaultPartition } from './partition.ts';
import { spread } from './scalars.ts';
import { merge, type Merged } from './synthetic-bases.ts';

/** How an output relates to inputs and to other outputs (`OutputType`). */
export type OutputKind = 'plain' | 'input' | 'alias-of-input' | 'alias-of-base';

export interface OutputInfo {
  kind: OutputKind;
  requiresGrad: boolean;
  /** `alias-of-base`: the views that lead from an extra output (`base`) or another output to this one. */
  replay?: { base: number; output: number; steps: readonly ViewStep[] };
}

export interface AotGraphs {
  forward: Graph;
  /** null: no gradients. */
  backward: Graph | null;
  outputs: OutputInfo[];
  /** Inputs whose numbers change; their new values are the first forward outputs, in this order. */
  mutated: number[];
  /** Those of them that change with gradients off alone: so they are written back (`mutations_under_no_grad`). */
  unrecorded: number[];
  /** Forward outputs (mutated inputs, outputs, bases) that get a tangent. */
  tangents: number[];
  /** Forward outputs before the saved values. */
  forwardOutputs: number;
  bases: number;
  /** Inputs that get a gradient, in the order of the backward outputs. */
  gradInputs: number[];
  /** Inputs of one storage as the graph takes them (`synthetic-bases.ts`); null where it takes them as they are. */
  take: Merged['take'] | null;
  /** The back end goes by the tensors: one on the device, and the graph is the device's. Else it is named. */
  onDevice: boolean;
}

const isTensor = (a: unknown): a is Tensor => a instanceof Tensor;

const onNeuron = (r: unknown): boolean => (Array.isArray(r) ? r.some(onNeuron) : isTensor(r) && r.device.type === 'neuron');
const meetsDevice = ({ inputs, calls }: Captured): boolean => onNeuron(inputs) || calls.some((c) => onNeuron(c.ret));

/** Stands for the history of an input. */
class Unknown extends AutogradNode {
  readonly name = 'Unknown';
  apply(): (Tensor | null)[] {
    return [];
  }
}

class Trace {
  readonly tracer: FunctionalTracer;
  readonly primals: Tensor[];
  readonly primalValues: Value[];
  private readonly d: Dispatcher;
  private readonly captured: Captured;

  constructor(d: Dispatcher, captured: Captured, prefix: string, probe = false) {
    this.d = d;
    this.captured = captured;
    this.tracer = new FunctionalTracer((op, args) => laidOut(op, args, compute(op, args, true)));
    this.primals = captured.inputs.map((t) => {
      const fake = emptyStrided(t.sizes, t.strides, t.dtype, { device: t.device, fake: true });
      if (requiresGrad(t)) {
        const m = metaOf(fake);
        // The probe may change inputs in place: to it they are no leaves.
        if (probe) m.gradFn = new Unknown();
        else m.requiresGrad = true;
      }
      return fake;
    });
    this.primalValues = this.primals.map((t, i) => this.tracer.input(t, `${prefix}${i + 1}`));
  }

  /** `f` with the tracer in place of the back end. */
  inside<T>(f: () => T): T {
    const leave = this.enter();
    try {
      return f();
    } finally {
      leave();
    }
  }

  /** The same for work that asks the layer above: hooks and backward functions written in Python. */
  *insideSteps<T>(f: () => Steps<T>): Steps<T> {
    const leave = this.enter();
    try {
      return yield* f();
    } finally {
      leave();
    }
  }

  private enter(): () => void {
    const { d, tracer } = this;
    const top = d.top;
    const saved = { gradMode: d.gradMode, enabled: d.autocast.enabled, dtype: d.autocast.dtype, tracing: d.tracing };
    const modes = d.takeModes();
    d.pushMode({ call: (op, args) => tracer.handle(op, args) });
    d.top = (op, args, next) => {
      const composite = AOT_COMPOSITES[op.overload];
      if (REWRITTEN.test(op.overload)) throw new Unsupported(`${op.name} inside a compiled graph`, tracer.line);
      return composite ? composite(d.call, ...args) : next();
    };
    d.tracing = true;
    const { steps } = d.views;
    d.views.steps = tracer.stepsOf;
    return () => {
      d.top = top;
      d.tracing = saved.tracing;
      d.views.steps = steps;
      d.gradMode = saved.gradMode;
      d.autocast.enabled = saved.enabled;
      d.autocast.dtype = saved.dtype;
      d.restoreModes(modes);
    };
  }

  forward(inputs: readonly Tensor[]): Tensor[] {
    const { d, tracer } = this;
    return replayCalls(
      this.captured,
      inputs,
      (call, args): Ret => {
        tracer.line = call.line;
        tracer.region = call.region ?? null;
        d.gradMode = call.gradMode;
        d.autocast.enabled = call.autocast.enabled;
        d.autocast.dtype = call.autocast.dtype;
        return d.dispatch(call.op, args);
      },
      isTensor,
      ({ gradMode, step }, map) => {
        d.gradMode = gradMode;
        return step.again(map);
      },
    );
  }
}

function classify(
  outs: readonly Tensor[],
  primals: readonly Tensor[],
  d: Dispatcher,
  stepsOf: (t: Tensor) => readonly ViewStep[],
): { infos: OutputInfo[]; bases: Tensor[] } {
  const inputs = new Set(primals.map((t) => t.storage));
  const counts = new Map<object, { all: number; many: number }>();
  for (const o of outs) {
    const c = counts.get(o.storage) ?? { all: 0, many: 0 };
    c.all++;
    if (peek(o)?.view?.creation === 'multi_output') c.many++;
    counts.set(o.storage, c);
  }
  const bases: Tensor[] = [];
  const infos = outs.map((o): OutputInfo => {
    const needs = requiresGrad(o);
    const c = counts.get(o.storage) as { all: number; many: number };
    if (inputs.has(o.storage)) {
      if (gradFnOf(o, d.views) && c.all - c.many === 0) return { kind: 'plain', requiresGrad: needs };
      return { kind: primals.includes(o) ? 'input' : 'alias-of-input', requiresGrad: needs };
    }
    const base = peek(o)?.view?.base;
    if (base && needs && requiresGrad(base)) {
      if (c.all === 1 || c.all - c.many <= 1) return { kind: 'plain', requiresGrad: needs };
      const output = outs.indexOf(base);
      if (output < 0 && !bases.includes(base)) bases.push(base);
      return { kind: 'alias-of-base', requiresGrad: needs, replay: { base: bases.indexOf(base), output, steps: stepsOf(o) } };
    }
    return { kind: 'plain', requiresGrad: needs };
  });
  return { infos, bases };
}

export function* aotTrace(d: Dispatcher, captured: Captured): Steps<AotGraphs> {
  const wants = captured.inputs.some((t) => requiresGrad(t));
  // First pass: nothing but facts about inputs and outputs.
  const probe = new Trace(d, captured, 'arg', true);
  const facts = probe.inside(() => {
    const outs = probe.forward(probe.primals);
    const mutated = probe.primals.flatMap((t, i) => (probe.tracer.isChanged(t) ? [i] : []));
    const { infos } = classify(outs, probe.primals, d, probe.tracer.stepsOf);
    // An input changed under no_grad keeps the history it came with.
    const mutatedNeedsGrad = mutated.filter((i) => {
      const fn = peek(probe.primals[i])?.gradFn ?? null;
      return fn !== null && !(fn instanceof Unknown);
    });
    return { mutated, infos, mutatedNeedsGrad };
  });
  const merged = merge(captured, facts.mutated);
  if (merged) return { ...(yield* aotTrace(d, merged.captured)), take: merged.take };
  const joint = wants && (facts.infos.some((o) => o.requiresGrad) || facts.mutatedNeedsGrad.length > 0);
  const unrecorded = facts.mutated.filter((i) => !facts.mutatedNeedsGrad.includes(i));
  return joint ? yield* traceJoint(d, captured, facts.mutated, unrecorded) : traceForward(d, captured, facts.mutated, facts.infos);
}

function valueOf(trace: Trace, t: Tensor): Value {
  const v = trace.tracer.valueOf(t);
  if (!v) throw new Unsupported('a compiled graph that returns a tensor made outside it');
  return v;
}

function traceForward(d: Dispatcher, captured: Captured, mutated: number[], outputs: OutputInfo[]): AotGraphs {
  const trace = new Trace(d, captured, 'arg');
  trace.inside(() => {
    const outs = trace.forward(trace.primals);
    trace.tracer.graph.outputs = [...mutated.map((i) => valueOf(trace, trace.primals[i])), ...outs.map((o) => valueOf(trace, o))];
  });
  const forward = trace.tracer.graph;
  spread(forward);
  eliminateDeadCode(forward);
  nameNodes(forward);
  return {
    forward,
    backward: null,
    outputs: outputs.map((o) => ({ ...o, requiresGrad: false })),
    mutated,
    unrecorded: mutated,
    tangents: [],
    forwardOutputs: forward.outputs.length,
    bases: 0,
    gradInputs: [],
    take: null,
    onDevice: meetsDevice(captured),
  };
}

function* traceJoint(d: Dispatcher, captured: Captured, mutated: number[], unrecorded: number[]): Steps<AotGraphs> {
  const trace = new Trace(d, captured, 'primals_');
  const { tracer } = trace;
  const gradInputs = captured.inputs.flatMap((t, i) => (requiresGrad(t) ? [i] : []));
  return yield* trace.insideSteps(function* (): Steps<AotGraphs> {
    d.gradMode = true;
    const used = trace.primals.map((t, i) => (mutated.includes(i) && requiresGrad(t) ? d.call.one('clone', t, null) : t));
    const outs = trace.forward(used);
    d.gradMode = true;
    const { infos, bases } = classify(outs, used, d, tracer.stepsOf);
    const all = [...mutated.map((i) => used[i]), ...outs, ...bases];
    const tangents = all.flatMap((t, k) => {
      const wanted =
        k < mutated.length
          ? requiresGrad(t)
          : k < mutated.length + outs.length
            ? infos[k - mutated.length].kind === 'plain' && requiresGrad(t) && (!peek(t)?.view || gradFnOf(t, d.views) !== null)
            : true;
      return wanted ? [k] : [];
    });
    const forwardValues = all.map((t) => valueOf(trace, t));
    tracer.tag = 'backward';
    tracer.region = null;
    tracer.line = null;
    const grads = tangents.map((k, i) => {
      const t = all[k];
      const fake = emptyStrided(t.sizes, t.strides, t.dtype, { device: t.device, fake: true });
      const value = tracer.input(fake, `tangents_${i + 1}`);
      return { fake, value };
    });
    const roots: Edge[] = [];
    const seeds: Tensor[] = [];
    tangents.forEach((k, i) => {
      const edge = gradientEdge(all[k], d.views);
      if (edge) {
        roots.push(edge);
        seeds.push(grads[i].fake);
      }
    });
    d.gradMode = false;
    const engine = new Engine({
      roots,
      grads: seeds,
      keepGraph: false,
      accumulate: false,
      call: d.call,
      gradMode: () => false,
      held: new Set(seeds),
      outputs: gradInputs.map((i) => gradientEdge(trace.primals[i], d.views) as Edge),
    });
    const found = yield* engine.run();
    const joint = tracer.graph;
    joint.outputs = [...forwardValues, ...found.map((g) => (g ? valueOf(trace, g) : null))];
    spread(joint);
    eliminateDeadCode(joint);
    nameNodes(joint);
    const parts = defaultPartition(
      joint,
      trace.primalValues,
      grads.map((g) => g.value),
      forwardValues.length,
    );
    return {
      forward: parts.forward,
      backward: parts.backward,
      outputs: infos,
      mutated,
      unrecorded,
      tangents,
      forwardOutputs: forwardValues.length,
      bases: bases.length,
      gradInputs,
      take: null,
      onDevice: meetsDevice(captured),
    };
  });
}

/** Default values of an operator's arguments, for the printer. */
export function defaultsOf(op: string): readonly Arg[] | null {
  const found = findOp(op.replace(/^aten\./, ''));
  return found ? found.sig.args.map((a) => (a.hasDefault ? a.def : (undefined as never))) : null;
}

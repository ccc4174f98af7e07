/**
 * The backward engine: runs the graph from its roots, later forward operators first.
 *
 * Idea: torch/csrc/autograd/engine.cpp (dependency counts, buffers of waiting nodes, exec_info for `inputs=`). It is a
 * generator: hooks and Python-defined backward functions are asked of the caller, which answers with `next(result)`.
 * Leaves out: threads, streams, anomaly mode's traceback of the forward, re-entrant depth.
 */
import type { Call } from '../../aten/op.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { sameSizes } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { AccumulateGrad, patiently } from './accumulate.ts';
import { Heap } from './heap.ts';
import { type Hook, peek } from './meta.ts';
import { type Edge, type Grads, Node, type Steps } from './node.ts';

interface Task {
  node: Node;
  buffer: Grads;
}

interface ExecInfo {
  needed: boolean;
  captures: { input: number; index: number }[];
}

class GraphRoot extends Node {
  readonly name = 'GraphRoot';
  readonly values: Grads;
  constructor(edges: Edge[], values: Grads) {
    super();
    this.edges = edges;
    this.values = values;
  }
  apply(): Grads {
    return this.values;
  }
}

export interface RunOptions {
  roots: Edge[];
  grads: Grads;
  keepGraph: boolean;
  /** Edges whose gradients are wanted; empty: accumulate into all leaves. */
  outputs: Edge[];
  accumulate: boolean;
  call: Call;
  /** Gradient mode inside: create_graph. */
  gradMode: () => boolean;
  /** Tensors the caller still holds: their memory is not taken over. */
  held: ReadonlySet<Tensor>;
  /** Anomaly mode: whether a gradient has a NaN. */
  hasNan?: ((t: Tensor) => boolean) | null;
}

export class Engine {
  private readonly o: RunOptions;
  private readonly dependencies = new Map<Node, number>();
  private readonly notReady = new Map<Node, Grads>();
  private readonly queue = new Heap<Task>((a, b) => a.node.sequenceNr < b.node.sequenceNr);
  private readonly kept = new Set<Tensor>();
  private readonly exec = new Map<Node, ExecInfo>();
  readonly captured: (Tensor | null)[];

  constructor(o: RunOptions) {
    this.o = o;
    this.captured = o.outputs.map(() => null);
  }

  *run(): Steps<(Tensor | null)[]> {
    const { roots, call } = this.o;
    const grads = [...this.o.grads];
    checkOutputs('backward', roots, grads, call);
    let first: Node;
    let buffer: Grads = [];
    if (roots.length === 1) {
      first = roots[0].node;
      buffer = new Array(first.inputs.length).fill(null);
      buffer[roots[0].inputNr] = grads[0];
    } else {
      first = new GraphRoot(roots, grads);
    }
    this.countDependencies(first);
    if (this.o.outputs.length > 0) this.planCaptures(first);
    this.queue.push({ node: first, buffer });
    while (this.queue.size > 0) yield* this.evaluate(this.queue.pop());
    if (this.notReady.size > 0) throw runtimeError('could not compute gradients for some functions');
    return this.captured;
  }

  /** Whether this run comes by a node (`_will_engine_execute_node`). */
  willRun(node: Node): boolean {
    if (this.exec.size > 0) return shouldRun(this.exec.get(node));
    return this.dependencies.has(node) || this.o.roots.some((e) => e.node === node);
  }

  /** Whether this run goes everywhere: neither `grad` nor a `backward` with inputs. */
  get whole(): boolean {
    return this.exec.size === 0;
  }

  /** A gradient that Python keeps beyond its hook, so that its memory is not taken over. */
  keep(t: Tensor, on: boolean): void {
    if (on) this.kept.add(t);
    else this.kept.delete(t);
  }

  private countDependencies(root: Node): void {
    const seen = new Set<Node>([root]);
    const stack = [root];
    for (let n = stack.pop(); n; n = stack.pop()) {
      for (const e of n.edges) {
        if (!e) continue;
        this.dependencies.set(e.node, (this.dependencies.get(e.node) ?? 0) + 1);
        if (!seen.has(e.node)) {
          seen.add(e.node);
          stack.push(e.node);
        }
      }
    }
  }

  /** Marks the nodes on a way to a wanted edge. */
  private planCaptures(root: Node): void {
    this.o.outputs.forEach((e, index) => {
      const info = this.infoOf(e.node);
      if (this.o.accumulate) info.needed = true;
      else info.captures.push({ input: e.inputNr, index });
    });
    const wanted = new Map<Node, boolean>();
    const order: Node[] = [];
    const stack: [Node, number][] = [[root, 0]];
    wanted.set(root, false);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const next = top[0].edges[top[1]++];
      if (next === undefined) {
        order.push(top[0]);
        stack.pop();
      } else if (next !== null && !wanted.has(next.node)) {
        wanted.set(next.node, false);
        stack.push([next.node, 0]);
      }
    }
    for (const n of order) {
      const needed = n.edges.some((e) => e !== null && shouldRun(this.exec.get(e.node)));
      if (needed) this.infoOf(n).needed = true;
    }
  }

  private infoOf(n: Node): ExecInfo {
    let i = this.exec.get(n);
    if (!i) this.exec.set(n, (i = { needed: false, captures: [] }));
    return i;
  }

  private *evaluate({ node, buffer }: Task): Steps<void> {
    if (this.exec.size > 0) {
      const info = this.exec.get(node);
      if (!info) return;
      if (info.captures.length > 0) {
        const seen = yield* tensorHooks(node, buffer, !info.needed, this.o.call);
        for (const c of info.captures) this.captured[c.index] = seen[c.input];
        if (!info.needed) return;
      } else if (!info.needed) {
        return;
      }
    }
    const outputs = yield* this.callNode(node, buffer);
    if (!this.o.keepGraph) node.release();
    if (this.o.hasNan) {
      for (const [i, t] of outputs.entries()) {
        if (t && this.o.hasNan(t)) throw runtimeError(`Function '${node.name}' returned nan values in its ${i}th output.`);
      }
    }
    for (let i = 0; i < outputs.length; i++) {
      const e = node.edges[i];
      if (e) yield* this.deliver(e, outputs[i]);
    }
  }

  private *callNode(node: Node, buffer: Grads): Steps<Grads> {
    let inputs = yield* tensorHooks(node, buffer, true, this.o.call);
    if (node.preHooks) {
      for (const hook of [...node.preHooks.values()]) {
        const r = (yield { kind: 'pre-hook', hook, node, grads: inputs }) as Grads | null;
        if (r) inputs = r;
      }
    }
    if (node instanceof AccumulateGrad) {
      const g = inputs[0];
      const steal = g !== null && !this.o.held.has(g) && !this.kept.has(g) && !this.sharedWithBuffers(g);
      yield* node.accumulate(g, steal, this.o.call, this.o.gradMode());
      return [];
    }
    if (node.prepare) yield* node.prepare();
    node.beyond = this.exec.size > 0 ? (e) => shouldRun(this.exec.get(e.node)) : null;
    const made = yield* patiently(() => node.apply(inputs));
    let outputs = Array.isArray(made) ? made : yield* made;
    checkOutputs(node.name, node.edges, outputs, this.o.call);
    if (node.postHooks) {
      for (const hook of [...node.postHooks.values()]) {
        const r = (yield { kind: 'post-hook', hook, node, inputs, outputs }) as Grads | null;
        if (r) outputs = r;
      }
    }
    return outputs;
  }

  private *deliver(e: Edge, grad: Tensor | null): Steps<void> {
    const left = (this.dependencies.get(e.node) as number) - 1;
    this.dependencies.set(e.node, left);
    let buffer = this.notReady.get(e.node);
    if (!buffer) {
      if (this.exec.size > 0 && !shouldRun(this.exec.get(e.node))) return;
      buffer = new Array(e.node.inputs.length).fill(null) as Grads;
      if (left > 0) this.notReady.set(e.node, buffer);
    } else if (left === 0) {
      this.notReady.delete(e.node);
    }
    if (grad !== null) {
      const old = buffer[e.inputNr];
      buffer[e.inputNr] = old ? yield* patiently(() => this.o.call.add(old, grad)) : grad;
    }
    if (left === 0) this.queue.push({ node: e.node, buffer });
  }

  /** Stands for `use_count() > 1`: another waiting buffer holds the tensor, or a view of it. */
  private sharedWithBuffers(g: Tensor): boolean {
    const holds = (buffer: Grads): boolean => buffer.some((x) => x !== null && (x === g || peek(x)?.view?.base === g));
    for (const t of this.queue) if (holds(t.buffer)) return true;
    for (const b of this.notReady.values()) if (holds(b)) return true;
    return false;
  }
}

const shouldRun = (i: ExecInfo | undefined): boolean => i !== undefined && (i.needed || i.captures.length > 0);

/** Hooks of the tensors that this node made; `retain`: `.grad` of those that keep it. */
function* tensorHooks(node: Node, buffer: Grads, retain: boolean, call: Call): Steps<Grads> {
  const lists: { outputNr: number; hooks: Map<number, Hook> }[] = [...node.tensorHooks];
  if (node instanceof AccumulateGrad) {
    const hooks = peek(node.variable)?.hooks;
    if (hooks) lists.push({ outputNr: 0, hooks });
  }
  if (!retain && lists.length === 0) return buffer;
  if (lists.length === 0 && node.retained.length === 0) return buffer;
  const grads = [...buffer];
  for (const { outputNr, hooks } of lists) {
    for (const hook of [...hooks.values()]) {
      const grad = grads[outputNr];
      if (!grad) continue;
      const r = (yield { kind: 'tensor-hook', hook, grad }) as Tensor | null;
      if (r) grads[outputNr] = r;
    }
  }
  if (retain) for (const r of node.retained) yield* patiently(() => AccumulateGrad.retain(r.tensor, grads[r.outputNr], call));
  return grads;
}

/** Checks and mends gradients against what the next nodes expect: sums out broadcast dimensions, casts. */
export function checkOutputs(name: string, edges: readonly (Edge | null)[], grads: Grads, call: Call): void {
  if (grads.length !== edges.length && grads.length < edges.length) {
    throw runtimeError(`Function ${name} returned an invalid number of gradients - expected ${edges.length}, but got ${grads.length}`);
  }
  for (let i = 0; i < edges.length; i++) {
    const e = edges[i];
    let g = grads[i];
    if (!e || !g) continue;
    const want = e.node.inputs[e.inputNr];
    if (!want) continue;
    if (!sameSizes(g.sizes, want.sizes)) {
      if (!expandable(want.sizes, g.sizes)) {
        throw runtimeError(
          `Function ${name} returned an invalid gradient at index ${i} - got [${g.sizes.join(', ')}] but expected shape compatible with [${want.sizes.join(', ')}]`,
        );
      }
      g = sumTo(call, g, want.sizes);
    }
    if (g.dtype !== want.dtype) g = call.one('to.dtype', g, want.dtype);
    grads[i] = g;
  }
}

function expandable(shape: readonly number[], desired: readonly number[]): boolean {
  if (shape.length > desired.length) return false;
  return shape.every((s, i) => s === 1 || s === desired[desired.length - shape.length + i]);
}

/** `at::sum_to`. */
export function sumTo(call: Call, t: Tensor, shape: readonly number[]): Tensor {
  if (shape.length === 0) return call.one('sum', t);
  const lead = t.dim - shape.length;
  const dims: number[] = [];
  for (let i = 0; i < lead; i++) dims.push(i);
  for (let i = lead; i < t.dim; i++) if (shape[i - lead] === 1 && t.sizes[i] !== 1) dims.push(i);
  let r = t;
  if (dims.length > 0) r = call.sum(r, dims, true);
  return lead > 0 ? call.view(r, shape) : r;
}

/**
 * The key of `vmap`: operators on batched tensors become operators on their values.
 *
 * Where it stands depends on the arguments, as in functorch: of the levels of `grad` and `vmap` that hold one of them the
 * newest goes first. So an operator on tensors that a newer `grad` watches is recorded with the sizes of one example and
 * replaced below autograd; otherwise it is replaced first, and autograd sees the values.
 */
import type { Arg, Call, Op, Ret } from '../../aten/op.ts';
import { Unsupported } from '../../tensor/errors.ts';
import { isContiguous } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { alias } from '../autograd/alias.ts';
import { LevelNode } from '../autograd/level.ts';
import { requiresGrad, requiresGradItself } from '../autograd/meta.ts';
import { type Edge, type Grads, Node, setHistory } from '../autograd/node.ts';
import { gradientEdge, type ViewContext } from '../autograd/views.ts';
import { batched, batchOf, unwrap, type VmapLevel } from './batch.ts';
import { random } from './layers.ts';
import { refuseDynamic } from './refusals.ts';
import { COMPOSITES } from './rules.ts';
import { ruleOf, Site } from './site.ts';
import './linalg.ts';
import './windows.ts';

const newest = new WeakMap<Node, number>();

/** Number of the newest level of `grad` that a history goes through. */
export function newestLevel(from: Node): number {
  const known = newest.get(from);
  if (known !== undefined) return known;
  const order: Node[] = [];
  const seen = new Set<Node>();
  for (const todo = [from]; todo.length > 0;) {
    const n = todo.pop() as Node;
    if (seen.has(n) || newest.has(n)) continue;
    seen.add(n);
    order.push(n);
    for (const e of n.edges) if (e) todo.push(e.node);
  }
  let most = 0;
  for (const n of order) {
    if (n instanceof LevelNode) most = Math.max(most, n.level.id);
    for (const e of n.edges) if (e) most = Math.max(most, newest.get(e.node) ?? 0);
  }
  newest.set(from, most);
  return most;
}

const tensorsOf = (op: Op, args: readonly Arg[]): Tensor[] =>
  op.sig.tensors.flatMap((p) => {
    const a = args[p];
    return Array.isArray(a) ? a.filter((t): t is Tensor => t instanceof Tensor) : a instanceof Tensor ? [a] : [];
  });

/** Inside of any transform a linear layer is taken apart in another way (`linear_hack` of PyTorchOperatorHacks.cpp). */
function linearInLevels(call: Call, [x, w, b]: [Tensor, Tensor, Tensor | null], vmapped: boolean): Tensor {
  if (x.dim === 2 && b !== null) return call.one('addmm', b, x, call.t(w), 1, 1);
  const turned = call.t(w);
  if (x.dim === 3 && b !== null && isContiguous(x.sizes, x.strides)) {
    const lines = call.one('addmm', b, call.reshape(x, [-1, x.sizes[2]]), turned, 1, 1);
    return call.view(lines, [...x.sizes.slice(0, 2), w.sizes[0]]);
  }
  const out = call.one('matmul', x, turned);
  if (b === null) return out;
  return vmapped ? call.add(out, b) : call.one('add_.Tensor', out, b, 1);
}

/** The dispatcher's hook while `vmap` is used; undefined where the call is none of its business. */
export function batching(call: Call, views: ViewContext, open: readonly VmapLevel[]) {
  return (op: Op, args: readonly Arg[], below: boolean): Ret | undefined => {
    if (!below && op.overload === 'linear' && call.inLevel()) return linearInLevels(call, args as never, open.length > 0);
    const tensors = tensorsOf(op, args);
    let level: VmapLevel | null = null;
    for (const t of tensors) {
      const b = batchOf(t);
      if (b !== null && (level === null || b.level.id > level.id)) level = b.level;
    }
    const inner = open.at(-1);
    if (!below && op.kind !== 'composite' && inner !== undefined && (level === null || inner.id >= level.id)) {
      const levels = open as VmapLevel[];
      levels.pop(); // the numbers themselves are made outside of this level
      try {
        const made = random(new Site(call, inner, op, args), inner);
        if (made !== undefined) return made;
      } finally {
        levels.push(inner);
      }
    }
    if (level === null) return undefined;
    refuseDynamic(op, args);
    const special = op.kind === 'composite' ? COMPOSITES[op.overload] : null;
    if (special === undefined) return undefined;
    if (!below && special === null) {
      for (const t of tensors) {
        const edge = requiresGrad(t) ? gradientEdge(t, views) : null; // none: a view made where no gradients were wanted
        if (edge !== null && newestLevel(edge.node) > level.id) return undefined;
      }
    }
    const rule = special ?? ruleOf(op);
    if (!rule) throw new Unsupported(`${op.name} under vmap`);
    const site = new Site(call, level, op, args);
    return below ? call.noGrad(() => rule(site)) : rule(site);
  };
}

/** Gradients of a value on their way to the example's tensor. */
class OutOfBatch extends Node {
  readonly name = 'UnbatchBackward';
  readonly level: VmapLevel;
  readonly dim: number;
  constructor(level: VmapLevel, dim: number, edge: Edge) {
    super();
    this.level = level;
    this.dim = dim;
    this.edges = [edge];
  }
  apply([g]: Grads): Grads {
    return [g && batched(g, this.dim, this.level)];
  }
}

/** What leaves `vmap`, the dimension at `out`. */
export function leaveBatch(call: Call, t: Tensor, level: VmapLevel, out: number, views: ViewContext): Tensor {
  const { t: value, dim } = unwrap(t, level);
  if (dim === null) {
    const grown = call.expand(t, [level.size, ...t.sizes]);
    return out === 0 ? grown : call.one('movedim.int', grown, 0, out);
  }
  let v = value;
  if (requiresGradItself(t)) {
    v = alias(value);
    setHistory(v, new OutOfBatch(level, dim, gradientEdge(t, views) as Edge));
  }
  return dim === out ? v : call.one('movedim.int', v, dim, out);
}

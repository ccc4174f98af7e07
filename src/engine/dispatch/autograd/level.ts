/**
 * Levels of function transforms (`torch.func.grad`): inside a level its inputs are differentiable, whatever they are
 * outside; what leaves the level keeps only the history that an outer level, or the program itself, asks for.
 *
 * Idea: functorch's TensorWrapper. There each level is a layer of tensors; here an input of a level is another tensor
 * over the same storage, whose node leads on to the history outside. Neither way in nor out leaves a row.
 * Levels of `vmap` are in batching/, those of forward mode in forward/. Leaves out: changes in place across a level.
 */
import type { Tensor } from '../../tensor/tensor.ts';
import { alias } from './alias.ts';
import { AccumulateGrad } from './accumulate.ts';
import { type Behind, requiresGrad } from './meta.ts';
import { type Edge, type Grads, Node, setHistory } from './node.ts';
import { gradientEdge, type ViewContext } from './views.ts';

export interface Level {
  /** Newer levels, of `vmap` too, have larger numbers. */
  readonly id: number;
  active: boolean;
}

export class LevelNode extends Node {
  readonly name = 'LevelBackward';
  readonly level: Level;
  constructor(level: Level, edge: Edge | null) {
    super();
    this.level = level;
    this.edges = [edge];
  }
  apply(grads: Grads): Grads {
    return [grads[0]];
  }
}

/** An input of a level. */
export function intoLevel(t: Tensor, level: Level, edge: Edge | null): Tensor {
  const inner = alias(t);
  setHistory(inner, new LevelNode(level, edge));
  return inner;
}

function bare(t: Tensor): Tensor {
  const made = alias(t);
  const behind = t.batch as Behind | null;
  if (behind) made.batch = behind.around(bare(behind.value));
  return made;
}

/** A result as the world outside the level sees it: without history where none of it lies outside. */
export function outOfLevel(t: Tensor, gradMode: boolean, views: ViewContext): Tensor {
  if (!requiresGrad(t)) return t;
  return gradMode && leadsOutside(gradientEdge(t, views)?.node ?? null) ? t : bare(t);
}

function leadsOutside(from: Node | null): boolean {
  const seen = new Set<Node>();
  const todo = from ? [from] : [];
  for (let n = todo.pop(); n; n = todo.pop()) {
    if (seen.has(n)) continue;
    seen.add(n);
    if (n instanceof AccumulateGrad || (n instanceof LevelNode && n.level.active)) return true;
    for (const e of n.edges) if (e) todo.push(e.node);
  }
  return false;
}

const oldest = new WeakMap<Node, number>();

/** Number of the oldest level of `grad` that a history leads to; none is older than what a program itself asks for. */
export function oldestLevel(from: Node): number {
  const order: Node[] = [];
  const seen = new Set<Node>();
  for (const todo = [from]; todo.length > 0;) {
    const n = todo.pop() as Node;
    if (seen.has(n) || oldest.has(n)) continue;
    seen.add(n);
    order.push(n);
    for (const e of n.edges) if (e) todo.push(e.node);
  }
  // Several times over, as a node may stand before those it leads to.
  for (let changed = true; changed;) {
    changed = false;
    for (const n of order) {
      let least = n instanceof AccumulateGrad ? 0 : n instanceof LevelNode ? n.level.id : Number.POSITIVE_INFINITY;
      for (const e of n.edges) if (e) least = Math.min(least, oldest.get(e.node) ?? Number.POSITIVE_INFINITY);
      if (oldest.get(n) !== least) {
        oldest.set(n, least);
        changed = true;
      }
    }
  }
  return oldest.get(from) as number;
}

/**
 * Levels of function transforms (`torch.func.grad`): inside a level its inputs are differentiable, whatever they are
 * outside; what leaves the level keeps only the history that an outer level, or the program itself, asks for.
 *
 * Idea: functorch's TensorWrapper. There each level is a layer of tensors; here an input of a level is another tensor
 * over the same storage, whose node leads on to the history outside. Neither way in nor out leaves a row.
 * Leaves out: vmap and forward-mode levels, changes in place across a level.
 */
import { Tensor } from '../../tensor/tensor.ts';
import { AccumulateGrad } from './accumulate.ts';
import { requiresGrad } from './meta.ts';
import { type Edge, type Grads, Node, setHistory } from './node.ts';
import { gradientEdge, type ViewContext } from './views.ts';

export interface Level {
  active: boolean;
}

class LevelNode extends Node {
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

const over = (t: Tensor): Tensor => new Tensor(t.storage, t.dtype, t.sizes, t.strides, t.offset);

/** An input of a level. */
export function intoLevel(t: Tensor, level: Level, views: ViewContext): Tensor {
  const inner = over(t);
  setHistory(inner, new LevelNode(level, requiresGrad(t) ? gradientEdge(t, views) : null));
  return inner;
}

/** A result as the world outside the level sees it: without history where none of it lies outside. */
export function outOfLevel(t: Tensor, gradMode: boolean, views: ViewContext): Tensor {
  if (!requiresGrad(t)) return t;
  return gradMode && leadsOutside(gradientEdge(t, views)?.node ?? null) ? t : over(t);
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

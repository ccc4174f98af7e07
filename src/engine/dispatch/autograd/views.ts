/**
 * Views and in-place changes: which base a view belongs to, what an in-place operator may touch, and how history is
 * rebuilt afterwards (CopySlices on the base, AsStridedBackward0 on its views).
 *
 * Behaviour of variable.cpp (`handle_view_on_rebase`, `grad_fn`), VariableTypeUtils.h (`check_inplace`, `as_view`) and
 * tensor.cpp (`CopySlices`). Leaves out: replaying views of layouts without strides.
 */
import type { Arg, Call, Op } from '../../aten/op.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { AccumulateGrad } from './accumulate.ts';
import { baseChanged, type Behind, type Creation, metaOf, peek, requiresGrad, touch } from './meta.ts';
import { type Edge, type Grads, Node, setHistory, type Steps } from './node.ts';
import { OpNode } from './op_node.ts';

export interface ViewContext {
  readonly call: Call;
  readonly asStrided: Op;
  /** While a graph is traced: the view operators that lead to a tensor, replayed where else `as_strided` would stand. */
  steps: ((t: Tensor) => readonly ViewStep[]) | null;
}

export interface ViewStep {
  readonly op: Op;
  /** Arguments after the first. */
  readonly args: readonly Arg[];
  /** Which result, for operators that give several views. */
  readonly index: number;
}

function replay(call: Call, base: Tensor, steps: readonly ViewStep[]): Tensor {
  let t = base;
  for (const s of steps) {
    const made = call(s.op.overload, t, ...s.args);
    t = (Array.isArray(made) ? made[s.index] : made) as Tensor;
  }
  return t;
}

const stepsFrom = (view: Tensor, base: Tensor, cx: ViewContext): readonly ViewStep[] | null =>
  cx.steps === null ? null : cx.steps(view).slice(cx.steps(base).length);

/** The edge that a gradient of `t` flows along; null where none is wanted. */
export function gradientEdge(t: Tensor, cx: ViewContext): Edge | null {
  const fn = gradFnOf(t, cx);
  if (fn) return { node: fn, inputNr: metaOf(t).outputNr };
  const m = peek(t);
  if (!m?.requiresGrad) return t.batch === null ? null : ((t.batch as Behind).edge(cx.call, (v) => gradientEdge(v, cx)) as Edge | null);
  m.accumulator ??= new AccumulateGrad(t);
  return { node: m.accumulator, inputNr: 0 };
}

/** `grad_fn`, made anew for a view whose base has changed since. */
export function gradFnOf(t: Tensor, cx: ViewContext): Node | null {
  const m = peek(t);
  if (!m) return null;
  const v = m.view;
  if (!v || !baseChanged(m)) return m.gradFn;
  const steps = stepsFrom(t, v.base, cx);
  if (steps !== null && steps.length > 0) {
    v.attrVersion = m.version.n;
    const again = replay(cx.call, v.base, steps);
    touch(t);
    m.gradFn = peek(again)?.gradFn ?? null;
    m.outputNr = peek(again)?.outputNr ?? 0;
    return m.gradFn;
  }
  const node = new OpNode(cx.asStrided, cx.call, (x) => x, null);
  const args = [v.base, t.sizes, t.strides, t.offset];
  node.connect(args, (x) => gradientEdge(x, cx));
  node.keepArgs(args, -1, () => t);
  node.addOutput(t);
  touch(t);
  m.gradFn = node;
  m.outputNr = 0;
  v.attrVersion = m.version.n;
  return node;
}

const LAST_WORDS: Readonly<Record<Exclude<Creation, 'default'>, string>> = {
  no_grad:
    " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and the inplace either both inside the no_grad block (if you don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked).",
  multi_output:
    ' This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace. You should replace the inplace operation by an out-of-place one.',
  in_custom_function:
    ' This view was created inside a custom Function (or because an input was returned as-is) and the autograd logic to handle view+inplace would override the custom backward associated with the custom Function, leading to incorrect gradients. This behavior is forbidden. You can fix this by cloning the output of the custom Function.',
  inference: ' Given that this use case is ambiguous and error-prone, it is forbidden.',
};

export function checkInplace(t: Tensor, gradMode: boolean, cx: ViewContext, name = ''): void {
  if (!gradMode) return;
  if (name.startsWith('resize_') && requiresGrad(t)) throw runtimeError('cannot resize variables that require grad');
  const m = peek(t);
  if (!m) return;
  if (m.view) {
    const { creation, base } = m.view;
    if (creation !== 'default') {
      const prefix = m.gradFn
        ? `Output ${m.outputNr} of ${m.gradFn.name.replace(/Backward\d*$/, '')} is a view and is being modified inplace.`
        : 'A view was created in no_grad mode and is being modified inplace with grad mode enabled.';
      throw runtimeError(prefix + LAST_WORDS[creation]);
    }
    if (requiresGrad(t) && gradFnOf(base, cx) === null) {
      throw runtimeError('a view of a leaf Variable that requires grad is being used in an in-place operation.');
    }
  }
  if (m.requiresGrad && gradFnOf(t, cx) === null) {
    throw runtimeError('a leaf Variable that requires grad is being used in an in-place operation.');
  }
}

/** After an in-place operator: `self` is now what `node` made. */
export function rebaseHistory(self: Tensor, node: Node, cx: ViewContext): void {
  const m = touch(self);
  if (!m.view) {
    setHistory(self, node);
    return;
  }
  node.addOutput(self);
  const base = m.view.base;
  const slices = new CopySlices(base, self, node, cx);
  touch(base);
  const b = metaOf(base);
  b.gradFn = slices;
  b.outputNr = 0;
  gradFnOf(self, cx);
}

class CopySlices extends Node {
  readonly name = 'CopySlices';
  private readonly call: Call;
  private readonly fn: Node;
  private readonly base: { sizes: readonly number[]; strides: readonly number[]; offset: number };
  private readonly steps: readonly ViewStep[] | null;
  private readonly view: { sizes: readonly number[]; strides: readonly number[]; offset: number };

  constructor(base: Tensor, view: Tensor, fn: Node, cx: ViewContext) {
    super();
    this.call = cx.call;
    this.fn = fn;
    this.steps = stepsFrom(view, base, cx);
    this.base = { sizes: base.sizes, strides: base.strides, offset: base.offset };
    this.view = { sizes: view.sizes, strides: view.strides, offset: view.offset };
    this.addOutput(base);
    this.edges = [gradientEdge(base, cx), ...fn.edges.slice(1)];
  }

  *apply(grads: Grads): Steps<Grads> {
    const grad = grads[0];
    if (grad === null) return this.edges.map(() => null);
    const { call, base, view } = this;
    const empty = call.one('new_empty_strided', grad, base.sizes, base.strides);
    const result = call.one('copy_', empty, grad);
    const slice = this.steps ? replay(call, result, this.steps) : call.one('as_strided', result, view.sizes, view.strides, view.offset - base.offset);
    const made = this.fn.apply([call.one('clone', slice, 'contiguous_format')]);
    const inner = Array.isArray(made) ? made : yield* made;
    return this.edges.map((e, i) => {
      const g = inner[i] ?? null;
      if (i > 0 || e === null) return e === null ? null : g;
      if (g !== null) call('copy_', slice, g);
      return result;
    });
  }

  override release(): void {
    this.fn.release();
  }
}

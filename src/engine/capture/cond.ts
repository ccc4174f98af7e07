/**
 * `torch.cond`: outside a trace the branch that holds runs (PyTorch compiles a function of its own for it, which makes a
 * row); inside, both branches are recorded and become one operator of the graph.
 *
 * Idea: torch/_higher_order_ops/cond.py and CondHigherOrderVariable. Checks and messages are PyTorch's.
 * Leaves out: operands other than (nested lists and tuples of) tensors, breaks inside a branch.
 */
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import { raise, Unsupported } from '../python/errors.ts';
import type { NativeGen } from '../python/functions.ts';
import { part } from '../python/packs.ts';
import { PyFloat, type Value } from '../python/values.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { BreakSignal } from './breaks.ts';
import type { CaptureContext } from './context.ts';
import { tensorOf } from './guards.ts';
import { Row } from './rows.ts';

const stages = part<typeof import('../graph/stages.ts')>('graph', 'stages');

/** Tensors of a branch's result, in order. */
function leaves(v: Value): Tensor[] {
  const t = tensorOf(v);
  if (t) return [t];
  if (v instanceof PyList || v instanceof PyTuple) return v.items.flatMap(leaves);
  if (v instanceof PyDict) return v.values().flatMap(leaves);
  throw new Unsupported('a branch of torch.cond that returns something that is no tensor');
}

/** The result of the first branch with other tensors in it. */
function rebuilt(v: Value, next: () => Value): Value {
  if (tensorOf(v)) return next();
  if (v instanceof PyTuple) return new PyTuple(v.items.map((x) => rebuilt(x, next)));
  if (v instanceof PyList) return new PyList(v.items.map((x) => rebuilt(x, next)));
  const d = new PyDict();
  for (const [k, x] of (v as PyDict).entries()) d.set(k, rebuilt(x, next));
  return d;
}

const isSequence = (v: Value): v is PyTuple | PyList => v instanceof PyTuple || v instanceof PyList;

/** `torch.cond(pred, true_fn, false_fn, operands=())` */
export function* cond(cx: CaptureContext, pred: Value, onTrue: Value, onFalse: Value, operands: Value): NativeGen {
  if (!isSequence(operands)) {
    raise('RuntimeError', `Expect operands to be a tuple of possibly nested dict/list/tuple that only consists of tensor leaves, but got ${String(operands)}.`);
  }
  const args = [...operands.items];
  const t = tensorOf(pred);
  if (t === null) {
    if (typeof pred !== 'boolean' && typeof pred !== 'number' && !(pred instanceof PyFloat))
      raise('RuntimeError', 'Expected pred to be bool or tensor, but got something else.');
    return yield* cx.vm.call((pred instanceof PyFloat ? pred.v : pred) ? onTrue : onFalse, args);
  }
  if (t.numel !== 1) raise('RuntimeError', `Expected pred to be bool or single-element tensor, but got Tensor with ${t.numel} elements.`);
  if (cx.mode !== 'tracing' || cx.recorder === null) {
    if (cx.d.requiresGrad(t)) raise('RuntimeError', 'torch.cond does not support a predicate that requires gradients.');
    cx.rows.enter(new Row('_cond_op_wrapper', null));
    cx.rows.leave();
    return yield* cx.vm.call(cx.d.belowAutograd(() => cx.d.run('item', [t])) ? onTrue : onFalse, args);
  }
  return yield* traced(cx, t, [onTrue, onFalse], args);
}

function* traced(cx: CaptureContext, pred: Tensor, branches: readonly Value[], args: Value[]): NativeGen {
  const outer = cx.recorder as NonNullable<typeof cx.recorder>;
  const { condOp } = stages();
  const made: { value: Value; captured: ReturnType<typeof outer.captured> }[] = [];
  for (const f of branches) {
    try {
      made.push(
        yield* outer.branch(function* (inner) {
          cx.recorder = inner;
          return yield* cx.vm.call(f, args);
        }, leaves),
      );
    } catch (e) {
      throw e instanceof BreakSignal ? new Unsupported(`a graph break inside torch.cond (${e.kind.type})`, e.line) : e;
    } finally {
      cx.recorder = outer;
    }
  }
  const [a, b] = made;
  const shape = (x: Tensor): string => `${x.dtype.name}[${x.sizes.join()}]`;
  if (a.captured.outputs.map(shape).join() !== b.captured.outputs.map(shape).join())
    throw new Unsupported('torch.cond with branches that give different shapes');
  const outs = outer.higher((operands) => condOp(cx.d, [a.captured, b.captured], operands), pred, [a.captured, b.captured]);
  let i = 0;
  return rebuilt(a.value, () => cx.wrap(outs[i++]));
}

/** The autograd engine's public face: `backward`, `grad`, and the small operations on a tensor's meta. */
import { part } from '../../python/packs.ts';
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { Engine } from './engine.ts';
import { metaOf, peek, requiresGrad, touch } from './meta.ts';
import type { Edge, Steps } from './node.ts';
import { gradFnOf, gradientEdge } from './views.ts';

const words = part<typeof import('../../tensor/words.ts')>('faults', 'words');

export interface BackwardOptions {
  tensors: Tensor[];
  /** null: ones of the tensor's shape, scalars only. */
  grads: (Tensor | null)[];
  retainGraph: boolean;
  createGraph: boolean;
  /** `autograd.grad`: gradients of these are returned; `backward(inputs=…)`: accumulated into these alone. */
  inputs: Tensor[] | null;
  accumulate: boolean;
  allowUnused: boolean;
}

const list = (s: readonly number[]): string => `torch.Size([${s.join(', ')}])`;

/** Runs the engine; yields where a hook or a Python-defined backward must run. */
export function* backward(d: Dispatcher, o: BackwardOptions): Steps<(Tensor | null)[]> {
  const phase = d.phase;
  const mode = d.gradMode;
  d.phase = 'backward';
  try {
    const grads = o.tensors.map((t, i) => initialGrad(d, t, o.grads[i] ?? null));
    const roots = o.tensors.map((t, i) => rootOf(d, t, i));
    const outputs = (o.inputs ?? []).map((t, i) => wantedEdge(d, t, i));
    d.gradMode = o.createGraph;
    const engine = new Engine({
      roots,
      grads,
      keepGraph: o.retainGraph,
      outputs: outputs.filter((e): e is Edge => e !== null),
      accumulate: o.accumulate,
      call: d.call,
      gradMode: () => d.gradMode,
      held: new Set(grads.filter((g): g is Tensor => g !== null)),
    });
    const captured = yield* engine.run();
    if (!o.inputs || o.accumulate) return [];
    let k = 0;
    return outputs.map((e, i) => {
      const g = e === null ? null : captured[k++];
      if (g === null && !o.allowUnused) {
        throw runtimeError(
          `The differentiated Tensor at index ${i} appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.`,
        );
      }
      return g;
    });
  } finally {
    d.phase = phase;
    d.gradMode = mode;
  }
}

/** For callers without hooks: refuses to be interrupted. */
export function runBackward(d: Dispatcher, o: Partial<BackwardOptions> & { tensors: Tensor[] }): (Tensor | null)[] {
  const steps = backward(d, {
    grads: [],
    retainGraph: false,
    createGraph: false,
    inputs: null,
    accumulate: o.inputs === undefined || o.inputs === null,
    allowUnused: false,
    ...o,
  });
  const r = steps.next();
  if (!r.done) throw new Error('backward needs a caller that runs hooks');
  return r.value;
}

function initialGrad(d: Dispatcher, t: Tensor, given: Tensor | null): Tensor | null {
  if (given) {
    if (given.sizes.length !== t.sizes.length || given.sizes.some((s, i) => s !== t.sizes[i])) {
      throw runtimeError(`Mismatch in shape: grad_output[0] has a shape of ${list(given.sizes)} and output[0] has a shape of ${list(t.sizes)}.`);
    }
    return given;
  }
  if (!requiresGrad(t)) return null;
  if (t.numel !== 1) throw runtimeError('grad can be implicitly created only for scalar outputs');
  if (t.dtype.category !== 'float') throw runtimeError(`grad can be implicitly created only for real scalar outputs but got torch.${t.dtype.name}`);
  return d.call.one('ones_like', t, null, null, null, null, 'preserve_format');
}

function rootOf(d: Dispatcher, t: Tensor, i: number): Edge {
  const e = gradientEdge(t, d.views);
  if (!e) throw runtimeError(`element ${i} of tensors does not require grad and does not have a grad_fn`);
  return e;
}

function wantedEdge(d: Dispatcher, t: Tensor, _i: number): Edge | null {
  if (!requiresGrad(t)) throw runtimeError('One of the differentiated Tensors does not require grad');
  return gradientEdge(t, d.views);
}

/** `t.requires_grad_(on)`; `assigned`: `t.requires_grad = on`, which words its error otherwise. */
export function setRequiresGrad(d: Dispatcher, t: Tensor, on: boolean, assigned = false): void {
  if (gradFnOf(t, d.views) !== null) {
    if (on) return;
    throw runtimeError(words().NOT_A_LEAF);
  }
  if (on && t.dtype.category !== 'float' && t.dtype.category !== 'complex') {
    throw runtimeError(`only Tensors of floating point ${assigned ? 'and complex ' : ''}dtype can require gradients`);
  }
  touch(t);
  metaOf(t).requiresGrad = on;
}

export const isLeaf = (d: Dispatcher, t: Tensor): boolean => gradFnOf(t, d.views) === null;

/** `t.retain_grad()` */
export function retainGrad(d: Dispatcher, t: Tensor): void {
  if (!requiresGrad(t)) throw runtimeError("can't retain_grad on Tensor that has requires_grad=False");
  const fn = gradFnOf(t, d.views);
  if (fn === null || peek(t)?.retainsGrad) return;
  const m = touch(t);
  m.retainsGrad = true;
  fn.retained.push({ outputNr: m.outputNr, tensor: t });
}

let hookIds = 0;

/** `t.register_hook(hook)`: returns a handle's key. */
export function registerHook(d: Dispatcher, t: Tensor, hook: unknown): { key: number; remove: () => void } {
  if (!requiresGrad(t)) throw runtimeError("cannot register a hook on a tensor that doesn't require gradient");
  const m = touch(t);
  const fn = gradFnOf(t, d.views);
  const key = hookIds++;
  if (m.hooks === null) {
    m.hooks = new Map();
    if (fn) fn.tensorHooks.push({ outputNr: m.outputNr, hooks: m.hooks });
  }
  m.hooks.set(key, hook);
  return { key, remove: () => m.hooks?.delete(key) };
}

/** `t.register_post_accumulate_grad_hook(hook)` */
export function registerPostAccumulateHook(d: Dispatcher, t: Tensor, hook: unknown): { key: number; remove: () => void } {
  if (!requiresGrad(t)) throw runtimeError("cannot register a hook on a tensor that doesn't require gradient");
  if (gradFnOf(t, d.views) !== null) throw runtimeError('post accumulate grad hooks cannot be registered on non-leaf tensors');
  const m = touch(t);
  m.postAccumulateHooks ??= new Map();
  const key = hookIds++;
  m.postAccumulateHooks.set(key, hook);
  return { key, remove: () => m.postAccumulateHooks?.delete(key) };
}

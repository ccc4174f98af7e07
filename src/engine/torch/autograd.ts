/**
 * `backward()` and `torch.autograd.grad`: seeds the gradients, runs the engine, answers its requests with Python calls.
 *
 * Behaviour and messages of torch/autograd/__init__.py and python_engine.cpp. Hooks and Python-defined backward functions
 * run as calls of the evaluator, so they may block or be stepped through like any code.
 * Leaves out: batched gradients, anomaly mode's second traceback.
 */
import { hintAnew } from '../dispatch/autograd/anomaly-hint.ts';
import { Engine } from '../dispatch/autograd/engine.ts';
import { isView, metaOf, touch } from '../dispatch/autograd/meta.ts';
import type { Edge, Grads, Request } from '../dispatch/autograd/node.ts';
import { gradientEdge } from '../dispatch/autograd/views.ts';
import { PyTuple } from '../python/containers.ts';
import { PyError, raise, Unsupported } from '../python/errors.ts';
import type { NativeGen, Request as CallRequest } from '../python/functions.ts';
import type { VM } from '../python/vm.ts';
import { PyFloat, type Value } from '../python/values.ts';
import { Tensor } from '../tensor/tensor.ts';
import { FunctionNode, runBackwardOf } from './function.ts';
import { addHook, type Handle } from './handles.ts';
import { PyTensor, wrap } from './objects.ts';
import { call, one, runtime } from './runtime.ts';
import { isSequence, tpName } from './arguments.ts';

const wrapped = (g: Tensor | null): Value => (g === null ? null : wrap(g));
const tensorOrNull = (v: Value): Tensor | null => (v instanceof PyTensor ? v.t : null);

/** A tensor's hook answers with a gradient or with nothing (python_hook.cpp, `check_result`). */
function hookResult(v: Value): Tensor | null {
  if (v !== null && !(v instanceof PyTensor)) raise('TypeError', `expected Variable, but hook returned '${tpName(v)}'`);
  return tensorOrNull(v);
}

function grads(v: Value): Grads | null {
  if (v === null) return null;
  return isSequence(v) ? v.items.map(tensorOrNull) : [tensorOrNull(v)];
}

/** Answers the backward engine: a hook or a Python-defined backward function, run by the evaluator. */
export function* answer(vm: VM, r: Request): Generator<CallRequest, unknown, Value> {
  switch (r.kind) {
    case 'tensor-hook':
      return hookResult(yield* vm.call(r.hook as Value, [wrap(r.grad)])) as never;
    case 'post-accumulate-hook':
      yield* vm.call(r.hook as Value, [wrap(r.tensor)]);
      return null;
    case 'pre-hook':
      return grads(yield* vm.call(r.hook as Value, [new PyTuple(r.grads.map(wrapped))])) as never;
    case 'post-hook':
      return grads(yield* vm.call(r.hook as Value, [new PyTuple(r.outputs.map(wrapped)), new PyTuple(r.inputs.map(wrapped))])) as never;
    case 'unpack': {
      const t = tensorOrNull(yield* vm.call(r.hook as Value, [r.packed as Value]));
      if (t === null) raise('TypeError', 'Output of saved tensor unpack_hook expected to be a Tensor but got result of a different type');
      return t;
    }
    case 'wait':
      yield* vm.block(r.reason);
      return null;
    default:
      return (yield* runBackwardOf(vm, r.node as FunctionNode, r.grads)) as never;
  }
}

interface Run {
  roots: Tensor[];
  grads: Tensor[];
  inputs: Tensor[] | null;
  retain: boolean;
  create: boolean;
  accumulate: boolean;
}

function edgeOf(t: Tensor): Edge | null {
  return gradientEdge(t, runtime().dispatcher.views);
}

function inputEdge(t: Tensor, i: number, accumulate: boolean): Edge {
  const e = edgeOf(t);
  if (!e || !runtime().dispatcher.requiresGrad(t)) {
    raise('RuntimeError', accumulate ? `One of the differentiated Tensors does not require grad` : 'One of the differentiated Tensors does not require grad');
  }
  void i;
  return e;
}

/** Anomaly mode of a run: whether it is on, and whether it looks for NaN. */
export const anomaly = new WeakMap<object, { on: boolean; nan: boolean }>();

/** The engine at work, by the rank's dispatcher. */
export const engines = new WeakMap<object, Engine>();

function* runEngine(vm: VM, o: Run): Generator<CallRequest, (Tensor | null)[], Value> {
  const d = runtime().dispatcher;
  const roots = o.roots.map((t, i) => {
    const e = edgeOf(t);
    if (!e) raise('RuntimeError', `element ${i} of tensors does not require grad and does not have a grad_fn`);
    return e;
  });
  const engine = new Engine({
    roots,
    grads: o.grads,
    keepGraph: o.retain,
    outputs: (o.inputs ?? []).map((t, i) => inputEdge(t, i, o.accumulate)),
    accumulate: o.accumulate,
    call: d.call,
    gradMode: () => d.gradMode,
    held: new Set(o.grads),
    hasNan: anomaly.get(d)?.nan ? (t) => d.belowAutograd(() => Boolean(call('_local_scalar_dense', one('_is_any_true', one('isnan', t))))) : null,
  });
  const { phase, gradMode } = d;
  const task = runtime().graphTask;
  const outer = engines.get(d);
  engines.set(d, engine);
  d.phase = 'backward';
  d.gradMode = o.create;
  runtime().graphTask = ++runtime().graphTasks;
  try {
    const steps = engine.run();
    let r = steps.next();
    while (!r.done) r = steps.next(yield* answer(vm, r.value));
    for (const f of runtime().afterBackward.splice(0)) yield* vm.call(f, []);
    return r.value as never;
  } catch (e) {
    if (e instanceof PyError && anomaly.get(d)?.on) hintAnew(e);
    throw e;
  } finally {
    d.phase = phase;
    d.gradMode = gradMode;
    runtime().graphTask = task;
    if (outer) engines.set(d, outer);
    else engines.delete(d);
  }
}

/** What autograd makes beside its run. Inside an optimizer's closure it belongs to the step: no backward pass has begun. */
function beside<T>(make: () => T): T {
  const d = runtime().dispatcher;
  const { phase } = d;
  if (phase !== 'optimizer') d.phase = 'backward';
  try {
    return make();
  } finally {
    d.phase = phase;
  }
}

/** Gradients to start from: ones for scalars where none are given. */
function seeds(roots: readonly Tensor[], given: readonly Value[]): Tensor[] {
  const d = runtime().dispatcher;
  return beside(() => {
    if (given.length > 0 && given.length !== roots.length) raise('RuntimeError', `got ${roots.length} tensors and ${given.length} gradients`);
    return roots.map((t, i) => {
      const g = given[i] ?? null;
      if (g instanceof PyTensor) {
        if (g.t.sizes.join() !== t.sizes.join()) {
          raise(
            'RuntimeError',
            `Mismatch in shape: grad_output[${i}] has a shape of torch.Size([${g.t.sizes.join(', ')}]) and output[${i}] has a shape of torch.Size([${t.sizes.join(', ')}]).`,
          );
        }
        return g.t;
      }
      if (g !== null)
        raise(
          'TypeError',
          given.length === 1 && (typeof g !== 'object' || g instanceof PyFloat)
            ? `'${tpName(g)}' object is not iterable`
            : `gradients can be either Tensors or None, but got ${tpName(g)}`,
        );
      if (!d.requiresGrad(t)) raise('RuntimeError', `element ${i} of tensors does not require grad and does not have a grad_fn`);
      if (t.numel !== 1) raise('RuntimeError', 'grad can be implicitly created only for scalar outputs');
      if (t.dtype.category !== 'float') raise('RuntimeError', `grad can be implicitly created only for real scalar outputs but got torch.${t.dtype.name}`);
      return one('ones_like', t, null, null, null, null, 'preserve_format');
    });
  });
}

const list = (v: Value | undefined): readonly Value[] => (v === undefined || v === null ? [] : isSequence(v) ? v.items : [v]);

function tensorsOf(v: Value, what: string): Tensor[] {
  return list(v).map((x) => {
    if (!(x instanceof PyTensor)) raise('TypeError', `${what} must be Tensors, but got ${tpName(x)}`);
    return x.t;
  });
}

export interface BackwardOptions {
  gradTensors: Value;
  retain: boolean | null;
  create: boolean;
  inputs: Value;
}

export function* backward(vm: VM, tensors: Value, o: BackwardOptions): NativeGen {
  const inputs = o.inputs === null ? null : tensorsOf(o.inputs, 'inputs');
  if (inputs && inputs.length === 0) raise('RuntimeError', '`inputs` argument to `backward()` cannot be empty.');
  const roots = tensorsOf(tensors, 'tensors');
  const g = seeds(roots, list(o.gradTensors));
  yield* runEngine(vm, { roots, grads: g, inputs, retain: o.retain ?? o.create, create: o.create, accumulate: true });
  return null;
}

export interface GradOptions extends BackwardOptions {
  allowUnused: boolean | null;
  materialize: boolean;
}

export function* grad(vm: VM, outputs: Value, o: GradOptions): NativeGen {
  const roots = tensorsOf(outputs, 'outputs');
  const inputs = tensorsOf(o.inputs, 'inputs');
  if (inputs.length === 0) raise('ValueError', 'grad requires non-empty inputs.');
  const allow = o.allowUnused ?? o.materialize;
  const g = seeds(roots, list(o.gradTensors));
  const found = (yield* runEngine(vm, {
    roots,
    grads: g,
    inputs,
    retain: o.retain ?? o.create,
    create: o.create,
    accumulate: false,
  })) as unknown as (Tensor | null)[];
  return new PyTuple(
    found.map((t, i) => {
      if (t) return wrap(t);
      if (!allow) {
        raise(
          'RuntimeError',
          `The differentiated Tensor at index ${i} appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.`,
        );
      }
      if (!o.materialize) return null;
      const z = beside(() => one('zeros_like', inputs[i], null, null, null, null, null));
      touch(z).requiresGrad = o.create === true;
      return wrap(z);
    }),
  );
}

/** `tensor.register_hook` */
export function registerHook(t: Tensor, hook: Value): Handle {
  const d = runtime().dispatcher;
  if (!d.requiresGrad(t)) raise('RuntimeError', "cannot register a hook on a tensor that doesn't require gradient");
  if (d.steps && d.gradFn(t) === null) throw new Unsupported('a hook on a leaf tensor inside a compiled function');
  d.steps?.({ reads: [t], makes: [], again: (map) => void hookOn(map(t), hook) });
  return hookOn(t, hook);
}

function hookOn(t: Tensor, hook: Value): Handle {
  const node = runtime().dispatcher.gradFn(t);
  const m = touch(t);
  if (m.hooks === null) {
    m.hooks = new Map();
    if (node) node.tensorHooks.push({ outputNr: m.outputNr, hooks: m.hooks });
  }
  return addHook(m.hooks, hook);
}

export function registerPostAccumulateHook(t: Tensor, hook: Value): Handle {
  const d = runtime().dispatcher;
  if (!d.requiresGrad(t)) raise('RuntimeError', "cannot register a hook on a tensor that doesn't require gradient");
  if (d.gradFn(t)) raise('RuntimeError', 'post accumulate grad hooks cannot be registered on non-leaf tensors');
  return addHook((touch(t).postAccumulateHooks ??= new Map()), hook);
}

/** `detach_`: the tensor forgets its history; a view shares its base's, and is refused. */
export function detachInPlace(t: Tensor): void {
  if (isView(t)) {
    raise(
      'RuntimeError',
      "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution.",
    );
  }
  const m = touch(t);
  m.requiresGrad = false;
  m.gradFn = null;
  m.outputNr = 0;
}

export function retainGrad(t: Tensor): void {
  const d = runtime().dispatcher;
  if (!d.requiresGrad(t)) raise('RuntimeError', "can't retain_grad on Tensor that has requires_grad=False");
  const node = d.gradFn(t);
  const m = touch(t);
  if (!node || m.retainsGrad) return;
  m.retainsGrad = true;
  node.retained.push({ outputNr: metaOf(t).outputNr, tensor: t });
}

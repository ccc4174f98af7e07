/**
 * torch.autograd.Function: operators whose forward and backward are Python.
 *
 * Idea: python_function.cpp. `apply` runs `forward` without gradients, then ties the outputs to a node whose backward
 * asks the evaluator to call the class's `backward`. The node's Python object is `ctx`.
 */
import { forwardMode } from '../dispatch/autograd/alias.ts';
import { kept } from '../dispatch/autograd/kept.ts';
import { bumpVersion, peek, requiresGrad, touch } from '../dispatch/autograd/meta.ts';
import { type Grads, Held, Node, type Request, Saved, SECOND_BACKWARD, setHistory } from '../dispatch/autograd/node.ts';
import { gradientEdge, gradFnOf, rebaseHistory } from '../dispatch/autograd/views.ts';
import { PyTuple } from '../python/containers.ts';
import { excType, raise } from '../python/errors.ts';
import { isGen, type NativeGen, type NativeResult, type PyModule, type Request as CallRequest } from '../python/functions.ts';
import { extendType } from '../python/native.ts';
import { newType, type PyType } from '../python/types.ts';
import { idOf, PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { isSequence, tpName } from './arguments.ts';
import { nodeType } from './nodes.ts';
import { PyTensor, wrap } from './objects.ts';
import { one, runtime } from './runtime.ts';

export class FunctionNode extends Node {
  readonly name: string;
  readonly ctx: PyContext;
  /** Positions of tensor arguments among all arguments. */
  positions: number[] = [];
  argCount = 0;
  constructor(name: string, ctx: PyContext) {
    super();
    this.name = name;
    this.ctx = ctx;
  }
  *apply(grads: Grads): Generator<Request, Grads, unknown> {
    return (yield { kind: 'function', node: this, payload: this.ctx, grads }) as Grads;
  }
  override release(): void {
    super.release();
    this.ctx.freed = true;
  }
}

const contextType = newType('FunctionCtx', nodeType, 'torch.autograd.function');
contextType.hasDict = true;

const contextTypes = new WeakMap<PyType, PyType>();

/** The type of a function's contexts, which are its nodes in the graph too: FunctionMeta makes one beside each class. */
function contextTypeOf(owner: PyType): PyType {
  let type = contextTypes.get(owner);
  if (!type) {
    type = newType(`${owner.name}Backward`, contextType, 'torch.autograd.function');
    type.hasDict = true;
    contextTypes.set(owner, type);
  }
  return type;
}

export class PyContext extends PyInstance {
  node: FunctionNode | null = null;
  owner: PyType;
  toSave: Value[] = [];
  saved: (Saved | null)[] = [];
  toSaveForward: Value[] | null = null;
  /** What `saved_tensors` is while `jvp` runs. */
  forForward: Value[] | null = null;
  dirty = new Set<Value>();
  nonDifferentiable = new Set<Value>();
  materialize = true;
  freed = false;
  needs: boolean[] = [];
  constructor(owner: PyType) {
    super(contextTypeOf(owner));
    this.owner = owner;
  }
}

const all = (args: Value[]): Value[] => args;

function savedTensors(vm: VM, self: PyContext): NativeResult {
  if (self.forForward !== null) return new PyTuple(self.forForward);
  if (self.freed) raise('RuntimeError', SECOND_BACKWARD);
  if (self.saved.length === 0) return new PyTuple(self.toSave);
  if (self.saved.some((s) => s instanceof Held)) return fetch(vm, self);
  return new PyTuple(self.saved.map((s) => (s === null ? null : wrap(s.unpack(self.node as FunctionNode)))));
}

extendType(contextType, {
  methods: {
    'save_for_backward(self, *tensors)': (_vm, self: PyContext, tensors: Value[]) => {
      for (const t of tensors) {
        if (t !== null && !(t instanceof PyTensor)) raise('TypeError', `save_for_backward can only save variables, but argument 0 is of type ${tpName(t)}`);
      }
      self.toSave = all(tensors);
      return null;
    },
    'save_for_forward(self, *tensors)': (_vm, self: PyContext, tensors: Value[]) => {
      self.toSaveForward = all(tensors);
      return null;
    },
    'mark_dirty(self, *args)': (_vm, self: PyContext, args: Value[]) => {
      for (const a of args) self.dirty.add(a);
      return null;
    },
    'mark_non_differentiable(self, *args)': (_vm, self: PyContext, args: Value[]) => {
      for (const a of args) self.nonDifferentiable.add(a);
      return null;
    },
    'set_materialize_grads(self, value)': (_vm, self: PyContext, value: boolean) => {
      self.materialize = value;
      return null;
    },
    'name(self)': (_vm, self: PyContext) => `${self.owner.name}Backward`,
    '__repr__(self)': (_vm, self: PyContext) => `<torch.autograd.function.${self.owner.name}Backward object at 0x${idOf(self).toString(16)}>`,
  },
  attrs: {
    saved_tensors: savedTensors as never,
    saved_variables: function* (vm: VM, self: PyContext): NativeGen {
      const r = vm.importModule('warnings');
      const warnings = (isGen(r) ? yield* r : r) as PyModule;
      yield* vm.call(warnings.attrs.get('warn') as Value, ["'saved_variables' is deprecated; use 'saved_tensors'", excType('DeprecationWarning')]);
      const found = savedTensors(vm, self);
      return isGen(found) ? yield* found : found;
    } as never,
    needs_input_grad: ((_vm: unknown, self: PyContext) => new PyTuple(self.needs)) as never,
  },
});

/** `cls.apply(*args)` */
export function* applyFunction(vm: VM, cls: PyType, args: Value[]): NativeGen {
  const forward = forwardMode.apply?.(vm, cls, args, applied, unwrapStatic) as NativeGen | null | undefined;
  return forward ? yield* forward : (yield* applied(vm, cls, args)).out;
}

function* applied(vm: VM, cls: PyType, args: Value[]): Generator<CallRequest, { out: Value; ctx: PyContext }, Value> {
  const d = runtime().dispatcher;
  const ctx = new PyContext(cls);
  ctx.needs = args.map((a) => a instanceof PyTensor && requiresGrad(a.t));
  const track = d.gradMode && ctx.needs.includes(true);
  const node = track ? new FunctionNode(`${cls.name}Backward`, ctx) : null;
  if (node) {
    node.argCount = args.length;
    args.forEach((a, i) => {
      if (!(a instanceof PyTensor)) return;
      node.positions.push(i);
      node.edges.push(gradientEdge(a.t, d.views));
    });
    node.py = ctx;
    ctx.node = node;
  }
  const forward = cls.lookup('forward') as Value;
  const setup = cls.lookup('setup_context');
  const split = setup !== undefined && cls.owner('setup_context')?.heap === true && cls.owner('setup_context')?.module !== 'torch.autograd.function';
  const { gradMode } = d;
  d.gradMode = false;
  let out: Value;
  try {
    const f = unwrapStatic(forward);
    out = yield* vm.call(f, split ? args : [ctx, ...args]);
    if (split) yield* vm.call(unwrapStatic(setup as Value), [ctx, new PyTuple(args), out]);
  } finally {
    d.gradMode = gradMode;
  }
  const outputs = isSequence(out) ? [...out.items] : [out];
  const inputs = new Set(args);
  const tied = outputs.map((o) => tie(o, node, ctx, inputs));
  if (node) saveTensors(ctx, tied);
  if (node && d.steps) d.steps({ reads: tensorsIn(args), makes: tensorsIn(tied), again: (map) => tieAgain(cls, ctx, args, tied, map) });
  return { out: isSequence(out) ? new PyTuple(tied) : tied[0], ctx };
}

const tensorsIn = (values: readonly Value[]): Tensor[] => values.flatMap((v) => (v instanceof PyTensor ? [v.t] : []));

/** The node of a traced `apply` on other tensors; its forward's operators were replayed as calls of their own. */
function tieAgain(cls: PyType, from: PyContext, args: readonly Value[], outputs: readonly Value[], map: (t: Tensor) => Tensor): void {
  const d = runtime().dispatcher;
  const other = (v: Value): Value => (v instanceof PyTensor ? wrap(map(v.t)) : v instanceof PyTuple ? new PyTuple(v.items.map(other)) : v);
  const given = args.map(other);
  const ctx = new PyContext(cls);
  ctx.needs = given.map((a) => a instanceof PyTensor && requiresGrad(a.t));
  if (!d.gradMode || !ctx.needs.includes(true)) return;
  ctx.materialize = from.materialize;
  for (const [name, v] of from.attrs) ctx.attrs.set(name, other(v));
  const node = new FunctionNode(`${cls.name}Backward`, ctx);
  node.argCount = args.length;
  given.forEach((a, i) => {
    if (!(a instanceof PyTensor)) return;
    node.positions.push(i);
    node.edges.push(gradientEdge(a.t, d.views));
  });
  node.py = ctx;
  ctx.node = node;
  const made = outputs.map(other);
  outputs.forEach((o, i) => {
    const m = made[i];
    if (o instanceof PyTensor && from.dirty.has(o)) ctx.dirty.add(m);
    if (o instanceof PyTensor && peek(o.t)?.gradFn !== from.node) ctx.nonDifferentiable.add(m);
    tie(m, node, ctx, new Set());
  });
  const at = (v: Value): Value => {
    const i = outputs.findIndex((o) => o instanceof PyTensor && v instanceof PyTensor && o.t === v.t);
    return i < 0 ? other(v) : made[i];
  };
  ctx.toSave = from.toSave.map(at);
  saveTensors(ctx, made);
}

export function unwrapStatic(v: Value): Value {
  return v instanceof PyInstance || v === null || typeof v !== 'object' ? v : ((v as { fn?: Value }).fn ?? v);
}

function tie(o: Value, node: FunctionNode | null, ctx: PyContext, inputs: ReadonlySet<Value>): Value {
  if (!(o instanceof PyTensor)) {
    node?.addOutput(null);
    return o;
  }
  const d = runtime().dispatcher;
  if (ctx.dirty.has(o)) {
    bumpVersion(o.t);
    if (node) {
      if (requiresGrad(o.t) && gradFnOf(o.t, d.views) === null)
        raise('RuntimeError', 'a leaf Variable that requires grad has been used in an in-place operation.');
      rebaseHistory(o.t, node, d.views);
    }
    return o;
  }
  let t = o.t;
  if (inputs.has(o)) t = d.belowAutograd(() => one('view', t, t.sizes));
  if (!node) return wrap(t);
  if (ctx.nonDifferentiable.has(o) || (t.dtype.category !== 'float' && t.dtype.category !== 'complex')) {
    // No gradient arrives, but `backward` is given zeros of its size.
    node.addOutput(t);
    return wrap(t);
  }
  const m = touch(t);
  if (m.view) m.view.creation = 'in_custom_function';
  setHistory(t, node);
  return wrap(t);
}

function saveTensors(ctx: PyContext, outputs: readonly Value[]): void {
  const d = runtime().dispatcher;
  ctx.saved = ctx.toSave.map((v) => {
    if (!(v instanceof PyTensor)) return null;
    const output = outputs.includes(v);
    const packer = d.packers.at(-1);
    if (packer) return new Held(v.t, output, packer);
    const saved = new Saved(v.t, output);
    if (output && ctx.node && peek(v.t)?.gradFn === ctx.node)
      saved.keepCopy(ctx.node, (t) => (d.levels > 0 ? kept(t, d) : d.belowAutograd(() => one('detach', t))));
    return saved;
  });
}

/** What hooks kept in place of `saved_tensors`. */
function* fetch(vm: VM, ctx: PyContext): NativeGen {
  const d = runtime().dispatcher;
  const back: Value[] = [];
  for (const s of ctx.saved) {
    if (!(s instanceof Held)) {
      back.push(s === null ? null : wrap(s.unpack(ctx.node as FunctionNode)));
      continue;
    }
    const t = yield* vm.call(s.hook as Value, [s.packed as Value]);
    back.push(wrap(s.restored(ctx.node as FunctionNode, (t as PyTensor).t, (x) => d.belowAutograd(() => one('detach', x)))));
  }
  return new PyTuple(back);
}

/** The engine's request: calls `backward` and sorts its results by tensor input. */
export function* runBackwardOf(vm: VM, node: FunctionNode, given: Grads): NativeGen {
  const { ctx } = node;
  if (ctx.freed) raise('RuntimeError', SECOND_BACKWARD);
  const grads = given.map((g, i) => {
    const like = node.inputs[i];
    if (g !== null || !ctx.materialize || !like) return g === null ? null : wrap(g);
    return wrap(one('zeros', like.sizes, like.dtype, null, like.device));
  });
  const method = unwrapStatic((ctx.owner.lookup('backward') ?? ctx.owner.lookup('vjp') ?? null) as Value);
  const out = yield* vm.call(method, [ctx, ...grads]);
  const items = isSequence(out) ? [...out.items] : [out];
  while (items.length > node.argCount && items[items.length - 1] === null) items.pop();
  if (items.length !== node.argCount) {
    raise('RuntimeError', `function ${node.name} returned an incorrect number of gradients (expected ${node.argCount}, got ${items.length})`);
  }
  items.forEach((g, i) => {
    if (g === null || g instanceof PyTensor) {
      if (g !== null && !node.positions.includes(i))
        raise(
          'RuntimeError',
          `function ${node.name} returned a gradient different than None at position ${i + 1}, but the corresponding forward input was not a Variable`,
        );
      return;
    }
    raise('RuntimeError', `expected Variable or None (got ${tpName(g)})`);
  });
  return node.positions.map((p) => {
    const g = items[p];
    return g instanceof PyTensor ? g.t : null;
  }) as never;
}

export { contextType };

/**
 * Functionalisation: operators that change tensors in place become operators that make new values.
 *
 * Idea: FunctionalTensorWrapper and FunctionalStorageImpl. Every traced tensor knows its base (one a storage), the views
 * that lead to it, and the generation of the base it last saw. A change of a view is scattered into the base at once; a
 * stale alias replays its views from the base when it is next read. Node order is PyTorch's; nodes nobody reads are
 * removed later.
 * The tensors that pass through here are fakes: `backend` gives shapes only.
 * Leaves out: `out=`, `set_`, `resize_`.
 */
import type { Arg, Op, Ret } from '../aten/op.ts';
import { findOp, overloadsOf } from '../aten/table.ts';
import { emptyLike, emptyStrided } from '../tensor/create.ts';
import { Unsupported } from '../tensor/errors.ts';
import { type Storage, Tensor } from '../tensor/tensor.ts';
import type { ViewStep } from '../dispatch/autograd/views.ts';
import { functionalName, METADATA_ONLY } from './functional-names.ts';
import { inverseOf } from './inverse.ts';
import { Graph, isSizes, metaFor, Node, type NodeArg, type Tag, Value } from './ir.ts';
import { NUMBER } from './scalars.ts';

/** Runs one operator below autograd on fakes. */
export type FakeBackend = (op: Op, args: readonly Arg[]) => Ret;

interface Base {
  value: Value;
  generation: number;
}

interface State {
  base: Base;
  steps: readonly ViewStep[];
  generation: number;
  value: Value;
}

export class FunctionalTracer {
  readonly graph = new Graph();
  tag: Tag = 'forward';
  /** The activation checkpoint that is being traced. */
  region: number | null = null;
  line: number | null = null;
  private readonly backend: FakeBackend;
  private readonly states = new WeakMap<Tensor, State>();
  private readonly bases = new Map<Storage, Base>();
  private readonly fakes = new WeakMap<Value, Tensor>();
  /** Bases whose value was replaced: what the caller must write back. */
  private readonly changed = new Set<Base>();

  constructor(backend: FakeBackend) {
    this.backend = backend;
  }

  /** Makes `t` an input of the graph. Tensors over one storage are separate inputs, as in AOTAutograd without aliases. */
  input(t: Tensor, name: string): Value {
    const node = new Node('placeholder', [], null);
    node.name = name;
    const value = this.result(node, 0, t);
    this.graph.inputs.push(node);
    this.fresh(t, value);
    return value;
  }

  /** The current value of a tensor; null for one that is no part of the trace. */
  valueOf(t: Tensor): Value | null {
    const s = this.states.get(t);
    return s ? this.sync(s) : null;
  }

  /** The views that lead from the base to `t`. */
  readonly stepsOf = (t: Tensor): readonly ViewStep[] => this.states.get(t)?.steps ?? [];

  isChanged(t: Tensor): boolean {
    const s = this.states.get(t);
    return s !== undefined && this.changed.has(s.base);
  }

  handle(op: Op, args: readonly Arg[]): Ret {
    if (METADATA_ONLY[op.overload]) return this.changeMetadata(op, args);
    if (op.sig.inplace >= 0) return this.inPlace(op, args);
    if (op.higher) return this.higherOrder(op, args);
    if (op.name.startsWith('prims.') || op.name.startsWith(NUMBER))
      return this.wrapped(this.record(op.name, this.toValues(args), [this.backend(op, this.toFakes(this.toValues(args))) as Tensor], false))[0];
    if (op.overload === 'native_batch_norm') return this.batchNorm(op, args);
    if (op.sig.out) return this.intoOut(op, args);
    if (op.overload === 'lift_fresh') return this.functional('lift_fresh_copy', args);
    return op.kind === 'view' ? this.view(op, args) : this.functional(op.overload, args);
  }

  /** Records a node; shapes come from the operator's own rule, else from the first argument. */
  emit(overload: string, args: readonly NodeArg[]): { values: Value[]; many: boolean; ret: Ret } {
    const op = findOp(overload);
    const full = overload.includes('.') ? `aten.${overload}` : `aten.${overload}.default`;
    const node = new Node(full, args, this.line);
    node.tag = this.tag;
    node.region = this.region;
    const ret = op ? this.backend(op, this.toFakes(args)) : emptyLike(this.fakes.get(args[0] as Value) as Tensor);
    this.graph.nodes.push(node);
    if (ret instanceof Tensor) {
      node.values = [this.result(node, 0, ret)];
      return { values: node.values, many: false, ret };
    }
    if (Array.isArray(ret)) {
      node.many = true;
      // A result that is not wanted (a gradient of a frozen weight) is null.
      node.values = ret.flatMap((t: Tensor | null, i) => (t ? [this.result(node, i, t)] : []));
      return { values: node.values, many: true, ret };
    }
    return { values: [], many: false, ret };
  }

  private result(node: Node, index: number, fake: Tensor): Value {
    const v = new Value(node, index, metaFor(fake));
    if (node.op === 'placeholder') node.values = [v];
    this.fakes.set(v, fake);
    return v;
  }

  private toFakes(args: readonly NodeArg[]): Arg[] {
    return args.map((a) => (a instanceof Value ? (this.fakes.get(a) as Tensor) : Array.isArray(a) ? this.toFakes(a as NodeArg[]) : (a as Arg)));
  }

  private toValues(args: readonly Arg[]): NodeArg[] {
    return args.map((a) => (a instanceof Tensor ? this.read(a) : Array.isArray(a) && !isSizes(a) ? this.toValues(a as Arg[]) : a));
  }

  private read(t: Tensor): Value {
    const s = this.states.get(t);
    if (s) return this.sync(s);
    if (this.tag === 'backward' && !t.isFake) throw new Unsupported('a hook or backward function that reads a tensor from outside a compiled graph', this.line);
    return this.constant(t);
  }

  /** A tensor with numbers that was made outside: part of the graph (`_tensor_constant0`). */
  private constant(t: Tensor): Value {
    const node = new Node('constant', [], this.line);
    node.tag = this.tag;
    node.region = this.region;
    node.constant = t;
    const fake = emptyStrided(t.sizes, t.strides, t.dtype, { device: t.device, fake: true });
    const value = this.result(node, 0, fake);
    node.values = [value];
    this.graph.nodes.push(node);
    this.fresh(t, value);
    return value;
  }

  private fresh(t: Tensor, value: Value): void {
    const base: Base = { value, generation: 0 };
    this.bases.set(t.storage, base);
    this.states.set(t, { base, steps: [], generation: 0, value });
  }

  /** `out=`: the functional form, whose result replaces what was there. */
  private intoOut(op: Op, args: readonly Arg[]): Ret {
    const names = op.sig.args
      .filter((a) => !a.write)
      .map((a) => a.name)
      .join();
    const form = overloadsOf(op.sig.base)
      .map((o) => findOp(o) as Op)
      .find((o) => o.sig.inplace < 0 && !o.sig.out && o.sig.args.map((a) => a.name).join() === names);
    const at = op.sig.args.flatMap((a, i) => (a.write ? [i] : []));
    if (!form || at.length !== 1) throw new Unsupported(`${op.name} inside a compiled graph`);
    const out = args[at[0]] as Tensor;
    this.read(out);
    const made = this.emit(form.overload, this.toValues(args.filter((_, i) => i !== at[0]))).values[0];
    if (made.meta.dtype !== out.dtype || made.meta.sizes.join() !== out.sizes.join()) throw new Unsupported(`${op.name} into another shape or type`);
    this.replace(this.states.get(out) as State, made);
    return out;
  }

  /** An operator over graphs of its own: one node that holds them. */
  private higherOrder(op: Op, args: readonly Arg[]): Ret {
    const values = this.record(op.name, this.toValues(args), this.backend(op, this.toFakes(this.toValues(args))) as Tensor[]);
    this.graph.nodes[this.graph.nodes.length - 1].higher = op;
    return this.wrapped(values);
  }

  /** Running statistics are results of the functional form; the form without training has its own name. */
  private batchNorm(op: Op, args: readonly Arg[]): Ret {
    const [input, weight, bias, mean, variance, training, momentum, eps] = this.toValues(args);
    if (!training) {
      return this.wrapped(
        this.record(
          'aten._native_batch_norm_legit_no_training.default',
          [input, weight, bias, mean, variance, momentum, eps],
          this.backend(op, this.toFakes([input, weight, bias, mean, variance, false, momentum, eps])) as Tensor[],
        ),
      );
    }
    if (!(mean instanceof Value) || !(variance instanceof Value)) return this.functional('_native_batch_norm_legit', args);
    const made = this.backend(op, this.toFakes([input, weight, bias, mean, variance, training, momentum, eps])) as Tensor[];
    const stats = [mean, variance].map((v) => emptyLike(this.fakes.get(v) as Tensor));
    const values = this.record(
      'aten._native_batch_norm_legit_functional.default',
      [input, weight, bias, mean, variance, training, momentum, eps],
      [...made, ...stats],
    );
    this.replace(this.states.get(args[3] as Tensor) as State, values[3]);
    this.replace(this.states.get(args[4] as Tensor) as State, values[4]);
    return this.wrapped(values.slice(0, 3));
  }

  private record(name: string, args: readonly NodeArg[], fakes: readonly Tensor[], many = true): Value[] {
    const node = new Node(name, args, this.line);
    node.tag = this.tag;
    node.region = this.region;
    node.many = many;
    this.graph.nodes.push(node);
    node.values = fakes.map((t, i) => this.result(node, i, t));
    return node.values;
  }

  private wrapped(values: readonly Value[]): Tensor[] {
    return values.map((v) => {
      const f = this.fakes.get(v) as Tensor;
      const t = emptyStrided(v.meta.sizes, f.strides, f.dtype, { device: f.device, fake: true });
      this.fresh(t, v);
      return t;
    });
  }

  private functional(overload: string, args: readonly Arg[]): Ret {
    const { values, many, ret } = this.emit(overload, this.toValues(args));
    if (values.length === 0) return ret;
    const outs = this.wrapped(values);
    if (!many) return outs[0];
    let k = 0;
    return (ret as (Tensor | null)[]).map((t) => (t ? outs[k++] : null)) as Tensor[];
  }

  private view(op: Op, args: readonly Arg[]): Ret {
    const self = args[0] as Tensor;
    const value = this.read(self);
    const s = this.states.get(self) as State;
    const { values } = this.emit(op.overload, [value, ...this.toValues(args.slice(1))]);
    const ret = this.backend(op, args);
    const outs = (Array.isArray(ret) ? ret : [ret]) as Tensor[];
    outs.forEach((t, index) => {
      const steps = [...s.steps, { op, args: args.slice(1), index }];
      // A new view starts at generation 0, so over a base that has changed it is replayed when first read.
      this.states.set(t, { base: s.base, steps, generation: 0, value: values[index] });
      t.sizes = values[index].meta.sizes;
    });
    return ret;
  }

  private inPlace(op: Op, args: readonly Arg[]): Ret {
    const self = args[op.sig.inplace] as Tensor;
    const nodeArgs = this.toValues(args);
    if (Array.isArray(self)) {
      // `_foreach_mul_` and its like: each tensor of the list has a new value.
      const { values } = this.emit(functionalName(op.overload), nodeArgs);
      (self as Tensor[]).forEach((t, i) => this.replace(this.states.get(t) as State, values[i]));
      return self;
    }
    const s = this.states.get(self) as State;
    let made = this.emit(functionalName(op.overload), nodeArgs).values[0];
    if (made.meta.dtype !== self.dtype) {
      made = this.emit('_to_copy', [made, self.dtype, 'strided', self.device, null, false, null]).values[0];
    }
    this.replace(s, made);
    return self;
  }

  /** The tensor of `s` now has the value `made`: its base changes with it. */
  private replace(s: State, made: Value): void {
    const emitOne = (overload: string, ...a: NodeArg[]): Value => this.emit(overload, a).values[0];
    const chain: Value[] = [s.base.value];
    // Values of the base and of each view on the way, before the change.
    for (let i = 0; i < s.steps.length - 1; i++) chain.push(this.step(chain[i], s.steps[i]));
    let value = made;
    for (let i = s.steps.length - 1; i >= 0; i--) {
      const st = s.steps[i];
      value = inverseOf(st.op.overload)(emitOne, chain[i], value, st.args, st.index);
    }
    s.base.value = value;
    s.base.generation++;
    this.changed.add(s.base);
    this.sync(s);
  }

  private step(from: Value, st: ViewStep): Value {
    return this.emit(st.op.overload, [from, ...(st.args as NodeArg[])]).values[st.index];
  }

  private sync(s: State): Value {
    if (s.generation !== s.base.generation) {
      let v = s.base.value;
      for (const st of s.steps) v = this.step(v, st);
      s.value = v;
      s.generation = s.base.generation;
    }
    return s.value;
  }

  private changeMetadata(op: Op, args: readonly Arg[]): Ret {
    const view = findOp(METADATA_ONLY[op.overload]);
    if (!view) throw new Unsupported(`${op.name} inside a compiled graph`);
    const self = args[0] as Tensor;
    const out = this.view(view, args) as Tensor;
    this.states.set(self, this.states.get(out) as State);
    self.sizes = out.sizes;
    self.strides = out.strides;
    self.offset = out.offset;
    return self;
  }
}

/**
 * The node of an operator: keeps what its derivative names, and turns the formulas of the table into gradients.
 *
 * Behaviour of PyTorch's generated Functions.cpp: kept tensors are unpacked (and their versions checked) first; a formula
 * runs only if one of its gradients is wanted; with no incoming gradient at all, none runs.
 */
import type { Arg, BackwardContext, Call, DerivativePlan, Op, Ret } from '../../aten/op.ts';
import { planOf } from '../../aten/op.ts';
import { runtimeError, Unsupported } from '../../tensor/errors.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { type Grads, Held, Node, type Packer, Saved, SECOND_BACKWARD, type Steps } from './node.ts';

/** What stays of a tensor argument that is not kept. */
export class Shape {
  readonly sizes: readonly number[];
  readonly strides: readonly number[];
  readonly dtype: Tensor['dtype'];
  constructor(t: Tensor) {
    this.sizes = t.sizes;
    this.strides = t.strides;
    this.dtype = t.dtype;
  }
}

export type Kept = Saved | Shape | Arg | (Saved | Shape | null)[];

const strip = (a: Arg): Kept => {
  if (a instanceof Tensor) return new Shape(a);
  if (Array.isArray(a) && a.some((x) => x instanceof Tensor)) return a.map((x) => (x instanceof Tensor ? new Shape(x) : null));
  return a;
};

export class OpNode extends Node {
  readonly op: Op;
  readonly plan: DerivativePlan;
  readonly call: Call;
  args: Kept[];
  results: (Saved | null)[] = [];
  /** Edges of complex arguments, null: none; the gradient of a real one is real. */
  private complex: Set<number> | null = null;
  /** Edge range of each differentiable argument, by its position. */
  private readonly ranges: { start: number; count: number; list: boolean }[] = [];

  /** Leaves the `detach` row of a kept output. */
  private readonly detach: (t: Tensor) => Tensor;

  private readonly packer: Packer | null;
  private keepsNumber = false;

  constructor(op: Op, call: Call, detach: (t: Tensor) => Tensor, packer: Packer | null) {
    super();
    this.op = op;
    this.packer = packer;
    this.detach = detach;
    this.plan = planOf(op) as DerivativePlan;
    this.call = call;
    this.args = [];
  }

  get name(): string {
    return this.op.derivative?.name ?? this.op.name;
  }

  /** Edges in argument order; `edgeOf` gives null where no gradient is wanted. */
  connect(args: readonly Arg[], edgeOf: (t: Tensor) => Node['edges'][number]): void {
    for (const p of this.plan.inputs) {
      const a = args[p];
      const start = this.edges.length;
      const list = Array.isArray(a);
      for (const t of list ? (a as Arg[]) : [a]) {
        if (t instanceof Tensor && t.dtype.category === 'complex') (this.complex ??= new Set()).add(this.edges.length);
        this.edges.push(t instanceof Tensor ? edgeOf(t) : null);
      }
      this.ranges[p] = { start, count: this.edges.length - start, list };
    }
  }

  wants(position: number): boolean {
    const r = this.ranges[position];
    if (!r) return false;
    for (let i = r.start; i < r.start + r.count; i++) {
      const e = this.edges[i];
      if (e !== null && (this.beyond === null || this.beyond(e))) return true;
    }
    return false;
  }

  /** `original` stands in for the argument that an in-place operator is about to overwrite. */
  keepArgs(args: readonly Arg[], written: number, original: () => Tensor): void {
    const kept: boolean[] = [];
    for (const s of this.plan.saves) {
      if (s.position >= 0 && (s.guard < 0 || this.wants(s.guard))) kept[s.position] = true;
    }
    this.args = args.map((a, i) => {
      if (!kept[i]) return strip(a);
      if (a instanceof Tensor) return this.keep(i === written ? original() : a, false);
      if (Array.isArray(a)) return a.map((x) => (x instanceof Tensor ? this.keep(x, false) : null));
      // PyTorch wraps a number in a tensor's place, and frees it with the rest.
      if (a !== null && this.op.sig.args[i].base === 'Tensor') this.keepsNumber = true;
      return a;
    });
  }

  private keep(t: Tensor, output: boolean): Saved {
    if (this.packer === null) return new Saved(t, output);
    this.prepare = () => this.fetch();
    return new Held(t, output, this.packer);
  }

  private *fetch(): Steps<void> {
    if (this.released) return;
    const kept = [...this.args.flatMap((a) => (Array.isArray(a) ? a : [a])), ...this.results];
    for (const h of kept) {
      if (!(h instanceof Held)) continue;
      const back = (yield { kind: 'unpack', hook: h.hook, packed: h.packed }) as Tensor;
      const t = h.restored(this, back, this.detach);
      h.read = () => t;
    }
  }

  /** An output that carries no gradient is kept as it is; others leave a `detach` here and one when unpacked. */
  keepResults(ret: Ret): void {
    for (const s of this.plan.saves) {
      if (s.result < 0 || (s.guard >= 0 && !this.wants(s.guard))) continue;
      const t = (Array.isArray(ret) ? ret[s.result] : ret) as Tensor;
      const differentiable = (t.dtype.category === 'float' || t.dtype.category === 'complex') && !this.op.derivative?.nonDiff?.includes(s.result);
      const saved = this.keep(t, differentiable);
      this.results[s.result] = saved;
      if (!differentiable || saved instanceof Held) continue;
      saved.keepCopy(this, this.detach);
    }
  }

  apply(grads: Grads): Grads {
    if (this.released) throw runtimeError(SECOND_BACKWARD);
    const args = this.args.map((a) => this.unpack(a));
    const results = this.results.map((s) => (s ? s.unpack(this) : null));
    const ctx = new Context(this, args, results, grads);
    const out: Grads = new Array(this.edges.length).fill(null);
    if (!grads.some((g) => g !== null)) return out;
    for (const f of this.plan.formulas) {
      if (!f.positions.some((p) => this.wants(p))) continue;
      const value = f.run(ctx);
      f.positions.forEach((p, i) => {
        const r = this.ranges[p];
        const v = f.positions.length > 1 ? ((value as Grads | null)?.[i] ?? null) : value;
        const list = r.list ? ((v as Grads | null) ?? []) : this.edges[r.start] !== null ? [v as Tensor | null] : [];
        // A complex gradient of something real becomes real before the next is asked for (`handle_r_to_c`).
        list.forEach((g, k) => {
          out[r.start + k] = g !== null && g.dtype.category === 'complex' && !this.complex?.has(r.start + k) ? this.call.u('real', g) : g;
        });
      });
    }
    return out;
  }

  private unpack(a: Kept): unknown {
    if (a instanceof Saved) return a.unpack(this);
    if (Array.isArray(a)) return a.map((x) => (x instanceof Saved ? x.unpack(this) : x));
    return a;
  }

  override release(): void {
    // A node that kept no tensor can run again; PyTorch complains only where something was freed.
    const keeps = this.results.some((s) => s) || this.args.some((a) => a instanceof Saved || (Array.isArray(a) && a.some((x) => x instanceof Saved)));
    if (!keeps && !this.keepsNumber) return;
    this.released = true;
    // Numbers and shapes stay: a program may ask for them (`grad_fn._saved_dim`).
    this.args = this.args.map((a) => (a instanceof Saved ? new Shape(a.tensor) : Array.isArray(a) && a.some((x) => x instanceof Saved) ? [] : a));
    this.results = [];
  }
}

class Context implements BackwardContext {
  readonly call: Call;
  readonly grads: readonly (Tensor | null)[];
  private readonly node: OpNode;
  private readonly args: unknown[];
  private readonly kept: readonly (Tensor | null)[];

  constructor(node: OpNode, args: unknown[], kept: readonly (Tensor | null)[], grads: Grads) {
    this.node = node;
    this.call = node.call;
    this.args = args;
    this.kept = kept;
    this.grads = grads;
  }

  get g(): Tensor {
    const g = this.grads[0];
    if (!g) throw new Unsupported(`the derivative of ${this.node.op.name} with only some gradients defined`);
    return g;
  }

  private at(name: string): unknown {
    const p = this.node.op.sig.positions.get(name);
    if (p === undefined) throw new Error(`${this.node.op.name} has no argument ${name}`);
    return this.args[p];
  }

  arg<T extends Arg = Arg>(name: string): T {
    return this.at(name) as T;
  }

  t(name: string): Tensor {
    const t = this.at(name);
    if (t !== null && !(t instanceof Tensor) && t instanceof Shape) throw new Error(`${this.node.op.name}: ${name} was not saved`);
    return t as Tensor;
  }

  get result(): Tensor {
    return this.results[0];
  }

  get results(): readonly Tensor[] {
    return this.kept as readonly Tensor[];
  }

  needs(name: string): boolean {
    return this.node.wants(this.node.op.sig.positions.get(name) as number);
  }

  like(name: string): Shape {
    return this.at(name) as Shape;
  }
}

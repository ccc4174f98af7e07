/**
 * One operator of the table: schema, shape rule, kernel, derivative, decomposition.
 *
 * Adding an operator is adding one entry; the dispatcher, Python's argument parser, the support page, coverage figures
 * and golden lists read the table. Arguments arrive in the order of the schema, complete and normalised:
 * `Tensor?` null, `Tensor[]` an array, `Scalar` as Python's value (number or bigint = int, PyFloat = float, boolean),
 * `SymInt[]`/`int[]` number arrays, `ScalarType` a DType, `Device` a Device, `Generator?` a Generator or null,
 * `MemoryFormat` and `Layout` by name. A Tensor argument may also be a Scalar: PyTorch's "wrapped number".
 */
import type { PyComplex, PyFloat } from '../python/values.ts';
import type { DType } from '../tensor/dtype.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';
import type { Fluent } from './fluent.ts';
import { parseSchema, type Schema } from './schema.ts';

export type Scalar = boolean | number | bigint | PyFloat | PyComplex;
export type Arg = null | Scalar | string | Tensor | DType | Device | readonly Arg[] | object;
export type Ret = Tensor | Tensor[] | Scalar | null;

/** Runs an operator through the dispatcher again, by overload name without the namespace: `call('mul.Tensor', a, b)`. */
export type Call = ((overload: string, ...args: Arg[]) => Ret) &
  Fluent & {
    /** Some composites choose their way by it. */
    requiresGrad(t: Tensor): boolean;
    /** Whether what runs now is recorded: in a derivative, whether gradients are differentiated themselves. */
    gradMode(): boolean;
    /** Whether a transform of torch.func is at work. */
    inLevel(): boolean;
    /** Runs with gradients off. */
    noGrad<T>(f: () => T): T;
  };

/** What a derivative sees: the forward's arguments and results, and the gradients of its results. */
export interface BackwardContext {
  readonly call: Call;
  /** Gradient of the first result; asked for only where it is defined. */
  readonly g: Tensor;
  readonly grads: readonly (Tensor | null)[];
  /** An argument of the forward call by its name in the schema. */
  arg<T extends Arg = Arg>(name: string): T;
  t(name: string): Tensor;
  readonly result: Tensor;
  readonly results: readonly Tensor[];
  /** Whether a gradient of this argument is wanted. */
  needs(name: string): boolean;
  /** Shape and type of a tensor argument whose values were not kept. */
  like(name: string): { sizes: readonly number[]; strides: readonly number[]; dtype: DType };
}

export type Gradient = Tensor | null | (Tensor | null)[];

export interface Derivative {
  /** `AddBackward0`: what `grad_fn=<…>` prints. */
  readonly name: string;
  /**
   * Tensors kept for backward: arguments by name, `result` (`result0` …) for results. `self?other`: kept only where
   * `other` needs a gradient. The order is PyTorch's, since keeping an output leaves an `aten.detach.default` row.
   */
  readonly saves: readonly string[];
  /**
   * Argument name to its gradient; `'self,other'` gives several at once. null: none. They run in alphabetical order.
   */
  readonly grads: Readonly<Record<string, (c: BackwardContext) => Gradient>>;
  /** Results that carry no gradient, by index. */
  readonly nonDiff?: readonly number[];
}

export interface OpDef {
  /** PyTorch's schema text: `add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor` */
  readonly schema: string;
  /**
   * kernel: has its own row in a trace. view: likewise, shares the storage of its first argument.
   * composite: CompositeImplicitAutograd, replaced by the operators it calls; no row of its own.
   */
  readonly kind: 'kernel' | 'view' | 'composite';
  /** Shapes and types of the results, without numbers. Allocates fake or real results; raises PyTorch's errors. */
  readonly meta?: (...args: never[]) => Ret;
  /** Fills what `meta` allocated; the first parameter is what `meta` returned. A returned value replaces it. */
  readonly kernel?: (out: never, ...args: never[]) => Ret | void;
  /** The operator whole, by a shorter way to the same numbers; null where the arguments are not made for it (`flat.ts`). */
  readonly short?: (args: readonly Arg[]) => Tensor | null;
  readonly composite?: (call: Call, ...args: never[]) => Ret;
  readonly derivative?: Derivative;
  /** Core ATen form, for the `decomposed` stage. */
  readonly decomposition?: (call: Call, ...args: never[]) => Ret;
  /** Tensors of different devices may meet: copies, indexing with host indices. */
  readonly mixedDevices?: boolean;
  /** What the kernel refuses and the shape rule lets pass: a trace meets no error, the run does. */
  readonly check?: (...args: never[]) => void;
  /** Result depends on the numbers: `nonzero`, `item`. Raises on fake tensors. */
  readonly dataDependent?: boolean;
}

/** A table entry with its schema parsed. */
export interface Op extends Omit<OpDef, 'derivative'> {
  /** `aten.add.Tensor` */
  readonly name: string;
  /** `add.Tensor`; the default overload has no suffix here. */
  readonly overload: string;
  readonly sig: Schema;
  /** Makes new tensors and changes none: between autograd and the back end there is nothing to note. */
  readonly pure: boolean;
  /** A higher-order operator: how it runs on real tensors. It stands in no table. */
  higher?: (...args: Arg[]) => Ret;
  /** May be set late: backward operators have theirs in a pack of their own. */
  derivative?: Derivative;
  /** Plan of the derivative, made at first use. */
  plan?: DerivativePlan;
}

/** The derivative's names resolved to positions. */
export interface DerivativePlan {
  /** Positions of arguments with a formula, in schema order: the node's outgoing edges. */
  readonly inputs: readonly number[];
  readonly formulas: readonly { names: readonly string[]; positions: readonly number[]; run: (c: BackwardContext) => Gradient }[];
  readonly saves: readonly { name: string; position: number; result: number; guard: number }[];
}

export function resolve(def: OpDef): Op {
  const sig = parseSchema(def.schema);
  const overload = sig.overload === 'default' ? sig.base : `${sig.base}.${sig.overload}`;
  return { ...def, sig, overload, name: `aten.${sig.base}.${sig.overload}`, pure: def.kind === 'kernel' && !sig.writes && !sig.out };
}

export function planOf(op: Op): DerivativePlan | null {
  if (op.plan) return op.plan;
  const d = op.derivative;
  if (!d) return null;
  const at = (name: string): number => {
    const p = op.sig.positions.get(name);
    if (p === undefined) throw new Error(`${op.name}: derivative names ${name}`);
    return p;
  };
  // The generated code of PyTorch runs the formulas in alphabetical order of their keys.
  const keys = Object.keys(d.grads).sort();
  const formulas = keys.map((key) => {
    const run = d.grads[key];
    const names = key.split(',').map((s) => s.trim());
    return { names, positions: names.map(at), run };
  });
  const inputs = [...new Set(formulas.flatMap((f) => f.positions))].sort((a, b) => a - b);
  const saves = d.saves.map((text) => {
    const [name, guard] = text.split('?');
    const m = /^result(\d?)$/.exec(name);
    return {
      name,
      result: m ? Number(m[1] || 0) : -1,
      position: m ? -1 : at(name),
      guard: guard === undefined ? -1 : at(guard),
    };
  });
  op.plan = { inputs, formulas, saves };
  return op.plan;
}

/** A derivative in one line. */
export const derivative = (name: string, saves: readonly string[], grads: Derivative['grads'], nonDiff?: readonly number[]): Derivative =>
  nonDiff ? { name, saves, grads, nonDiff } : { name, saves, grads };

/** An operator that is written in others: it has no row of its own in a trace. */
export const composite = (schema: string, f: NonNullable<OpDef['composite']>): OpDef => ({ schema, kind: 'composite', composite: f });

/** Another name for the same operator. */
export const twin = (schema: string, target: string): OpDef => composite(schema, (call: Call, ...args: Arg[]) => call(target, ...args));

/**
 * One operator of the table: schema, shape rule, kernel, derivative, decomposition.
 *
 * Adding an operator is adding one entry; the dispatcher, Python's argument parser, the support page, coverage figures
 * and golden lists read the table. Arguments arrive in the order of the schema, complete and normalised:
 * `Tensor?` null, `Tensor[]` an array, `Scalar` as Python's value (number or bigint = int, PyFloat = float, boolean),
 * `SymInt[]`/`int[]` number arrays, `ScalarType` a DType, `Device` a Device, `Generator?` a Generator or null.
 */
import type { PyFloat } from '../python/values.ts';
import type { DType } from '../tensor/dtype.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';

export type Scalar = boolean | number | bigint | PyFloat;
export type Arg = null | Scalar | string | Tensor | DType | Device | readonly Arg[] | object;
export type Ret = Tensor | Tensor[] | Scalar | null;

/** Runs an operator through the dispatcher again, by overload name without the namespace: `call('mul.Tensor', a, b)`. */
export type Call = (overload: string, ...args: Arg[]) => Ret;

/** What a derivative sees: the forward's arguments and results, and the gradients of its results. */
export interface BackwardContext {
  readonly args: readonly Arg[];
  readonly result: Ret;
  readonly grads: readonly (Tensor | null)[];
  /** Which tensor arguments need a gradient, by argument position. */
  needs(position: number): boolean;
  readonly call: Call;
}

export interface OpDef {
  /** `aten.add.Tensor` */
  readonly name: string;
  /** PyTorch's schema text: `add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor` */
  readonly schema: string;
  /**
   * kernel: has its own row in a trace. view: likewise, shares the storage of its first argument.
   * composite: CompositeImplicitAutograd, replaced by the operators it calls; no row of its own.
   */
  readonly kind: 'kernel' | 'view' | 'composite';
  /** Shapes and types of the results, without numbers. Allocates fake or real results; raises PyTorch's errors. */
  readonly meta?: (...args: never[]) => Ret;
  /** Fills what `meta` allocated (kernels), or computes and returns everything (composites, views). */
  readonly kernel?: (...args: never[]) => Ret | void;
  readonly composite?: (call: Call, ...args: never[]) => Ret;
  readonly derivative?: Derivative;
  /** Core ATen form, for the `decomposed` stage. */
  readonly decomposition?: (call: Call, ...args: never[]) => Ret;
}

export interface Derivative {
  /** `AddBackward0`: what `grad_fn=<…>` prints. */
  readonly name: string;
  /**
   * Tensors kept for backward, as positions of arguments (`'self'`) or `'result'`; the order is PyTorch's
   * (`derivatives.yaml`), since saving an output leaves an `aten.detach.default` row.
   */
  readonly saves: readonly string[];
  /** One gradient a differentiable tensor argument, in schema order; null where none flows. */
  readonly backward: (ctx: BackwardContext) => (Tensor | null | (Tensor | null)[])[];
}

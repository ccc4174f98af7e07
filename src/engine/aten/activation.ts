/** How an activation becomes its rows: the operator, its in-place and out forms, and its backward of two tensors. */
import * as m from '../tensor/math/index.ts';
import { notImplementedFor } from '../tensor/errors.ts';
import { floatFor, CPP } from '../tensor/promotion.ts';
import { Tensor } from '../tensor/tensor.ts';
import { PyFloat } from '../python/values.ts';
import { elementwiseOut, type F1, type F2, type Pair, run1, run2 } from './elementwise.ts';
import { flat1 } from './flat_one.ts';
import { type Arg, type BackwardContext, type Derivative, type OpDef, type Scalar } from './op.ts';
import { checked, checkedWide } from './making.ts';
import { inplaceOf, outOf } from './variants.ts';
import { commonType } from './work.ts';

export type S = Scalar;
export const floatOnly = (self: Tensor, kernel: string): void => {
  if (self.dtype.category !== 'float') throw notImplementedFor(kernel, CPP[self.dtype.name]);
};

interface ActivationSpec {
  /** Derivative of the in-place form, where it reads the result instead of the input. */
  written?: Derivative;
  /** Arguments after `self`, as the schema writes them. */
  args?: string;
  f: (...args: Arg[]) => Pair<F1>;
  derivative: Derivative;
  inplace?: boolean;
  /** The kernel's C++ name in "not implemented for" messages; absent: integers are fine. */
  kernel?: string;
  promote?: boolean;
  /** From this argument on numbers are taken in as the tensor's type, also where half types compute in float32. */
  exactFrom?: number;
}

export function activation(name: string, spec: ActivationSpec): OpDef[] {
  const def: OpDef = {
    schema: `${name}(Tensor self${spec.args ? `, ${spec.args}` : ''}) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor) => elementwiseOut([self], spec.promote ? floatFor(self.dtype) : self.dtype),
    kernel: (out: Tensor, self: Tensor, ...rest: Arg[]) => {
      if (spec.kernel) floatOnly(self, spec.kernel);
      rest.forEach((a, i) => {
        if (typeof a === 'number' || typeof a === 'bigint' || a instanceof PyFloat)
          (i >= (spec.exactFrom ?? rest.length) ? checked : checkedWide)(a, out.dtype);
      });
      run1(out, spec.f(...rest, self), self, out.dtype);
    },
    ...(spec.args ? {} : { short: (args: readonly Arg[]) => flat1(spec.f(args[0]), args[0]) }),
    derivative: spec.derivative,
  };
  const written = spec.written ? { direct: true, derivative: spec.written } : { direct: true };
  return spec.inplace === false ? [def, outOf(def)] : [def, inplaceOf(def, written), outOf(def)];
}

/** A backward operator of two tensors and numbers. */
export function pointwise2(schema: string, f: (...args: Arg[]) => Pair<F2>, d?: Derivative, lead: 'first' | 'second' = 'first'): OpDef {
  return {
    schema,
    kind: 'kernel',
    meta: (a: Tensor, b: Tensor) => elementwiseOut(lead === 'first' ? [a, b] : [b, a], commonType(a, b)),
    kernel: (out: Tensor, a: Tensor, b: Tensor, ...rest: Arg[]) => run2(out, f(...rest, b), a, b, commonType(a, b)),
    ...(d ? { derivative: d } : {}),
  };
}

export const zerosOf = (c: BackwardContext): Tensor => c.call.zerosLike(c.g);

/** The logistic function with every step rounded. */
export const sig = (x: number, r: (v: number) => number): number => r(1 / r(1 + r(m.stepsFor(r).exp(-x))));

/**
 * Where a traced result lies otherwise in memory than the kernel's: while tracing ahead of time PyTorch takes shapes from
 * Python rules (torch/_decomp, torch/_meta_registrations), and some of these keep the order of dimensions of another
 * operand than the kernel does. It shows where a view follows: `clone`, `_unsafe_view` in place of `view`.
 *
 * The rows were read off PyTorch 2.13.0 by running each operator on fake tensors, contiguous, channels last and permuted.
 * Leaves out operands that are neither dense nor without overlap: these keep the kernel's layout.
 */
import type { Arg, Op, Ret } from '../aten/op.ts';
import { contiguousStrides, isContiguous, isNonOverlappingAndDense } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';

const isChannelsLast = (t: Tensor): boolean => {
  if (t.dim !== 4 || isContiguous(t.sizes, t.strides)) return false;
  const [n, c, h, w] = t.sizes;
  return n * c * h * w > 0 && t.strides.join() === [c * h * w, 1, w * c, c].join();
};

/** Strides of the first result. */
type Rule = (args: readonly Arg[]) => readonly number[] | null;

const dense = (t: Tensor): readonly number[] | null => (isNonOverlappingAndDense(t.sizes, t.strides) ? t.strides : null);
const like =
  (at: number): Rule =>
  (args) =>
    dense(args[at] as Tensor);

const RULES: Readonly<Record<string, Rule>> = {
  native_layer_norm_backward: (args) => {
    const g = args[0] as Tensor;
    return isChannelsLast(g) ? contiguousStrides(g.sizes) : dense(g);
  },
  native_batch_norm: like(0),
  _native_batch_norm_legit_functional: like(0),
  _native_batch_norm_legit_no_training: like(0),
  native_batch_norm_backward: like(0),
  native_group_norm_backward: like(0),
  _log_softmax_backward_data: like(0),
  elu_backward: like(5),
  hardtanh_backward: like(1),
  hardswish_backward: like(1),
  hardsigmoid_backward: like(1),
  mse_loss_backward: like(1),
  native_dropout_backward: (args) => {
    const g = args[0] as Tensor;
    return isChannelsLast(g) ? g.strides : contiguousStrides(g.sizes);
  },
  roll: (args) => contiguousStrides((args[0] as Tensor).sizes),
};

/** Lays a traced result out as PyTorch's rules do. */
export function laidOut(op: Op, args: readonly Arg[], ret: Ret): Ret {
  const rule = RULES[op.overload];
  const first = Array.isArray(ret) ? ret[0] : ret;
  if (!rule || !(first instanceof Tensor)) return ret;
  const strides = rule(args);
  if (strides?.length === first.dim) first.strides = [...strides];
  return ret;
}

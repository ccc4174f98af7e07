/**
 * Which formula an operator has in forward mode: of three kinds, as derivatives.yaml has them.
 *
 * `auto_linear`: the operator itself on the tangent. `auto_element_wise`: the formula of the gradient with the tangent in the
 * gradient's place. The others are in formulas.ts and norms.ts. An operator in none of them is refused by name.
 */
import type { Arg, BackwardContext, Call, Gradient, Op } from '../../aten/op.ts';
import { derivativeOf, findOp } from '../../aten/table.ts';
import { Unsupported } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { FORMULAS } from './formulas.ts';
import { NORMS } from './norms.ts';

export interface Use {
  readonly name: string;
  /** Its tangent is asked for, its primal is. In this order, argument by argument. */
  readonly t: boolean;
  readonly p: boolean;
}

export interface Values {
  readonly d: Dispatcher;
  readonly call: Call;
  readonly op: Op;
  readonly args: readonly Arg[];
  readonly result: Tensor;
  readonly results: readonly Tensor[];
  /** A list of tensors has a list of tangents, null where there is none. */
  readonly t: Record<string, Tensor>;
  /** A number stays a number. */
  readonly p: Record<string, Tensor>;
  at(name: string): Arg;
}

export type Run = (v: Values) => Gradient;

export interface Formula {
  readonly uses: readonly Use[];
  readonly run: Run;
  /** It asks for the result: in place, a view of the tensor that was written. */
  readonly result?: boolean;
}

/** `'self:tp other:p'` */
const usesOf = (text: string): Use[] =>
  text.split(' ').map((part) => {
    const [name, which] = part.split(':');
    return { name, t: which.includes('t'), p: which.includes('p') };
  });

const LINEAR = new Set(
  `clone cumsum diag_embed diagonal diagonal_backward expand gather index.Tensor index_select masked_select mean.dim mean permute repeat select_backward
  slice.Tensor slice_backward select_scatter slice_scatter diagonal_scatter as_strided_scatter split.Tensor split_with_sizes squeeze squeeze.dim squeeze.dims t
  flip roll rot90 take transpose.int tril triu unfold lift lift_fresh unsqueeze embedding embedding_dense_backward reflection_pad1d reflection_pad2d
  reflection_pad3d replication_pad1d replication_pad2d replication_pad3d upsample_linear1d upsample_bilinear2d upsample_bicubic2d upsample_trilinear3d
  upsample_nearest1d upsample_nearest2d upsample_nearest3d pixel_shuffle pixel_unshuffle channel_shuffle _adaptive_avg_pool2d _adaptive_avg_pool3d avg_pool2d
  avg_pool3d col2im im2col max_pool2d_with_indices_backward max_pool3d_with_indices_backward select.int sum sum.dim_IntList view _unsafe_view unbind.int
  _reshape_alias unfold_backward as_strided trace _conj`
    .trim()
    .split(/\s+/),
);

const ELEMENTWISE = new Set(
  `acos acosh asinh atanh asin atan ceil clamp clamp_min clamp_max copysign.Scalar cos cosh deg2rad erf erfc special_erfcx erfinv exp exp2 expm1 floor fmod.Scalar
  hardsigmoid hardswish special_i0 i0 special_i0e special_i1 special_i1e lgamma digamma polygamma log log10 log1p log2 xlogy.Scalar_Self xlogy.Scalar_Other
  nan_to_num neg pow.Tensor_Scalar pow.Scalar rad2deg reciprocal remainder.Scalar special_entr special_ndtri special_log_ndtr round round.decimals rsqrt sigmoid
  sign sin sinc sinh sqrt tan tanh trunc relu silu mish elu celu gelu hardshrink hardtanh leaky_relu softplus softshrink threshold`
    .trim()
    .split(/\s+/),
);

/** Formulas of their own with the result in them, of operators that write in place too. */
const RESULTS = new Set(['div.Tensor', 'pow.Tensor_Tensor']);

/** Without a derivative, or cut off on purpose. */
export const UNDIFFERENTIABLE: ReadonlySet<string> = new Set(
  `detach eq.Scalar eq.Tensor ge.Scalar ge.Tensor gt.Scalar gt.Tensor le.Scalar le.Tensor lt.Scalar lt.Tensor ne.Scalar ne.Tensor any any.dim any.dims all all.dim
  all.dims isnan isinf isfinite argmax argmin argsort nonzero count_nonzero count_nonzero.dim_IntList multinomial logical_and logical_or logical_xor logical_not
  signbit isposinf isneginf zeros_like ones_like full_like empty_like rand_like randn_like new_zeros new_ones new_full new_empty new_empty_strided floor_divide
  _local_scalar_dense item equal is_same_size bucketize.Tensor searchsorted.Tensor isin.Tensor_Tensor allclose isclose histc bincount`
    .trim()
    .split(/\s+/),
);

class Elementwise implements BackwardContext {
  readonly call: Call;
  readonly grads: readonly Tensor[];
  private readonly v: Values;
  constructor(v: Values, tangent: Tensor) {
    this.v = v;
    this.call = v.call;
    this.grads = [tangent];
  }
  get g(): Tensor {
    return this.grads[0];
  }
  arg<T extends Arg = Arg>(name: string): T {
    return this.v.at(name) as T;
  }
  t(name: string): Tensor {
    return (this.v.p[name] ?? this.v.at(name)) as Tensor;
  }
  get result(): Tensor {
    return this.v.result;
  }
  get results(): readonly Tensor[] {
    return this.v.results;
  }
  needs(): boolean {
    return true;
  }
  like(name: string): Tensor {
    return this.v.at(name) as Tensor;
  }
}

function elementwise(op: Op): Formula {
  const plan = derivativeOf(op);
  if (plan === null) throw new Unsupported(`${op.name} in forward mode`);
  const { name } = op.sig.args[op.sig.tensors[0]];
  const first = plan.formulas.find((f) => f.names.includes(name));
  if (first === undefined || first.names.length !== 1) throw new Unsupported(`${op.name} in forward mode`);
  const p = plan.saves.some((s) => s.name === name);
  return { uses: [{ name, t: true, p }], result: plan.saves.some((s) => s.result >= 0), run: (v) => first.run(new Elementwise(v, v.t[name])) };
}

const linear = (op: Op): Formula => {
  const place = op.sig.tensors[0];
  const { name } = op.sig.args[place];
  return { uses: [{ name, t: true, p: false }], run: (v) => v.call(op.overload, ...v.args.map((a, i) => (i === place ? v.t[name] : a))) as Gradient };
};

/** Overloads that are called otherwise where a new tensor is made. */
const TWINS: Readonly<Record<string, string>> = { 'pow_.Scalar': 'pow.Tensor_Scalar', 'pow_.Tensor': 'pow.Tensor_Tensor' };

const known = new Map<string, Formula>();

const twinOf = (op: Op): string => TWINS[op.overload] ?? op.overload.replace(/^(\w+?)_(?=\.|$)/, '$1');

export const isLinear = (op: Op): boolean => LINEAR.has(twinOf(op));

/** The formula of an operator; of one that writes in place that of its twin which does not. */
export function formulaOf(op: Op): Formula {
  let found = known.get(op.overload);
  if (found !== undefined) return found;
  if (op.sig.inplace >= 0) {
    const plain = twinOf(op);
    const twin = findOp(plain);
    if (!twin || plain === op.overload) throw new Unsupported(`${op.name} in forward mode`);
    found = formulaOf(twin);
  } else {
    const own = FORMULAS[op.overload] ?? NORMS[op.overload];
    if (own) found = { uses: usesOf(own[0]), run: own[1], result: RESULTS.has(op.overload) };
    else if (LINEAR.has(op.overload)) found = linear(op);
    else if (ELEMENTWISE.has(op.overload)) found = elementwise(op);
    else throw new Unsupported(`${op.name} in forward mode`);
  }
  known.set(op.overload, found);
  return found;
}

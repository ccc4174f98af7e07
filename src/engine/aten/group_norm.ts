/** Group normalisation with its backward operator. */
import { empty } from '../tensor/create.ts';
import { runtimeError } from '../tensor/errors.ts';
import { rowMoments } from '../tensor/rows.ts';
import { numelOf } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { list } from './dims.ts';
import { type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { emptySuggested, suggestsChannelsLast } from './making.ts';
import { dest, isReduced, numberOf, read, write } from './work.ts';
import { mixedTypes, statType } from './norm_shared.ts';

/** Contiguous, or contiguous with channels last where the strides rise so. */
/** `t.contiguous(like.suggest_memory_format())` */
const suggestedContiguous = (call: Call, t: Tensor, like = t): Tensor =>
  suggestsChannelsLast(like) ? call.one('contiguous', t, 'channels_last') : call.contiguous(t);

const groupNorm: OpDef = {
  schema: 'native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, float eps) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (input: Tensor, weight: Tensor | null, _b: Tensor | null, N: number, _C: number, _H: number, group: number) => {
    const d = statType(input, weight);
    const o = { device: input.device };
    return [emptySuggested(input, input.sizes), empty([N, group], d, o), empty([N, group], d, o)];
  },
  kernel: (
    [y, mean, rstd]: Tensor[],
    input: Tensor,
    weight: Tensor | null,
    bias: Tensor | null,
    N: number,
    C: number,
    hw: number,
    group: number,
    eps: Scalar,
  ) => {
    mixedTypes('GroupNormKernelImpl', input, [weight, bias]);
    const x = read(input, input.dtype);
    const w = weight ? read(weight, weight.dtype) : null;
    const b = bias ? read(bias, bias.dtype) : null;
    const r = input.dtype.name === 'float64' ? (v: number): number => v : Math.fround;
    const [o, om, os] = [dest(y), dest(mean), dest(rstd)];
    const D = C / group;
    for (let i = 0; i < N * group; i++) {
      const at = i * D * hw;
      const { mean: mu, variance } = rowMoments(x, at, D * hw, 0, isReduced(input.dtype));
      const s = r(1 / r(Math.sqrt(r(Math.max(r(variance), 0) + r(numberOf(eps))))));
      for (let j = 0; j < D; j++) {
        const ch = (i % group) * D + j;
        const scale = r(s * (w ? w[ch] : 1));
        const shift = r(r(-scale * r(mu)) + (b ? b[ch] : 0));
        for (let k = 0; k < hw; k++) o.w[at + j * hw + k] = r(scale * x[at + j * hw + k]) + shift;
      }
      om.w[i] = mu;
      os.w[i] = s;
    }
    o.flush();
    om.flush();
    os.flush();
  },
  derivative: derivative('NativeGroupNormBackward0', ['input', 'weight', 'result1', 'result2'], {
    'input, weight, bias': (c) => {
      if (!c.grads[0]) return null;
      const x = c.t('input');
      const g = suggestedContiguous(c.call, c.g, x);
      return c.call.many(
        'native_group_norm_backward',
        g,
        suggestedContiguous(c.call, x),
        c.results[1],
        c.results[2],
        c.arg('weight'),
        c.arg('N'),
        c.arg('C'),
        c.arg('HxW'),
        c.arg('group'),
        [c.needs('input'), c.needs('weight'), c.needs('bias')],
      );
    },
  }),
};

const groupNormBack: OpDef = {
  schema:
    'native_group_norm_backward(Tensor grad_out, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, SymInt N, SymInt C, SymInt HxW, int group, bool[3] output_mask) -> (Tensor, Tensor, Tensor)',
  kind: 'kernel',
  meta: (_g: Tensor, input: Tensor, _m: Tensor, _r: Tensor, weight: Tensor | null, _N: number, C: number, _H: number, _gr: number, mask: boolean[]) =>
    [
      mask[0] ? emptySuggested(input, input.sizes) : null,
      mask[1] ? empty([C], weight?.dtype ?? input.dtype, { device: input.device }) : null,
      mask[2] ? empty([C], weight?.dtype ?? input.dtype, { device: input.device }) : null,
    ] as Tensor[],
  kernel: (
    [dx, dw, db]: (Tensor | null)[],
    grad: Tensor,
    input: Tensor,
    mean: Tensor,
    rstd: Tensor,
    weight: Tensor | null,
    N: number,
    C: number,
    hw: number,
    group: number,
  ) => {
    const [g, x, mu, rs] = [read(grad, grad.dtype), read(input, input.dtype), read(mean, mean.dtype), read(rstd, rstd.dtype)];
    const w = weight ? read(weight, weight.dtype) : null;
    const D = C / group;
    const [sw, sb] = [new Float64Array(C), new Float64Array(C)];
    const o = dx ? dest(dx) : null;
    for (let i = 0; i < N * group; i++) {
      const at = i * D * hw;
      let ds = 0;
      let db1 = 0;
      for (let j = 0; j < D; j++) {
        const ch = (i % group) * D + j;
        let [a, b] = [0, 0];
        for (let k = 0; k < hw; k++) {
          a += g[at + j * hw + k] * x[at + j * hw + k];
          b += g[at + j * hw + k];
        }
        ds += a * (w ? w[ch] : 1);
        db1 += b * (w ? w[ch] : 1);
        sw[ch] += (a - b * mu[i]) * rs[i];
        sb[ch] += b;
      }
      if (!o) continue;
      const n = D * hw;
      const c2 = ((db1 * mu[i] - ds) * rs[i] ** 1 * rs[i] * rs[i]) / n;
      const c3 = -c2 * mu[i] - (db1 * rs[i]) / n;
      for (let j = 0; j < D; j++) {
        const c1 = rs[i] * (w ? w[(i % group) * D + j] : 1);
        for (let k = 0; k < hw; k++) o.w[at + j * hw + k] = c1 * g[at + j * hw + k] + c2 * x[at + j * hw + k] + c3;
      }
    }
    o?.flush();
    if (dw) write(dw, sw);
    if (db) write(db, sb);
  },
};

export const GROUP_NORM: readonly OpDef[] = [
  groupNorm,
  groupNormBack,
  {
    schema: 'group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enabled=True) -> Tensor',
    kind: 'composite',
    composite: (call, input: Tensor, groups: number, weight: Tensor | null, bias: Tensor | null, eps: Scalar) => {
      if (input.dim < 2) throw runtimeError(`Expected at least 2 dimensions for input tensor but received ${input.dim}`);
      const [N, C] = input.sizes;
      if (groups <= 0) throw runtimeError(`Expected num groups to be greater than 0, got ${groups}`);
      if (C % groups !== 0)
        throw runtimeError(
          `Expected number of channels in input to be divisible by num_groups, but got input of shape ${list(input.sizes)} and num_groups=${groups}`,
        );
      for (const [what, t] of [
        ['weight', weight],
        ['bias', bias],
      ] as const) {
        if (t !== null && (t.dim !== 1 || t.numel !== C)) {
          throw runtimeError(
            `Expected ${what} to be a vector of size equal to the number of channels in input, but got ${what} of shape ${list(t.sizes)} and input of shape ${list(input.sizes)}`,
          );
        }
      }
      return call.many('native_group_norm', suggestedContiguous(call, input), weight, bias, N, C, numelOf(input.sizes.slice(2)), groups, eps)[0];
    },
  },
];

/** Forms of batch norm whose schema says what they write: running statistics in place, or none at all. */
import type { Tensor } from '../tensor/tensor.ts';
import { type Arg, derivative, type OpDef, type Ret, type Scalar } from './op.ts';
import { batchNorm } from './batch_norm.ts';

type AnyFn = (...args: Arg[]) => Ret;

/** The forms whose schema says what they write: running statistics in place, or none at all. */
const legit = (schema: string, name: string, order: (args: Arg[]) => Arg[]): OpDef => ({
  schema,
  kind: 'kernel',
  meta: (...args: Arg[]) => (batchNorm.meta as AnyFn)(...order(args)),
  kernel: (out: Ret, ...args: Arg[]) => (batchNorm.kernel as unknown as (o: Ret, ...a: Arg[]) => void)(out, ...order(args)),
  derivative: derivative(
    name,
    ['input', 'weight', 'result1', 'result2'],
    {
      'input, weight, bias': (c) => {
        const stats = schema.includes('running_mean');
        return c.call.many(
          'native_batch_norm_backward',
          c.g,
          c.t('input'),
          c.arg('weight'),
          stats ? c.arg('running_mean') : null,
          stats ? c.arg('running_var') : null,
          c.results[1],
          c.results[2],
          schema.includes('bool training') ? c.arg('training') : false,
          c.arg('eps'),
          [c.needs('input'), c.needs('weight'), c.needs('bias')],
        );
      },
    },
    [1, 2],
  ),
});

export const FUNCTIONAL_BATCH_NORM: readonly OpDef[] = [
  legit(
    '_native_batch_norm_legit(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!) running_mean, Tensor(b!) running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
    'NativeBatchNormLegitBackward0',
    (a) => a,
  ),
  legit(
    '_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight, Tensor? bias, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
    'NativeBatchNormLegitBackward1',
    (a) => [a[0], a[1], a[2], null, null, a[3], a[4], a[5]],
  ),
  {
    schema:
      '_native_batch_norm_legit_no_training(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
    kind: 'kernel',
    meta: (input: Tensor, w: Tensor | null, b: Tensor | null, rm: Tensor, rv: Tensor, m: Scalar, e: Scalar) =>
      (batchNorm.meta as AnyFn)(input, w, b, rm, rv, false, m, e),
    kernel: (out: Ret, input: Tensor, w: Tensor | null, b: Tensor | null, rm: Tensor, rv: Tensor, m: Scalar, e: Scalar) =>
      (batchNorm.kernel as unknown as (o: Ret, ...a: Arg[]) => void)(out, input, w, b, rm, rv, false, m, e),
    derivative: derivative(
      'NativeBatchNormLegitNoTrainingBackward0',
      ['input', 'weight', 'running_mean', 'running_var', 'result1', 'result2'],
      {
        'input, weight, bias': (c) =>
          c.call.many(
            'native_batch_norm_backward',
            c.g,
            c.t('input'),
            c.arg('weight'),
            c.arg('running_mean'),
            c.arg('running_var'),
            c.results[1],
            c.results[2],
            false,
            c.arg('eps'),
            [c.needs('input'), c.needs('weight'), c.needs('bias')],
          ),
      },
      [1, 2],
    ),
  },
];

/** Formulas of forward mode for softmax, norms, variance and normalisation, after FunctionsManual.cpp as it runs while a mode looks on. */
import type { Arg, BackwardContext, Call, Gradient, Op, Scalar } from '../../aten/op.ts';
import { derivativeOf, findOp } from '../../aten/table.ts';
import { PyFloat } from '../../python/values.ts';
import { Unsupported } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Values } from './formula.ts';

type Entry = readonly [uses: string, run: (v: Values) => Gradient];

function logsumexp(call: Call, p: Tensor, t: Tensor, dim: readonly number[], keepdim: boolean): Tensor {
  const e = p.numel > 0 ? call.u('exp', call.one('sub.Tensor', p, call.one('amax', p, dim, true))) : call.u('exp', p);
  const sum = call.sum(e, dim, keepdim);
  const made = call.sum(call.one('mul.Tensor', e, t), dim, keepdim);
  return call.one('div_.Tensor', made, sum);
}

const value = (s: Scalar): number => (s instanceof PyFloat ? s.v : Number(s));

function vectorNorm(v: Values): Tensor {
  const { call } = v;
  const [p, t] = [v.p.self, v.t.self];
  const dim = (v.at('dim') as number[] | null) ?? [];
  const keep = v.at('keepdim') as boolean;
  const ord = value(v.at('ord') as Scalar);
  const isNull = (): Tensor => call.one('eq.Scalar', v.result, 0);
  if (ord === 0) return call.zerosLike(v.result);
  if (ord === 1) return call.sum(call.one('mul.Tensor', call.u('sgn', p), t), dim, keep);
  if (ord === 2) {
    const made = call.one('div_.Tensor', call.sum(call.one('mul.Tensor', p, t), dim, keep), v.result);
    return call.one('masked_fill_.Scalar', made, isNull(), 0);
  }
  if (!Number.isFinite(ord) || ord < 1) throw new Unsupported(`${v.op.name} of order ${ord} in forward mode`);
  const slope = call.one('mul.Tensor', ord < 2 ? call.u('sgn', p) : p, t);
  const power = call.one('pow_.Scalar', call.u('abs', p), new PyFloat(ord - (ord < 2 ? 1 : 2)));
  const made = call.sum(call.one('mul.Tensor', power, slope), dim, keep);
  return call.one('masked_fill_.Scalar', call.one('div.Tensor', made, call.pow(v.result, new PyFloat(ord - 1))), isNull(), 0);
}

/** (input − mean) · invstd of what it is made from. */
function normalised(call: Call, p: Tensor, t: Tensor, mean: Tensor, invstd: Tensor, dims: readonly number[], numel: number): Tensor {
  const centred = (): Tensor => call.one('sub.Tensor', p, mean);
  const moved = (): Tensor => call.one('sub.Tensor', t, call.one('mean.dim', t, dims, true, null));
  const right = centred();
  const left = (() => {
    const m = moved();
    return call.one('mul.Tensor', call.neg(call.pow(invstd, 3)), m);
  })();
  let slope = call.sum(call.one('mul.Tensor', left, right), dims, true);
  slope = call.one('div_.Scalar', slope, numel);
  const second = call.one('mul.Tensor', centred(), slope);
  return call.one('add.Tensor', call.one('mul.Tensor', moved(), invstd), second);
}

/** input · weight + bias. `inner`: the input, asked for where there is a weight. */
function affine(v: Values, made: Tensor, inner: Tensor | null, shape: readonly number[]): Tensor {
  const { call } = v;
  const shaped = (t: Tensor | undefined | null): Tensor | null => (t ? call.view(t, shape) : null);
  const [bias, weightT, weightP] = [shaped(v.t.bias), shaped(v.t.weight), shaped(v.p.weight)];
  let out = made;
  if (weightP && weightT) {
    const right = call.one('mul.Tensor', inner as Tensor, weightT);
    out = call.one('add.Tensor', call.one('mul.Tensor', out, weightP), right);
  }
  return bias ? call.one('add.Tensor', out, bias) : out;
}

function batchNorm(v: Values): Tensor[] {
  const { call } = v;
  const [p, t] = [v.p.input, v.t.input];
  const dims = t.sizes.map((_, i) => i).filter((i) => i !== 1);
  const shape = t.sizes.map((n, i) => (i === 1 ? n : 1));
  const numel = dims.reduce((n, i) => n * t.sizes[i], 1);
  let mean: Tensor;
  let invstd: Tensor;
  let made: Tensor;
  if (v.at('training')) {
    mean = call.view(v.results[1], shape);
    invstd = call.view(v.results[2], shape);
    made = normalised(call, p, t, mean, invstd, dims, numel);
  } else {
    mean = call.view(v.at('running_mean') as Tensor, shape);
    invstd = call.view(call.rdiv(1, call.u('sqrt', call.add(v.at('running_var') as Tensor, v.at('eps') as Scalar))), shape);
    made = call.one('mul.Tensor', t, invstd);
  }
  const inner = v.p.weight ? call.one('mul.Tensor', call.one('sub.Tensor', p, mean), invstd) : null;
  return [affine(v, made, inner, shape)];
}

function layerNorm(v: Values): Tensor[] {
  const { call } = v;
  const [p, t] = [v.p.input, v.t.input];
  const outer = t.dim - (v.at('normalized_shape') as number[]).length;
  const dims = t.sizes.map((_, i) => i).filter((i) => i >= outer);
  const numel = dims.reduce((n, i) => n * t.sizes[i], 1);
  const shape = t.sizes.map((n, i) => (i < outer ? n : 1));
  const affineShape = t.sizes.map((n, i) => (i < outer ? 1 : n));
  const mean = call.view(v.results[1], shape);
  const invstd = call.view(v.results[2], shape);
  const made = normalised(call, p, t, mean, invstd, dims, numel);
  const inner = v.p.weight ? call.one('mul.Tensor', call.one('sub.Tensor', p, mean), invstd) : null;
  return [affine(v, made, inner, affineShape)];
}

/** The formula of the gradient with the tangent in its place, summed. */
function variance(v: Values): Tensor {
  const { call } = v;
  const dim = v.at('dim') as number[] | null;
  const place = {
    call,
    g: v.t.self,
    grads: [v.t.self],
    arg: (name: string): Arg => (name === 'keepdim' ? true : v.at(name)),
    t: () => v.p.self,
    needs: () => true,
    result: v.result,
    results: v.results,
  };
  const plan = derivativeOf(findOp('var.correction') as Op);
  const back = plan?.formulas[0].run(place as never as BackwardContext) as Tensor;
  return call.sum(back, dim ?? [], v.at('keepdim') as boolean);
}

export const NORMS: Readonly<Record<string, Entry>> = {
  _softmax: [
    'self:tp',
    (v) => v.call.one('mul.Tensor', v.result, v.call.one('sub.Tensor', v.t.self, logsumexp(v.call, v.p.self, v.t.self, [v.at('dim') as number], true))),
  ],
  _log_softmax: ['self:tp', (v) => v.call.one('sub.Tensor', v.t.self, logsumexp(v.call, v.p.self, v.t.self, [v.at('dim') as number], true))],
  logsumexp: ['self:tp', (v) => logsumexp(v.call, v.p.self, v.t.self, v.at('dim') as number[], v.at('keepdim') as boolean)],
  linalg_vector_norm: ['self:tp', vectorNorm],
  native_batch_norm: ['input:tp weight:tp bias:tp', batchNorm],
  native_layer_norm: ['input:tp weight:tp bias:tp', layerNorm],
  'var.correction': ['self:tp', variance],
  'std.correction': [
    'self:tp',
    (v) => {
      const under = v.call.mul(v.result, new PyFloat(2));
      const made = v.call.one('div.Tensor', variance(v), under);
      return v.call.one('masked_fill_.Scalar', made, v.call.one('eq.Scalar', v.result, 0), 0);
    },
  ],
  'var_mean.correction': ['self:tp', (v) => [variance(v), v.call.one('mean.dim', v.t.self, (v.at('dim') as number[] | null) ?? [], v.at('keepdim'), null)]],
};

/** Batching rules of normalisations, after BatchRulesNorm.cpp. */
import type { Arg, Ret } from '../../aten/op.ts';
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { into, outOf, type Rule, type Site } from './site.ts';

export const layerNorm: Rule = (s) => {
  const [w, b] = [s.args[2] as Tensor | null, s.args[3] as Tensor | null];
  const value = s.front(s.t(0));
  const batchedParts = (w !== null && s.has(w)) || (b !== null && s.has(b));
  if (!batchedParts) return s.again(s.with({ 0: value }));
  const made = s.wrapAll(s.call(s.op.overload, value, s.args[1], null, null, s.args[4])) as Tensor[];
  let out = made[0];
  if (w !== null) out = s.call.mul(out, w);
  if (b !== null) out = s.call.add(out, b);
  return [out, made[1], made[2]];
};

export const layerNormBack: Rule = (s) => {
  const k = s.call;
  const [grad, input, shape, mean, rstd, weight] = [s.t(0), s.t(1), s.args[2] as number[], s.t(3), s.t(4), s.args[5] as Tensor | null];
  const mask = s.args[7] as boolean[];
  const front = Array.from({ length: grad.dim - shape.length }, (_, i) => i);
  const over = (t: Tensor): Tensor => (front.length === 0 ? t : k.sum(t, front));
  const bias = mask[2] ? over(grad) : null;
  const scale = mask[1] ? over(k.mul(k.mul(k.sub(input, mean), rstd), grad)) : null;
  let back: Tensor | null = null;
  if (mask[0]) {
    const g = weight === null ? grad : k.mul(grad, weight);
    const [a, b, c, d] = [g, input, mean, rstd].map((t) => k.contiguous(s.whole(t)));
    back = s.make(k.many('native_layer_norm_backward', a, b, shape, c, d, null, null, [true, false, false])[0]);
  }
  return [back, scale, bias] as Tensor[];
};

const UNBATCHED_STATISTICS =
  'Batch norm got a batched tensor as input while the running_mean or running_var, which will be updated in place, were not batched.\n' +
  'If you are using a module and do not need eval mode, please set `track_running_stats` to be False.' +
  'If you are using a prebuilt module and do not need eval mode, please see the functorch website for resources on how to patch your module ' +
  'to work with vmap';

type Maybe = Tensor | null;

/** Dimensions of size 1 behind those of one example. */
const padRight = (s: Site, t: Tensor, rank: number): Tensor => s.call.view(t, [...t.sizes, ...new Array<number>(rank - t.dim).fill(1)]);
const all = (t: Tensor, from: number): number[] => Array.from({ length: t.dim - from }, (_, i) => i + from);

/** Channels and examples are one dimension; weight and bias come after it, whose channels stand in front of the images. */
export const batchNorm: Rule = (s) => {
  const k = s.call;
  const [x, w, b, mean, variance] = s.args as Maybe[] as [Tensor, Maybe, Maybe, Maybe, Maybe];
  const rest = s.args.slice(5);
  const own = [mean, variance].filter((t): t is Tensor => t !== null);
  if (rest[0] === true && s.has(x) && own.some((t) => !s.has(t))) throw runtimeError(UNBATCHED_STATISTICS);
  const share = !s.has(x) && own.every((t) => !s.has(t));
  const [input, m, v] = share ? [x, mean, variance] : [into(s, x, 1), mean && k.contiguous(into(s, mean, 0)), variance && k.contiguous(into(s, variance, 0))];
  const dummy = (name: string): Tensor => k.one(name, [input.sizes[1]], input.dtype, null, input.device, null);
  const made = k.many(s.op.overload, input, dummy('ones'), dummy('zeros'), m, v, ...rest);
  const turned = k.transpose(made[0], 0, 1);
  const [out, ...statistics] = share ? [turned, made[1], made[2]] : [turned, made[1], made[2]].map((t) => outOf(s, t, 0));
  let y = out;
  if (w !== null) y = k.mul(y, padRight(s, w, x.dim));
  if (b !== null) y = k.add(y, padRight(s, b, x.dim));
  return [k.transpose(y, 0, 1), ...statistics];
};

export const batchNormBack: Rule = (s) => {
  const k = s.call;
  const [g, x, w, runningMean, runningVar, savedMean, savedRstd] = s.args as Maybe[] as [Tensor, Tensor, Maybe, Maybe, Maybe, Tensor, Tensor];
  const [training, eps, mask] = [s.args[7] as boolean, s.args[8] as Arg, s.args[9] as boolean[]];
  const turned = (t: Tensor): Tensor => k.transpose(t, 0, 1);
  const bias = mask[2] ? k.sum(turned(g), all(g, 1)) : null;
  let weight: Maybe = null;
  if (mask[1]) {
    const mean = training ? savedMean : (runningMean as Tensor);
    const rstd = training ? savedRstd : k.one('reciprocal', k.one('sqrt', k.add(runningVar as Tensor, eps as number)));
    const [m, r] = [padRight(s, mean, x.dim), padRight(s, rstd, x.dim)];
    const normal = k.mul(k.sub(turned(x), m), r);
    weight = k.sum(k.mul(normal, turned(g)), all(g, 1));
  }
  let back: Maybe = null;
  if (mask[0]) {
    const scale = w === null ? null : padRight(s, w, x.dim);
    const lines = scale === null ? turned(g) : k.mul(turned(g), scale);
    const through = turned(lines);
    const statistics = [runningMean, runningVar].map((t) => t && k.contiguous(into(s, t, 0)));
    const [input, mean, rstd] = [into(s, x, 1), into(s, savedMean, 0), into(s, savedRstd, 0)];
    const whole = turned(s.whole(through));
    const grad = k.reshape(whole, [whole.sizes[0], whole.sizes[1] * whole.sizes[2], ...whole.sizes.slice(3)]);
    const dummy = k.one('ones', [input.sizes[1]], input.dtype, null, input.device, null);
    const made = k.many(s.op.overload, grad, input, dummy, ...statistics, mean, rstd, training, eps, [true, false, false])[0];
    const parted = k.reshape(made, [made.sizes[0], s.level.size, made.sizes[1] / s.level.size, ...made.sizes.slice(2)]);
    back = s.make(turned(parted));
  }
  return [back, weight, bias] as Ret;
};

/** Groups are of one image, so examples are more images. */
export const groupNorm: Rule = (s) => {
  const k = s.call;
  const [x, w, b] = s.args as Maybe[] as [Tensor, Maybe, Maybe];
  const [n, c, rest, groups, eps] = s.args.slice(3) as [number, ...Arg[]];
  const made = s.has(x)
    ? k.many(s.op.overload, into(s, x, 0), null, null, n * s.level.size, c, rest, groups, eps).map((t) => outOf(s, t, 0))
    : k.many(s.op.overload, x, null, null, n, c, rest, groups, eps);
  let y = made[0];
  if (w !== null) y = k.mul(y, padRight(s, w, x.dim - 1));
  if (b !== null) y = k.add(y, padRight(s, b, x.dim - 1));
  return [y, made[1], made[2]];
};

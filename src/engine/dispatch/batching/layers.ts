/** Batching rules of losses and random numbers, after BatchRulesLoss, -Randomness.cpp and torch/_decomp. */
import type { Ret, Scalar } from '../../aten/op.ts';
import { runtimeError, Unsupported } from '../../tensor/errors.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { checkRandomness, type VmapLevel } from './batch.ts';
import { give, type Rule, type Site } from './site.ts';

const NONE = 0;
const MEAN = 1;
const SUM = 2;

/** Weights of classes, in a shape that meets the scores. */
const classes = (s: Site, weight: Tensor, dims: number, at: number): Tensor => {
  const shape = new Array<number>(dims).fill(1);
  shape[at] = weight.sizes[0];
  return s.call.view(weight, shape);
};

const nll: Rule = (s) => {
  const k = s.call;
  const [given, target, weight, reduction, ignore] = [s.t(0), s.t(1), s.args[2] as Tensor | null, s.args[3] as number, s.args[4] as Scalar];
  const at = given.dim < 2 ? 0 : 1;
  const counts = (): Tensor => k.one('ne.Scalar', target, ignore);
  const w = weight === null ? null : given.dim > 1 ? classes(s, weight, given.dim, at) : weight;
  const self = w === null ? given : k.mul(given, w);
  const safe = k.unsqueeze(k.where(counts(), target, 0), at);
  const picked = k.neg(k.squeeze(k.one('gather', self, at, safe, false), at));
  const result = k.where(counts(), picked, 0);
  if (reduction === NONE && given.dim > 1) return [result, k.one('new_full', given, [], k.float(0))];
  let total: Tensor;
  if (w !== null) {
    const own = k.squeeze(k.one('gather', k.expand(w, given.sizes), at, safe, false), at);
    total = k.one('sum', k.where(counts(), own, 0));
  } else total = k.one('to.dtype', k.one('sum', counts()), given.dtype);
  if (reduction === NONE) return [result, total];
  const sum = k.one('sum', result);
  return [reduction === SUM ? sum : k.div(sum, total), total];
};

const nllBack: Rule = (s) => {
  const k = s.call;
  const [given, self, weight, reduction, ignore, total] = [s.t(0), s.t(1), s.args[3] as Tensor | null, s.args[4] as number, s.args[5] as Scalar, s.t(6)];
  const at = self.dim < 2 ? 0 : 1;
  let g = reduction === MEAN ? k.div(given, total) : given;
  const target = k.unsqueeze(s.t(2), at);
  const counts = (): Tensor => k.one('ne.Scalar', target, ignore);
  const safe = k.where(counts(), target, 0);
  const made = k.one('scatter.value', k.zerosLike(self), at, safe, k.float(-1));
  if (made.dim > g.dim && g.dim > 0) g = k.unsqueeze(g, at);
  if (weight !== null) g = k.mul(g, self.dim > 1 ? classes(s, weight, self.dim, at) : weight);
  return k.mul(made, k.where(counts(), g, 0));
};

const flattened = (s: Site, t: Tensor): Tensor => {
  const value = s.front(t);
  const from = s.has(t) ? 1 : 0;
  return value.dim > 1 || from === 0 ? s.call.one('flatten.using_ints', value, from, -1) : value;
};

/** Losses of two tensors, element by element; what comes behind the reduction goes along. */
const pairLoss: Rule = (s) => {
  const [a, b] = [s.t(0), s.t(1)];
  const made = s.call.one(s.op.overload, flattened(s, a), flattened(s, b), NONE, ...s.args.slice(3));
  if (made.dim === 1) return s.make(made);
  if (s.args[2] === NONE) return s.make(s.call.reshape(made, [s.level.size, ...(s.has(a) ? a : b).sizes]));
  return s.make(s.args[2] === SUM ? s.call.sum(made, [-1]) : s.call.one('mean.dim', made, [-1], false, null));
};

const mseBack: Rule = (s) => {
  const k = s.call;
  const [g, a, b] = [s.t(0), s.t(1), s.t(2)];
  const norm = s.args[3] === MEAN ? 2 / a.numel : 2;
  return k.mul(k.one('mul.Tensor', k.sub(a, b), k.float(norm)), g);
};

give('nll_loss_forward', nll);
give('nll_loss2d_forward', nll);
give('nll_loss_backward', nllBack);
give('nll_loss2d_backward', nllBack);
for (const name of ['mse_loss', 'smooth_l1_loss', 'huber_loss']) give(name, pairLoss);
give('mse_loss_backward', mseBack);

/** Where the sizes stand among the arguments of an operator that makes random numbers. */
const SIZES: Readonly<Record<string, number>> = {
  randn: 0,
  rand: 0,
  'randn.generator': 0,
  'rand.generator': 0,
  randint: 1,
  'randint.generator': 1,
  'randint.low': 2,
  'randint.low_generator': 2,
  'normal.float_float': 2,
};
const INPLACE = new Set('uniform_ normal_ bernoulli_ exponential_ random_ geometric_ cauchy_ log_normal_'.split(' '));
const OTHERS = new Set('rand_like randn_like randint_like bernoulli multinomial native_dropout randperm normal poisson binomial rrelu_with_noise'.split(' '));

/** Random numbers at the innermost level, whether an argument is batched or not; undefined: none of these operators. */
export function random(s: Site, level: VmapLevel): Ret | undefined {
  const { op } = s;
  const { base } = op.sig;
  const at = SIZES[op.overload];
  if (at === undefined && !INPLACE.has(base) && !OTHERS.has(base)) return undefined;
  checkRandomness(level);
  const own = s.args.some((a) => a instanceof Tensor && s.has(a));
  if (level.randomness === 'same') {
    if (!own) return undefined;
    throw new Unsupported(`${op.name} with the same numbers for a batched tensor under vmap`);
  }
  if (at !== undefined) return s.again(s.with({ [at]: [level.size, ...(s.args[at] as number[])] }));
  const self = s.t(0);
  if (!(self instanceof Tensor)) throw new Unsupported(`${op.name} under vmap`);
  if (INPLACE.has(base)) {
    if (!own) throw runtimeError(`vmap: ${op.sig.base}(self, *extra_args) is not possible because self is not being vmapped over`);
    s.call(op.overload, s.front(self), ...s.args.slice(1).map((a) => (a instanceof Tensor ? s.front(a) : a)));
    return self;
  }
  if (base.endsWith('_like') || base === 'bernoulli') return s.again(s.with({ 0: s.whole(self) }));
  throw new Unsupported(`${op.name} under vmap`);
}

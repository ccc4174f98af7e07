/**
 * `uniform_` and the samplers made from one uniform double each: exponential, geometric, Cauchy, log-normal, Bernoulli.
 *
 * ATen/core/TransformationHelper.h is the reference for the formulas. `bernoulli_(p)` with a number draws doubles; on
 * Intel processors PyTorch uses MKL's own generator there instead, which this engine does not follow.
 */
import { runtimeError } from '../errors.ts';
import { toWorking } from '../access.ts';
import { exp, log, log1p, tan } from '../math/index.ts';
import { decodeBF16, decodeF16, encodeBF16, encodeF16 } from '../rounding.ts';
import { expandStrides } from '../strides.ts';
import { Tensor } from '../tensor.ts';
import { fillSerial, inMemoryOrder } from './fill.ts';
import type { Generator } from './generator.ts';
import { nextNormal } from './normal.ts';

const fround = Math.fround;

/** `t.uniform_(from, to)` */
export function fillUniform(t: Tensor, from: number, to: number, g: Generator): void {
  g.willChange();
  const name = t.dtype.name;
  if (name === 'float64') {
    fillSerial(t, () => {
      const v = g.uniformDouble() * (to - from) + from;
      return v === to ? from : v;
    });
    return;
  }
  const round = name === 'bfloat16' ? (x: number) => decodeBF16(encodeBF16(x)) : name === 'float16' ? (x: number) => decodeF16(encodeF16(x)) : fround;
  const f = fround(from);
  const width = fround(fround(to) - f);
  const [first, last] = [round(from), round(to)];
  fillSerial(t, () => {
    const v = round(fround(fround(g.uniformFloat() * width) + f));
    return v === last ? first : v;
  });
}

/** `t.exponential_(lambd)` */
export function fillExponential(t: Tensor, lambd: number, g: Generator): void {
  g.willChange();
  fillSerial(t, () => (-1 / lambd) * log1p(-g.uniformDouble()));
}

/** `t.geometric_(p)` */
export function fillGeometric(t: Tensor, p: number, g: Generator): void {
  g.willChange();
  fillSerial(t, () => Math.ceil(log(g.uniformDouble()) / log1p(-p)));
}

/** `t.cauchy_(median, sigma)` */
export function fillCauchy(t: Tensor, median: number, sigma: number, g: Generator): void {
  g.willChange();
  fillSerial(t, () => median + sigma * tan(Math.PI * (g.uniformDouble() - 0.5)));
}

/** `t.log_normal_(mean, std)` */
export function fillLogNormal(t: Tensor, mean: number, std: number, g: Generator): void {
  g.willChange();
  fillSerial(t, () => exp(nextNormal(g) * std + mean));
}

/** `t.bernoulli_(p)` with a number: ones where a uniform double lies below p. Dropout masks come from here. */
export function fillBernoulli(t: Tensor, p: number, g: Generator): void {
  g.willChange();
  fillSerial(t, () => (g.uniformDouble() < p ? 1 : 0));
}

/** `t.bernoulli_(p)` with a tensor of probabilities (also `torch.bernoulli(p)`): floats unless p is float64. */
export function fillBernoulliTensor(t: Tensor, p: Tensor, g: Generator): void {
  g.willChange();
  const e = expandStrides(p.sizes, p.strides, t.sizes);
  const { view, permute } = inMemoryOrder(t);
  const probabilities = toWorking(permute(new Tensor(p.storage, p.dtype, e.sizes, e.strides, p.offset)));
  const wide = p.dtype.name === 'float64';
  let i = 0;
  fillSerial(view, () => {
    const chance = probabilities[i++];
    if (!(chance >= 0 && chance <= 1)) {
      throw runtimeError(
        'Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)',
      );
    }
    const u = wide ? g.uniformDouble() : g.uniformFloat();
    return u < chance ? 1 : 0;
  });
}

/**
 * PyTorch's CPU random numbers, bit for bit where PyTorch agrees with itself.
 *
 * Samplers fill an existing tensor in place (`fill…(t, …, generator)`); `permutation` and `sampleMultinomial` return
 * indices. The dispatcher's callers bump versions; argument checks other than those quoted here are the operators'.
 */
export { DEFAULT_SEED, Generator } from './generator.ts';
export { Mt19937 } from './mt19937.ts';
export { fillNormal, nextNormal } from './normal.ts';
export { fillBernoulli, fillBernoulliTensor, fillCauchy, fillExponential, fillGeometric, fillLogNormal, fillUniform } from './uniform.ts';
export { fillRandom, permutation } from './integers.ts';
export { sampleMultinomial } from './multinomial.ts';

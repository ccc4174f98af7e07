/** Bodies of the methods of torch.Generator; the type declares them (generator_type.ts). */
import { context } from '../aten/context.ts';
import { raise } from '../python/errors.ts';
import type { Body } from '../python/native.ts';
import { PyFloat, type Value } from '../python/values.ts';
import type { Generator } from '../tensor/random/generator.ts';
import { unbox } from '../python/values.ts';
import { PyGenerator } from './generator.ts';
import { type PyTensor, wrap } from './objects.ts';

const of = (self: PyGenerator): Generator => self.g as Generator;

export const METHODS: Readonly<Record<string, Body>> = {
  manual_seed: (_vm, self: PyGenerator, seed: Value) => {
    if (seed instanceof PyFloat) raise('RuntimeError', 'manual_seed expected a long, but got float');
    of(self).manualSeed(unbox(seed) as number | bigint);
    return self;
  },
  initial_seed: (_vm, self: PyGenerator) => of(self).initialSeed(),
  seed: () => raise('RuntimeError', 'a random seed would not be reproducible here'),
  get_state: (_vm, self: PyGenerator) => wrap(of(self).getState()),
  set_state: (_vm, self: PyGenerator, state: PyTensor) => {
    of(self).setState(state.t);
    // Where the state comes from is not known.
    context.known?.fallBehind(of(self));
    return self;
  },
  clone_state: (_vm, self: PyGenerator) => {
    const g = of(self).clone();
    context.known?.fallBehind(g);
    return new PyGenerator(g);
  },
};

/** Methods of torch.Generator. */
import { extendType } from '../python/native.ts';
import { PyFloat, type Value } from '../python/values.ts';
import { Generator } from '../tensor/random/generator.ts';
import { toInt } from './convert.ts';
import { generatorTorchType, PyGenerator } from './generator.ts';
import { PyTensor, wrap, wrapDevice } from './objects.ts';
import { raise } from '../python/errors.ts';

const of = (self: PyGenerator): Generator => self.g as Generator;

extendType(generatorTorchType, {
  create: () => new PyGenerator(new Generator()),
  methods: {
    'manual_seed(self, seed, /)': (_vm, self: PyGenerator, seed: Value) => {
      if (seed instanceof PyFloat) raise('RuntimeError', 'manual_seed expected a long, but got float');
      of(self).manualSeed(toInt(seed));
      return self;
    },
    'initial_seed(self)': (_vm, self: PyGenerator) => of(self).initialSeed(),
    'seed(self)': () => raise('RuntimeError', 'a random seed would not be reproducible here'),
    'get_state(self)': (_vm, self: PyGenerator) => wrap(of(self).getState()),
    'set_state(self, state, /)': (_vm, self: PyGenerator, state: PyTensor) => {
      of(self).setState(state.t);
      return self;
    },
    'clone_state(self)': (_vm, self: PyGenerator) => new PyGenerator(of(self).clone()),
    '__repr__(self)': () => '<torch._C.Generator object>',
  },
  attrs: { device: (() => wrapDevice({ type: 'cpu', index: null })) as never },
});

/** torch.Generator as programs see it. The bodies of its methods lie with the random operators. */
import { bodiesIn, extendType } from '../python/native.ts';
import { part } from '../python/packs.ts';
import { address } from '../python/repr.ts';
import { Generator } from '../tensor/random/generator.ts';
import { generatorTorchType, PyGenerator } from './generator.ts';
import { deviceOf } from './device.ts';
import { PyDevice, wrapDevice } from './objects.ts';

const words = part<typeof import('./misfits.ts')>('faults', 'misfits');
const bodies = part<typeof import('./generator_methods.ts').METHODS>('ops-random', 'generator');

extendType(generatorTorchType, {
  create: (_vm, args, kw) => {
    const d = args[1] ?? kw?.get('device') ?? null;
    if (args.length > 2 || (kw?.size ?? 0) > (kw?.has('device') ? 1 : 0) || (d !== null && typeof d !== 'string' && !(d instanceof PyDevice)))
      words().generatorArguments(args.slice(1), kw);
    if (d !== null) deviceOf(d);
    return new PyGenerator(new Generator());
  },
  methods: {
    ...bodiesIn(bodies, [
      'manual_seed(self, seed, /)',
      'initial_seed(self)',
      'seed(self)',
      'get_state(self)',
      'set_state(self, state, /)',
      'clone_state(self)',
    ]),
    '__repr__(self)': (_vm, self: PyGenerator) => `<torch._C.Generator object at ${address(self)}>`,
  },
  attrs: { device: (() => wrapDevice({ type: 'cpu', index: null })) as never },
});

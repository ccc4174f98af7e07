/**
 * Calls that Dynamo traces as other calls than the program wrote: `addcmul_` and `addcdiv_` with a `value`, as a product
 * (or quotient), `prims.fma` and a copy; `add_` whose `alpha` is a tensor, as the last two of these; and `_init_group`
 * of an optimizer, which it runs for real before the step is traced.
 *
 * Idea: `method_addcmul_` of variables/tensor.py, `call_method` of variables/optimizer.py. Leaves out: gradients
 * through the sum.
 */
import { requiresGrad } from '../dispatch/autograd/meta.ts';
import { FMA } from '../graph/scalars.ts';
import { PyList } from '../python/containers.ts';
import { Unsupported } from '../python/errors.ts';
import { type PyFunction, PyNative, type Request } from '../python/functions.ts';
import { PyFloat, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import { tensorOf } from './guards.ts';
import { opName } from './natives.ts';
import type { Recorder } from './recorder.ts';

const FIRST: Readonly<Record<string, string>> = { addcmul_: 'mul.Tensor', addcdiv_: 'div.Tensor' };

export const isInitGroup = (f: PyFunction): boolean => f.name === '_init_group' && f.module.name.startsWith('torch.optim.');

/** `_init_group(group, …lists)`: once for real, which makes what is missing, then traced. */
export function initialised(f: PyFunction, recorder: Recorder): PyNative {
  return new PyNative(f.name, function* (vm: VM, args: Value[]) {
    const [self, group, ...lists] = args;
    const { monitor } = vm;
    vm.monitor = null;
    try {
      yield* recorder.aside(() => vm.call(f, [self, group, ...lists.map(() => new PyList([]))]) as Generator<Request, Value, Value>);
    } finally {
      vm.monitor = monitor;
    }
    return yield* vm.call(f, args);
  });
}

/** The call in a weighted sum's place; null where this is none. `whole`: the back end runs operators as they are. */
export function weightedSum(f: PyNative, args: readonly Value[], kw: ReadonlyMap<string, Value> | null, recorder: Recorder, whole: boolean): PyNative | null {
  const name = opName(f) ?? '';
  if (!(name === 'add_' || Object.hasOwn(FIRST, name)) || !f.isMethod) return null;
  const [self, one, other] = args.map(tensorOf);
  const given = kw?.get(name === 'add_' ? 'alpha' : 'value') ?? null;
  const factor = tensorOf(given);
  if (!self || !one || given === null || (name === 'add_' ? !factor : !other)) return null;
  if (!(factor || typeof given === 'number' || given instanceof PyFloat)) throw new Unsupported(`${name}() with such a value, in a compiled function`);
  if (recorder.inGrad() && [self, one, other, factor].some((t) => t && requiresGrad(t)))
    throw new Unsupported(`the gradient of ${name}() with ${name === 'add_' ? 'an alpha that is a tensor' : 'a value'}, in a compiled function`);
  if (whole && !factor) return null;
  return new PyNative(f.name, () => {
    const product = other ? recorder.run(FIRST[name], [one, other]) : one;
    const by = factor ?? (given as number);
    const sum = whole ? recorder.run('add.Tensor', [recorder.run('mul.Tensor', [product, by]), self, 1]) : recorder.dispatch(FMA, [product, by, self]);
    recorder.run('copy_', [self, sum, false]);
    return args[0];
  });
}

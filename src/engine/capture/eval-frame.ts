/** The part of torch._dynamo that is written in Python (`optimized-module.ts`), loaded when it is asked for. */
import type { PyModule, Request } from '../python/functions.ts';
import type { Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';

export function* evalFrame(vm: VM): Generator<Request, PyModule, Value> {
  const import_ = vm.builtins.attrs.get('__import__') as Value;
  yield* vm.call(import_, ['torch._dynamo.eval_frame']);
  return vm.importer.modules.get('torch._dynamo.eval_frame') as PyModule;
}

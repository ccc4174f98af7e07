/** `torch._C._autograd`: what the Python half of torch.autograd calls. Lies in the pack `autograd`. */
import { PyModule } from '../python/functions.ts';
import { fn, raw } from '../python/native.ts';
import type { PyType } from '../python/types.ts';
import { backward, grad } from './autograd.ts';
import { applyFunction, contextType } from './function.ts';
import { nodeType } from './nodes.ts';

export function makeAutograd(): PyModule {
  const m = new PyModule('torch._C._autograd');
  m.attrs.set(
    'backward',
    fn('backward(tensors, grad_tensors, retain_graph, create_graph, inputs, /)', (v, tensors, gradTensors, retain, create, inputs) =>
      backward(v, tensors, { gradTensors, retain, create, inputs }),
    ),
  );
  m.attrs.set(
    'grad',
    fn(
      'grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, materialize, /)',
      (v, outputs, inputs, gradTensors, retain, create, allowUnused, materialize) =>
        grad(v, outputs, { gradTensors, retain, create, inputs, allowUnused, materialize }),
    ),
  );
  m.attrs.set(
    'apply',
    raw('apply', (v, args) => applyFunction(v, args[0] as PyType, args.slice(1))),
  );
  m.attrs.set('FunctionCtx', contextType);
  m.attrs.set('Node', nodeType);
  return m;
}

export { makeFunctorch } from './transforms.ts';

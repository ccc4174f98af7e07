/** `torch._C._autograd`: what the Python half of torch.autograd calls. Lies in the pack `autograd`. */
import { type NativeGen, PyModule } from '../python/functions.ts';
import { fn, raw } from '../python/native.ts';
import { newType, type PyType } from '../python/types.ts';
import { PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import { Held } from '../dispatch/autograd/node.ts';
import { anomaly, backward, engines, grad } from './autograd.ts';
import { applyFunction, contextType, unwrapStatic } from './function.ts';
import { nodeType, type PyNode } from './nodes.ts';
import { type PyTensor, wrap } from './objects.ts';
import { one, runtime } from './runtime.ts';

const savedType = newType('SavedTensor', undefined, 'torch._C._autograd');

/** A tensor that hooks keep, apart from any node. */
class SavedTensor extends PyInstance {
  readonly held: Held;
  constructor(held: Held) {
    super(savedType);
    this.held = held;
  }
}

function* unpack(vm: VM, held: Held): NativeGen {
  const d = runtime().dispatcher;
  const t = (yield* vm.call(held.hook as Value, [held.packed as Value])) as PyTensor;
  return wrap(held.restored(null, t.t, (x) => d.belowAutograd(() => one('detach', x))));
}

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
    raw('apply', (v, args) => {
      const [cls, ...rest] = args;
      if (runtime().dispatcher.levels > 0) return v.call(unwrapStatic((cls as PyType).lookup('_transformed') as Value), [cls, ...rest]);
      return applyFunction(v, cls as PyType, rest);
    }),
  );
  m.attrs.set(
    'applied',
    raw('applied', (v, args) => applyFunction(v, args[0] as PyType, args.slice(1))),
  );
  m.attrs.set(
    '_push_saved_tensors_default_hooks',
    fn('_push_saved_tensors_default_hooks(pack_hook, unpack_hook, /)', (vm, pack: Value, unpack: Value) => {
      runtime().dispatcher.packers.push({ pack: (t) => vm.callNow(pack, [wrap(t)]), unpack });
      return null;
    }),
  );
  m.attrs.set(
    '_pop_saved_tensors_default_hooks',
    fn('_pop_saved_tensors_default_hooks()', () => {
      runtime().dispatcher.packers.pop();
      return null;
    }),
  );
  m.attrs.set(
    '_make_saved_tensor',
    fn('_make_saved_tensor(tensor, is_output)', (_vm, t: PyTensor) => {
      const packer = runtime().dispatcher.packers.at(-1);
      return packer ? new SavedTensor(new Held(t.t, false, packer)) : t;
    }),
  );
  m.attrs.set(
    '_unpack_saved_tensor',
    fn('_unpack_saved_tensor(saved, /)', (vm, s: Value) => (s instanceof SavedTensor ? unpack(vm, s.held) : s)),
  );
  m.attrs.set(
    '_current_graph_task_id',
    fn('_current_graph_task_id()', () => runtime().graphTask),
  );
  m.attrs.set(
    '_is_checkpoint_valid',
    fn('_is_checkpoint_valid()', () => engines.get(runtime().dispatcher)?.whole ?? true),
  );
  m.attrs.set(
    '_will_engine_execute_node',
    fn('_will_engine_execute_node(node, /)', (_vm, node: PyNode) => engines.get(runtime().dispatcher)?.willRun(node.node) ?? false),
  );
  m.attrs.set(
    '_keep',
    fn('_keep(grad, on, /)', (_vm, grad: PyTensor, on: boolean) => {
      engines.get(runtime().dispatcher)?.keep(grad.t, on);
      return null;
    }),
  );
  m.attrs.set(
    'set_anomaly_enabled',
    fn('set_anomaly_enabled(enabled, check_nan=True)', (_vm, on: Value, nan: Value) => {
      anomaly.set(runtime().dispatcher, { on: on === true, nan: on === true && nan === true });
      return null;
    }),
  );
  m.attrs.set(
    'is_anomaly_enabled',
    fn('is_anomaly_enabled()', () => anomaly.get(runtime().dispatcher)?.on ?? false),
  );
  m.attrs.set('FunctionCtx', contextType);
  m.attrs.set('Node', nodeType);
  return m;
}

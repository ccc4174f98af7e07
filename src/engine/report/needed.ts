/**
 * Layers that a program may do without, by the pack they lie in: capture with its graphs, and distributed tensors.
 *
 * Where capture is not loaded its names stand in the evaluator all the same, and ask for it when they are used.
 */
import type { Call } from '../aten/op.ts';
import type { CaptureContext, installCapture } from '../capture/index.ts';
import type { Mode } from '../dispatch/backend.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Comm } from '../mesh/comm.ts';
import type { DTensorMode } from '../mesh/dtensor.ts';
import { raw } from '../python/native.ts';
import { NeedsPack, packs, part } from '../python/packs.ts';
import type { VM } from '../python/vm.ts';
import { wrap } from '../torch/objects.ts';

const MODULES = ['torch._dynamo', 'torch._dynamo.eval_frame', 'torch.compiler'];

const autograd = part<typeof import('../torch/autograd.ts')>('autograd', 'autograd');

const ask = (): never => {
  throw new NeedsPack('capture');
};

/** Call after the torch modules are registered, before the program starts. */
export function captureFor(vm: VM, dispatcher: Dispatcher): CaptureContext | null {
  if (packs.has('capture')) {
    const { installCapture: install } = packs.require<{ installCapture: typeof installCapture }>('capture');
    return install(vm, dispatcher, wrap, (vm, request) => autograd().answer(vm, request));
  }
  const makeTorch = vm.importer.natives.get('torch');
  if (makeTorch) {
    vm.registerModule('torch', (v) => {
      const m = makeTorch(v);
      m.attrs.set('compile', raw('compile', ask));
      m.attrs.set('cond', raw('cond', ask));
      return m;
    });
  }
  for (const name of MODULES) vm.registerModule(name, ask);
  return null;
}

/** What makes operators on distributed tensors run on this rank's blocks. */
export function distributedMode(comm: Comm, call: Call): Mode {
  const { DTensorMode: Made } = packs.require<{ DTensorMode: typeof DTensorMode }>('mesh');
  return new Made(comm, call);
}

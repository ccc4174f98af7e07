/**
 * Makes torch importable in one rank's evaluator: native modules, the packed Python half, and what other layers add.
 *
 * Call before the program starts. Modules are made and parsed when they are first imported.
 */
import './tensor/operators.ts';
import './tensor/attributes.ts';
import './tensor/text.ts';
import './constants.ts';
import './generator_type.ts';
import type { PyModule } from '../python/functions.ts';
import { part, textOf } from '../python/packs.ts';
import type { VM } from '../python/vm.ts';
import { hooks } from './arguments.ts';
import { guardedModule } from './known.ts';
import { PACK_OF } from './packed/index.generated.ts';
import { tensorType } from './objects.ts';
import { NATIVE_MODULES } from './module.ts';
import { type Runtime, runtime } from './runtime.ts';

/** `torch/nn/modules/linear.py` → `torch.nn.modules.linear`; a package's file is its `__init__.py`. */
export const LIB_MODULES: ReadonlyMap<string, { file: string; pkg: boolean }> = new Map(
  Object.keys(PACK_OF).map((file) => {
    const pkg = file.endsWith('/__init__.py');
    const name = file.slice(0, pkg ? -'/__init__.py'.length : -'.py'.length).replaceAll('/', '.');
    return [name, { file, pkg }];
  }),
);

const NUMPY = ['numpy', 'numpy.random', 'numpy.linalg', 'numpy.testing'];
const classMade = part<typeof import('./torch_function.ts').classMade>('overrides', 'classMade');
const numpyModules = part<Readonly<Record<string, (vm: VM) => PyModule>>>('numpy', 'modules');

export function installTorch(r: Runtime): void {
  const { vm } = r;
  hooks.requiresGrad = (t) => runtime().dispatcher.requiresGrad(t.t);
  vm.onClass = (cls) =>
    (cls.dict.has('__torch_function__') || cls.mro.includes(tensorType)) && !cls.module.startsWith('torch.') ? classMade()(vm, cls) : null;
  for (const name of NUMPY) vm.registerModule(name, (v) => numpyModules()[name](v));
  for (const [name, make] of Object.entries(NATIVE_MODULES)) vm.registerModule(name, make);
  for (const [name, { file, pkg }] of LIB_MODULES) {
    vm.registerSource(name, () => textOf(PACK_OF[file], file), file, pkg);
    if (!(name in NATIVE_MODULES)) vm.registerModule(name, () => guardedModule(name));
  }
}

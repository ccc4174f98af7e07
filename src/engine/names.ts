/**
 * The names that a program may use, by module: what an editor completes. Taken from the engine itself: what its modules
 * hold (`dir` tells what PyTorch's hold), and the tables of what they make when it is asked for.
 */
import './packs/all.ts';
import { run } from './core.ts';
import { namesIn } from './torch/bind.ts';
import { functionsNamed } from './torch/functions.ts';
import { EXPORTS, SUBMODULES } from './torch/names.ts';

/** Modules with their own names. */
const LISTED = (
  'torch torch.Tensor torch.nn torch.nn.functional torch.nn.init torch.nn.utils torch.nn.parallel torch.nn.attention torch.optim ' +
  'torch.optim.lr_scheduler torch.utils.data torch.utils.checkpoint torch.distributed torch.distributed.tensor torch.distributed.tensor.parallel ' +
  'torch.distributed.device_mesh torch.distributed.fsdp torch.autograd torch.amp torch.accelerator torch.compiler torch.func torch.random ' +
  'torch.linalg torch.fft torch.special torch.distributions torch.cuda numpy math random itertools functools collections time json re os sys typing ' +
  'dataclasses einops'
).split(' ');

/** Names of operators that a module makes when it is asked for them. */
const MADE: Readonly<Record<string, () => Iterable<string>>> = {
  torch: () => [...namesIn('function'), ...functionsNamed(), ...EXPORTS.keys(), ...SUBMODULES],
  'torch.linalg': () => [...namesIn('linalg')].map((name) => name.replace(/^linalg_/, '')),
  'torch.fft': () => [...namesIn('fft')].map((name) => name.replace(/^fft_/, '')),
  'torch.special': () => [...namesIn('special')].map((name) => name.replace(/^special_/, '')),
};

// What a module has only because its source imports it was made elsewhere, and says so.
const LIST = `
import importlib, types, torch
from torch.nn import modules
for name in "${LISTED.join(' ')}".split():
    if name == "torch.Tensor":
        print(name, *dir(torch.Tensor))
        continue
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError:
        continue
    root = name.split(".")[0]
    names = []
    own = vars(module)
    for one in sorted({*own, *(own['__dir__']() if '__dir__' in own else ())}):
        value = getattr(module, one)
        made = getattr(value, "__module__", None)
        if isinstance(value, types.ModuleType) or isinstance(made, str) and root in ("torch", "einops") and not made.startswith(root):
            continue
        names.append(one)
    print(name, *names, *([*modules._HOME, *torch.nn._SUBMODULES] if name == "torch.nn" else []))
`;

/** Module to its names, in alphabetical order. */
export function publicNames(): Record<string, string[]> {
  const { exit, error, stdout } = run(LIST, { device: 'cpu' });
  if (exit !== 'ok') throw new Error(`the list of names: ${error?.message}`);
  const text = Array.isArray(stdout) ? (stdout[0] ?? '') : stdout;
  const modules = text
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, ...string[]]);
  return Object.fromEntries(
    modules.map(([module, ...listed]) => {
      const all = [...listed, ...(MADE[module]?.() ?? [])].filter((name) => !name.startsWith('_'));
      return [module, [...new Set(all)].sort()];
    }),
  );
}

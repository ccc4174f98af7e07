/** What the editor offers, from the engine's own names; and that each of those names is really there. */
import { describe, expect, test } from 'vitest';
import { publicNames, run } from '../../../src/engine/index.ts';
import { suggest, wantsNames } from '../../../src/lab/model/suggest.ts';

const names = publicNames();

/** The first few names offered at `|`, those that begin with what is typed. */
function offered(program: string): string {
  const at = program.indexOf('|');
  const before = program.slice(0, at);
  const text = before + program.slice(at + 1);
  if (!wantsNames(before.slice(before.lastIndexOf('\n') + 1))) return 'nothing';
  const found = suggest(names, text, before);
  if (!found) return 'nothing';
  const typed = before.slice(found.from);
  return found.list
    .filter(({ name }) => name.startsWith(typed))
    .slice(0, 3)
    .map(({ name, of, kind }) => `${name} (${[kind, of].filter(Boolean).join(' of ')})`)
    .join(', ');
}

describe('offered', () => {
  test.each([
    ['import torch\nx = torch.argm|', 'argmax (function of torch), argmin (function of torch)'],
    ['import torch\nx = torch.nn.Conv|', 'Conv1d (class of torch.nn), Conv2d (class of torch.nn), Conv3d (class of torch.nn)'],
    ['import torch\ntorch.nn.func|', 'functional (namespace of torch.nn)'],
    ['from torch import nn\nm = nn.Lin|', 'Linear (class of torch.nn)'],
    ['import torch.nn.functional as F\ny = (F.gel|', 'gelu (function of torch.nn.functional)'],
    ['import torch.distributed as dist, math\nmath.isc|', 'isclose (function of math)'],
    ['import torch.distributed as dist, math\ndist.all_r|', 'all_reduce (function of torch.distributed)'],
    ['from torch.optim import Ada|', 'Adadelta (class of torch.optim), Adafactor (class of torch.optim), Adagrad (class of torch.optim)'],
    ['from torch.optim import SGD, AdamW|', 'AdamW (class of torch.optim)'],
    ['import torch.opt|', 'torch.optim (namespace), torch.optim.lr_scheduler (namespace)'],
    ['class M:\n  def f(self):\n    self.fc1 = 1\n    self.fc2 = 2\n    self.f|', 'fc1 (property), fc2 (property)'],
    ['x = make()\nx.unsq|', 'unsqueeze (function of Tensor), unsqueeze_ (function of Tensor)'],
    ['batch.x = 1\nbatch.|', 'x (property), H (function of Tensor), T (function of Tensor)'],
    ['from torch import Tensor\nTensor.|', 'H (function of torch.Tensor), T (function of torch.Tensor), abs (function of torch.Tensor)'],
    ['from dataclasses import dataclass\ndataclass.|', 'nothing'],
    ['x = 3.|', 'nothing'],
    ['x = f().|', 'nothing'],
    ['tor|', 'nothing'],
  ])('%j', (program, list) => expect(offered(program)).toBe(list));
});

test('every name that is offered is there', () => {
  const lines = Object.entries(names).flatMap(([module, all]) => [
    module === 'torch.Tensor' ? 'm = torch.Tensor' : `m = importlib.import_module("${module}")`,
    ...all.map((name) => `m.${name}`),
  ]);
  const { exit, error } = run(['import importlib, torch', ...lines].join('\n'), { device: 'cpu' });
  expect([exit, error?.message]).toEqual(['ok', undefined]);
  // And what a first program needs is offered.
  expect(names['torch']).toEqual(expect.arrayContaining(['ones', 'tensor', 'manual_seed', 'compile', 'no_grad', 'float32', 'nn']));
  expect(names['torch.nn']).toEqual(expect.arrayContaining(['Module', 'Linear', 'functional']));
});

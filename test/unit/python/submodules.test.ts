/** A module that its package lacks is not found; one that is there and not modelled is refused at its first use. */
import { expect, test } from 'vitest';
import { run } from '../../../src/engine/index.ts';

// What CPython 3.11 with PyTorch 2.13.0 says, recorded in test/golden/cases/eager_modules_not_there.json; here with its line.
test.each([
  ['import torch.nosuch', "No module named 'torch.nosuch'"],
  ['from torch.nosuch.a import x', "No module named 'torch.nosuch'"],
  ['import torch.nn.functional.foo', "No module named 'torch.nn.functional.foo'; 'torch.nn.functional' is not a package"],
  ['import json.foo', "No module named 'json.foo'"],
  ['import os.foo', "No module named 'os.foo'; 'os' is not a package"],
])('%s', (source, message) => {
  expect(run(source).error).toMatchObject({ type: 'ModuleNotFoundError', message, line: 1 });
});

test.each(['torch.masked', 'torch.ops', 'torch._inductor.config', 'torch.fx.experimental.symbolic_shapes', 'xml.etree.ElementTree', 'os.path'])(
  '%s',
  (name) => {
    expect(run(`import ${name}`).exit).toBe('ok');
  },
);

// Each is there in PyTorch 2.13.0: `eager_modules_not_there` imports them.
test.each(['from torch.utils import model_zoo', 'from torch.utils import cpp_extension', 'from torch.utils.data import _utils'])('%s', (source) => {
  expect(run(source).exit).toBe('ok');
});

test('a submodule that is not modelled is refused by its full name', () => {
  expect(run("from torch.utils import model_zoo\nmodel_zoo.load_url('x')").error).toMatchObject({
    type: 'Unsupported',
    message: 'torch.utils.model_zoo.load_url',
    line: 2,
  });
});

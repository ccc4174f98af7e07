/** Runs that go on without numbers: when, what the report says, how to insist. */
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/engine/index.ts';

const PARAMETERS = `import torch, torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4096, 4096)
        self.b = nn.Linear(4096, 4097)
    def forward(self, x):
        return self.b(self.a(x).relu())
net = Net()
y = net(torch.ones(2, 4096)).mean()
y.backward()
print(y, net.b.weight.grad.shape)
`;
const small = { parameters: 1000, elements: 1e6, bytes: 1e6, tensor: 1e5 };
const WORK = 'import torch\nx = torch.ones(100, 100)\ny = x @ x\nprint(y.shape, y)\n';

describe('a run with more numbers than are affordable', () => {
  it('goes on with shapes alone above 2^25 elements of parameters, deterministically', () => {
    const report = run(PARAMETERS, { device: 'cpu' });
    expect(report.shapesAlone).toEqual({ line: 6, limit: 'elements of parameters', count: 2 ** 25 });
    expect([report.exit, report.stdout]).toEqual(['ok', 'tensor(..., size=(), grad_fn=<MeanBackward0>) torch.Size([4097, 4096])\n']);
    expect(report.options.numbers).toBe(true);
    expect(report.notes[0]?.text).toMatch(/^Shapes alone: with numbers the run passed 33,554,432 elements of parameters, on line 6,.*--numbers/);
    expect(report.marks.stdout?.mark).toBe('modelled');
    expect(run(PARAMETERS, { device: 'cpu' })).toEqual(report);
    expect({ ...report, shapesAlone: null, notes: [], options: null }).toEqual({ ...run(PARAMETERS, { device: 'cpu', numbers: false }), options: null });
  });
  it.each([
    ['elements of parameters', 'import torch\nlayer = torch.nn.Linear(40, 40)\n', 2],
    ['element operations', 'import torch\nx = torch.ones(1000)\nfor i in range(2000):\n    x.sum()\n', 4],
    ['bytes', 'import torch\nx = torch.ones(1000)\nfor i in range(400):\n    y = x.clone()\n', 4],
    ['bytes of one tensor', 'import torch\nx = torch.zeros(300, 300)\n', 2],
  ])('%s', (limit, source, line) => {
    const report = run(source, { limits: small });
    expect([report.exit, report.shapesAlone?.limit, report.shapesAlone?.line]).toEqual(['ok', limit, line]);
  });
  it('arithmetic alone is counted by its work: a hundred large products', () => {
    const report = run('import torch\na = torch.zeros(4000, 4000)\nfor i in range(100):\n    a = a @ a\n', { device: 'cpu' });
    expect([report.exit, report.shapesAlone]).toEqual(['ok', { line: 4, limit: 'element operations', count: 1e9 }]);
  });
  it('is not taken for one where the program ends on another limit', () => {
    const { exit, shapesAlone } = run('while True: pass\n', { limits: { steps: 10_000 } });
    expect([exit, shapesAlone]).toEqual(['limit', null]);
  });
  it('counts all ranks together', () => {
    const two = `# world-size: 2\n${'import torch\nlayer = torch.nn.Linear(25, 30)\n'}`;
    expect(run(two.replace('2\n', '1\n'), { limits: small }).shapesAlone).toBeNull();
    expect(run(two, { limits: small }).shapesAlone?.limit).toBe('elements of parameters');
  });
  it('refuses what needs a number, at its line, as a run without numbers does', () => {
    const source = `${PARAMETERS}print(f"{y.item():.3f}")\n`;
    const [switched, asked] = [run(source), run(source, { numbers: false })];
    expect([switched.exit, switched.error?.line]).toEqual(['unsupported', 13]);
    expect(switched.error).toEqual(asked.error);
    expect(asked.shapesAlone).toBeNull();
  });
});

describe('insisting on numbers', () => {
  it('computes them', () => {
    const report = run(WORK, { numbers: 'always', limits: { parameters: 1 } });
    expect([report.shapesAlone, report.stdout]).toEqual([null, expect.stringContaining('[100., 100., 100.')]);
  });
  it('ends at the limits it was given', () => {
    const { exit, error } = run(WORK, { numbers: 'always', limits: { elements: 30_000 } });
    expect([exit, error?.type, error?.line]).toEqual(['limit', 'LimitReached', 3]);
  });
});

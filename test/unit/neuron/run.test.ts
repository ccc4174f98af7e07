import { describe, expect, it } from 'vitest';
import { run } from '../../../src/engine/index.ts';
import { textOf } from '../../../src/engine/report/text.ts';

const PORTABLE = 'import torch\ndevice = torch.accelerator.current_accelerator() or torch.device("cpu")\n';

describe('waits of the host', () => {
  const sorted = `${PORTABLE}x = torch.arange(4., device=device)\ny = x.sort().values\nz = y + 1\nprint(z.cpu())\n`;
  it('counts the copy to the host before an operator that falls back', () => {
    expect(run(sorted).syncs).toEqual([
      { line: 4, cause: 'fallback' },
      { line: 6, cause: 'cpu()' },
    ]);
  });
  it('counts none where the operator takes nothing from the device', () => {
    expect(run(`${PORTABLE}print(torch.arange(4.).sort().values)\n`).syncs).toEqual([]);
  });
  it('counts none on the cpu', () => {
    const objects =
      '# world-size: 2\nimport torch.distributed as dist\ndist.init_process_group()\nall = [None, None]\ndist.all_gather_object(all, dist.get_rank())\nprint(all)\n';
    const cpu = run(objects, { device: 'cpu' });
    expect([cpu.stdout, cpu.syncs]).toEqual([['[0, 1]\n', '[0, 1]\n'], []]);
    expect(run(objects).syncs).toEqual([
      { line: 5, cause: 'collective' },
      { line: 5, cause: 'collective' },
    ]);
    expect(run(sorted, { device: 'cpu' }).syncs).toEqual([]);
  });
});

describe('whatever the host learns from the device is a wait', () => {
  const setup = `${PORTABLE}import io
a, b = torch.arange(4., device=device), torch.arange(4., device=device)
m, i, host = a > 1, torch.tensor([1, 2, 0, 1], device=device), torch.zeros(4)
buffer, s = io.BytesIO(), a.sum()
`;
  const LINE = 7;
  const lines: [string, string][] = [
    // A Python number or bool.
    ['torch.allclose(a, b)', 'allclose'],
    ['a.equal(b)', 'equal'],
    ['a.tolist()', 'tolist'],
    ['s.item()', 'item'],
    ['float(s)', 'float'],
    ['int(s)', 'int'],
    ['s.is_nonzero()', 'bool'],
    ['2.0 in a', 'item'],
    ['"abcd"[i[0]]', 'int'],
    ['f"{s:.2f}"', 'format'],
    ['str(a)', 'print'],
    // A number among the arguments of an operator, or in the data of a new tensor.
    ['a[i[0]]', 'item'],
    ['torch.full((2,), s)', 'item'],
    ['a.view(i[1], 2)', 'item'],
    ['torch.tensor([a[0], a[1]])', 'item item'],
    ['torch.nn.functional.one_hot(i)', 'item item'],
    // A result whose size the values say.
    ['torch.nonzero(a)', 'nonzero'],
    ['torch.argwhere(a)', 'nonzero'],
    ['torch.where(m)', 'nonzero'],
    ['a[m]', 'index'],
    ['a.masked_select(m)', 'masked_select'],
    ['torch.bincount(i)', 'bincount'],
    ['a.repeat_interleave(i)', 'repeat_interleave'],
    ['torch.unique(i)', 'fallback'],
    ['a.index_put_((m,), b[:2])', 'index_put_'],
    // The tensor itself.
    ['a.cpu()', 'cpu()'],
    ['host.copy_(a)', 'cpu()'],
    ['torch.save(a, buffer)', 'save'],
    // Known without its values, or kept on the device.
    ['torch.is_same_size(a, b), a.numel(), len(a), a.data_ptr()', ''],
    ['a[:2], a[i], torch.where(m, a, b), a.masked_fill(m, s)', ''],
    ['a.index_put_((m,), s)', ''],
    ['a.repeat_interleave(i, output_size=4)', ''],
    ['torch.clamp(a, s, s) + torch.count_nonzero(a)', ''],
    ['torch.allclose(host, host), host[host > 1], torch.nonzero(host), float(host[0])', ''],
  ];
  it('is counted at its line, with its cause', () => {
    const { exit, error, syncs } = run(setup + lines.map(([line]) => `${line}\n`).join(''));
    expect([exit, error]).toEqual(['ok', null]);
    const causes = lines.map(([line], k) => [
      line,
      syncs
        .filter((w) => w.line === LINE + k)
        .map((w) => w.cause)
        .join(' '),
    ]);
    expect(causes).toEqual(lines);
  });
  it('takes the time of the read, behind the kernel', () => {
    const { steps: all, clock } = run(`${setup}same = torch.equal(a, b)\n`);
    const steps = all.filter((step) => step.line === LINE && step.kind !== 'end');
    expect(steps.map((step) => [step.kind, step.label])).toEqual([
      ['op', 'equal'],
      ['sync', 'equal'],
    ]);
    const end = (n: number, lane: string) => steps[n]?.bars?.find((bar) => bar.lane === lane)?.end ?? Number.NaN;
    expect(end(1, 'host')).toBeGreaterThan(end(0, 'core'));
    expect(clock.total).toBe(end(1, 'host'));
  });
  it('makes a kernel for each size of a result', () => {
    const compiles = (source: string) =>
      run(`${setup}${source}\n`, { kernelCache: 'cold' }).steps.filter((s) => s.line >= LINE && s.bars?.some((bar) => bar.kind === 'compile')).length;
    expect([compiles('a[m]\na[m]'), compiles('n = a > 2\na[m]\na[n]')]).toEqual([1, 2]);
  });
});

describe('a compiled graph', () => {
  const program = (options: string, x: string) =>
    `${PORTABLE}@torch.compile(dynamic=False${options})\ndef f(x):\n    return x.sin() + 1\n\nx = ${x}\ny = f(x)\ny.sum().backward()\nprint(y.detach(), x.grad)\n`;
  const HOST = 'torch.ones(3, requires_grad=True)';
  const DEVICE = 'torch.ones(3, device=device, requires_grad=True)';
  const of = (options: string, x: string) => {
    const r = run(program(options, x));
    expect([r.exit, r.error]).toEqual(['ok', null]);
    const graphs = r.steps.filter((s) => s.kind === 'graph' || s.kind === 'compile');
    const lanes = graphs.map((s) => `${s.kind}${s.onHost ? ' on the host' : ''}: ${[...new Set(s.bars?.map((bar) => bar.lane))].join(' ')}`);
    return { lanes, syncs: r.syncs.map((w) => w.cause), sides: [...new Set(r.partitions.map((p) => p.side))], clock: r.clock };
  };
  it('that meets no tensor on the device runs on the host, and nothing is waited for', () => {
    const { lanes, syncs, sides, clock } = of('', HOST);
    expect(lanes).toEqual(['compile on the host: ', 'graph on the host: ', 'compile on the host: ', 'graph on the host: ']);
    expect([syncs, sides, clock.total]).toEqual([[], ['host'], 0]);
  });
  it('of tensors on the device is Neuron’s, and what it made is read with a wait', () => {
    const { lanes, syncs, sides } = of('', DEVICE);
    expect(lanes).toEqual(['compile: compiler', 'graph: host queue core', 'compile: compiler', 'graph: host queue core']);
    expect([syncs, sides]).toEqual([
      ['print', 'print'],
      ['neuron', 'host'],
    ]);
  });
  it('of host tensors, with the back end named, takes them to the device and brings its results back', () => {
    const { lanes, syncs, sides } = of(", backend='neuron'", HOST);
    expect(lanes).toEqual(['compile: compiler', 'graph: host copies queue core', 'compile: compiler', 'graph: host copies queue core']);
    expect(syncs).toEqual(['cpu()', 'cpu()']);
    expect(sides).toEqual(['host', 'neuron']);
  });
});

describe('the clock of a chip', () => {
  // One pass over 64 MiB: the core waits for memory.
  const program = `${PORTABLE}x = torch.zeros(4096, 4096, device=device)\ny = x + 1\n`;
  it('streams by the memory of the chip and launches by the same constant', () => {
    const [two, three] = (['trn2', 'trn3'] as const).map((target) => run(program, { target, numbers: false }));
    expect(three?.clock.host).toBe(two?.clock.host);
    expect((two?.clock.device ?? 0) / (three?.clock.device ?? 1)).toBeCloseTo(4.9 / 2.9, 2);
  });
  it('says on which figures it rests', () => {
    expect(run(program, { target: 'trn2' }).marks.clock?.reason).toMatch(/measured on Trn2/);
    expect(run(program, { target: 'trn3' }).marks.clock?.reason).toMatch(/no measurement on Trn3/);
  });
});

describe('where a run stands', () => {
  const said = (source: string): number[] => {
    const lines: number[] = [];
    run(source, { progress: (line) => lines.push(line), limits: { steps: 2_000_000 }, numbers: false });
    return lines;
  };
  it('is said now and then in a loop, the loop of a called function included', () => {
    expect(new Set(said('n = 0\nwhile n >= 0:\n    n += 1\n'))).toEqual(new Set([1, 2, 3]));
    expect(said('def f():\n    while True: pass\n\nf()\n').at(-1)).toBe(2);
  });
  it('is said among operators, which cost more than their steps', () => {
    expect(said('import torch\nkept = []\nfor _ in range(100):\n    kept.append(torch.zeros(10))\n').filter((line) => line === 4)).toHaveLength(3);
  });
  it.each([
    ['a pattern', 'import re\nx = 1\nre.match("(a+)+$", "a" * 40 + "b")\n', 3],
    ['a sequence made of an iterator', 'import itertools\nx = 1\n\nn = list(itertools.permutations(range(10)))\n', 4],
  ])('is said while one built-in takes long: %s', (_name, source, line) => {
    const lines = said(source);
    expect(lines.length).toBeGreaterThan(3);
    expect(new Set(lines.slice(1))).toEqual(new Set([line]));
  });
  it('is said before an operator on large tensors, and when one was made', () => {
    expect(said('import torch\nx = torch.zeros(1024, 1024)\ny = torch.zeros(4)\ny + y\nx @ x\n').slice(1)).toEqual([2, 5]);
  });
});

describe('texts longer than the machine can hold', () => {
  it.each([
    ['joined', '("x" * 10**6).join(["y"] * 10**6)'],
    ['padded', '"a".ljust(10**10)'],
    ['replaced', '("a" * 10**5).replace("a", "b" * 10**5)'],
    ['formatted', '"%1000000000d" % 3'],
  ])('%s', (_name, text) => {
    const { exit, error } = run(`x = 1\ny = ${text}\n`);
    expect([exit, error?.type, error?.line]).toEqual(['limit', 'LimitReached', 2]);
  });
});

describe('partitions', () => {
  const sides = (source: string, worldSize = 1) => run(PORTABLE + source, { worldSize }).partitions.map((p) => `${p.side} ${p.ops}: ${p.lines.join(' ')}`);
  it('count no view, whatever it follows', () => {
    expect(sides('w = torch.randn(4, 3, device=device)\ny = w.t()\nz = y + 1\n')).toEqual(['host 1: 3', 'neuron 1: 5']);
    expect(sides('w = torch.ones(4, 3, device=device)\ny = w.t()\n')).toEqual(['neuron 1: 3']);
    expect(sides('x = torch.ones(2).view(2, 1)\ny = x.t().to(device).t() * 2\n')).toEqual(['host 1: 3', 'neuron 2: 4']);
  });
  it('give the read of a value to the host, and each collective to the side of its tensor', () => {
    const [on, off] = ['device="neuron"', ''].map(
      (where) =>
        `import torch.distributed as dist\ndist.init_process_group()\nx = torch.ones(4, ${where}) * dist.get_rank()\ndist.all_reduce(x)\nprint(x.sum().item())\ny = x * 2\ndist.all_reduce(y)\nprint(y)\n`,
    );
    expect(sides(on!, 4)).toEqual(['neuron 4: 5 6 7', 'host 1: 7', 'neuron 2: 8 9', 'host 0: 10']);
    expect(sides(off!, 4)).toEqual(['host 7: 5 6 7 8 9']);
  });
  it('a collective of host tensors keeps the host, until it has its result', () => {
    const { steps, clock, syncs } = run(
      `import torch, torch.distributed as dist\ndist.init_process_group()\nx = torch.ones(4)\ndist.all_reduce(x)\nprint(x)\n`,
      { worldSize: 2 },
    );
    const lanes = steps.filter((s) => s.kind === 'collective').map((s) => [s.onHost, s.bars?.map((b) => b.lane), s.bars?.[0]?.end]);
    expect(lanes).toEqual([[true, ['host'], clock.total]]);
    expect([syncs, clock.device]).toEqual([[], 0]);
  });
  it('one wait is drawn for each that is counted', () => {
    const { steps, syncs } = run(`${PORTABLE}x = torch.arange(4., device=device)\ny = x.sort().values\nprint(y.sum().item(), y.cpu())\nprint(y)\n`);
    const drawn = steps.flatMap((s) => (s.bars ?? []).filter((b) => b.kind === 'wait' && b.lane === 'host').map((b) => [s.line, b.label]));
    expect(drawn).toEqual(syncs.map(({ line, cause }) => [line, cause]));
  });
});

describe('what the compiler takes in no graph', () => {
  const compiled = (body: string): string =>
    `${PORTABLE}@torch.compile(dynamic=False)\ndef f(x):\n    return ${body}\nx = torch.ones(4, device=device)\nf(x)\nf(x)\n`;
  const refused = (source: string, options = {}) => run(source, options).steps.flatMap((s) => (s.kind === 'graph' ? [s.refused ?? []] : []));
  it('is said of each launch, by the code of the table', () => {
    expect(refused(compiled('(x * 2).sort().values + 1'))).toEqual([['sort NCC_EVRF029'], ['sort NCC_EVRF029']]);
    expect(refused(compiled('torch.fft.rfft(x.relu()).abs()'))[0]).toContain('_fft_r2c NCC_EVRF004');
  });
  it('is nothing where all has a lowering, nor on the host', () => {
    expect(refused(compiled('x.relu() * 2'))).toEqual([[], []]);
    expect(refused(compiled('x.sort().values'), { device: 'cpu' })).toEqual([[], []]);
  });
  it('is in the words of the run, once a graph', () => {
    const said = textOf(run(compiled('x.sort().values')));
    expect(said.split('\n').filter((row) => row.includes('NCC_EVRF029'))).toEqual([
      '- f, graph 0: on the device the compiler refuses it (sort NCC_EVRF029); here it is timed as though it had kernels',
    ]);
  });
});

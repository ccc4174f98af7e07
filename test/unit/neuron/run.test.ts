import { describe, expect, it } from 'vitest';
import { run } from '../../../src/engine/index.ts';

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

/** The worker client: runs, stops, gives up after its budget, survives a crash; with a false worker and false time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunReport } from '../../../src/engine/report/types.ts';
import { DEFAULT_OPTIONS } from '../../../src/lab/state/address.ts';
import { EngineClient } from '../../../src/lab/worker/client.ts';
import type { Answer, Ask, WorkerLike } from '../../../src/lab/worker/protocol.ts';

class FalseWorker implements WorkerLike {
  asked: Ask[] = [];
  ended = false;
  onmessage: ((e: MessageEvent<Answer>) => void) | null = null;
  onerror: ((e: ErrorEvent) => void) | null = null;
  postMessage(m: Ask): void {
    this.asked.push(m);
  }
  terminate(): void {
    this.ended = true;
  }
  say(a: Answer): void {
    this.onmessage?.({ data: a } as MessageEvent<Answer>);
  }
}

let workers: FalseWorker[];
const client = () =>
  new EngineClient(() => {
    const w = new FalseWorker();
    workers.push(w);
    return w;
  });
const report = { exit: 'ok' } as RunReport;

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a report comes back, and the worker is kept for the next run', async () => {
  const c = client();
  for (const n of [1, 2]) {
    const run = c.run('print(1)', DEFAULT_OPTIONS, 'a.py');
    workers[0]!.say({ id: n, kind: 'ready' });
    workers[0]!.say({ id: n, kind: 'report', report });
    expect(await run).toEqual({ kind: 'report', report });
  }
  expect(workers).toHaveLength(1);
});

test('a long report comes in pieces: the budget is over with the run, what is here is told, and Stop ends it', async () => {
  const c = client();
  const here: number[] = [];
  const run = c.run('print(1)', DEFAULT_OPTIONS, 'a.py', 5, { arrives: (part) => here.push(part) });
  const say = (i: number, steps: number) => workers[i]!.say({ id: i + 1, kind: 'piece', piece: { path: ['steps'], rows: [steps] } });
  workers[0]!.say({ id: 1, kind: 'ready' });
  workers[0]!.say({ id: 1, kind: 'report', report: { exit: 'ok', steps: [] as unknown } as RunReport, more: 2 });
  await vi.advanceTimersByTimeAsync(60_000);
  say(0, 1);
  say(0, 2);
  expect(await run).toEqual({ kind: 'report', report: { exit: 'ok', steps: [1, 2] } });
  expect(here).toEqual([0.5]);
  const stopped = c.run('print(1)', DEFAULT_OPTIONS, 'a.py');
  workers[0]!.say({ id: 2, kind: 'report', report: { exit: 'ok', steps: [] as unknown } as RunReport, more: 2 });
  c.stop();
  expect(await stopped).toMatchObject({ kind: 'stopped', by: 'reader' });
  expect(workers[0]!.ended).toBe(true);
});

test('a worker that is no more, without a word, is replaced and the run goes on in the new one', async () => {
  const c = client();
  const first = c.run('print(1)', DEFAULT_OPTIONS, 'a.py');
  // A new one may be long in coming.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers).toHaveLength(1);
  workers[0]!.say({ id: 1, kind: 'waits' });
  workers[0]!.say({ id: 1, kind: 'report', report });
  await first;
  const second = c.run('print(2)', DEFAULT_OPTIONS, 'a.py');
  await vi.advanceTimersByTimeAsync(5_001);
  expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  expect(workers[1]!.asked.map(({ source }) => source)).toEqual(['print(2)']);
  workers[1]!.say({ id: workers[1]!.asked[0]!.id, kind: 'report', report });
  expect(await second).toEqual({ kind: 'report', report });
  // One that answers at once may take its time then; one that was stopped is not started again.
  const third = c.run('print(3)', DEFAULT_OPTIONS, 'a.py');
  workers[1]!.say({ id: workers[1]!.asked[1]!.id, kind: 'waits' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(workers).toHaveLength(2);
  c.stop();
  await third;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(workers).toHaveLength(2);
});

test('an endless program is stopped after its budget and the next run has a new worker', async () => {
  const c = client();
  const started = vi.fn();
  const run = c.run('while True: pass', DEFAULT_OPTIONS, 'a.py', 10, { started });
  expect(started).not.toHaveBeenCalled();
  workers[0]!.say({ id: 1, kind: 'ready' });
  expect(started).toHaveBeenCalledOnce();
  for (const line of [1, 3, 2]) workers[0]!.say({ id: 1, kind: 'at', line });
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await run).toEqual({ kind: 'stopped', by: 'budget', seconds: 10, line: 2 });
  expect(workers[0]!.ended).toBe(true);
  void c.run('print(1)', DEFAULT_OPTIONS, 'a.py');
  expect(workers).toHaveLength(2);
});

test('the budget does not run while the engine is being fetched', async () => {
  const c = client();
  const run = c.run('print(1)', DEFAULT_OPTIONS, 'a.py', 10);
  await vi.advanceTimersByTimeAsync(30_000);
  workers[0]!.say({ id: 1, kind: 'ready' });
  workers[0]!.say({ id: 1, kind: 'report', report });
  expect((await run).kind).toBe('report');
});

test('what is fetched for a program that has begun does not count, nor does what it did before it begins again', async () => {
  const c = client();
  const source = 'import torch\nx = torch.ones(2)\nwhile True: pass\n';
  const run = c.run(source, DEFAULT_OPTIONS, 'a.py', 10);
  const [w] = workers;
  w!.say({ id: 1, kind: 'ready' });
  await vi.advanceTimersByTimeAsync(9000);
  w!.say({ id: 1, kind: 'at', line: 2 });
  w!.say({ id: 1, kind: 'waits' });
  await vi.advanceTimersByTimeAsync(600_000);
  w!.say({ id: 1, kind: 'ready' });
  await vi.advanceTimersByTimeAsync(9999);
  expect(w!.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  // Where it stood before it began again is not where it stands now.
  expect(await run).toEqual({ kind: 'stopped', by: 'budget', seconds: 10, line: null });
});

test('an import does not count and has no blame, but it does not last for ever', async () => {
  const c = client();
  const source = 'import torch\nfrom torch import (\n  nn,\n)\nwhile True: pass\n';
  const run = c.run(source, DEFAULT_OPTIONS, 'a.py', 10);
  const [w] = workers;
  w!.say({ id: 1, kind: 'ready' });
  await vi.advanceTimersByTimeAsync(1000);
  for (const line of [1, 2]) w!.say({ id: 1, kind: 'at', line });
  await vi.advanceTimersByTimeAsync(50_000);
  w!.say({ id: 1, kind: 'at', line: 5 });
  await vi.advanceTimersByTimeAsync(8999);
  expect(w!.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(2);
  expect(await run).toMatchObject({ kind: 'stopped', line: 5 });
  const again = c.run('import torch\n', DEFAULT_OPTIONS, 'a.py', 10);
  workers[1]!.say({ id: 2, kind: 'ready' });
  workers[1]!.say({ id: 2, kind: 'at', line: 1 });
  await vi.advanceTimersByTimeAsync(80_000);
  expect(await again).toMatchObject({ kind: 'stopped', line: null });
});

test('the reader stops a run', async () => {
  const c = client();
  const run = c.run('while True: pass', DEFAULT_OPTIONS, 'a.py');
  workers[0]!.say({ id: 1, kind: 'ready' });
  c.stop();
  expect(await run).toMatchObject({ kind: 'stopped', by: 'reader' });
});

test('a new run takes the place of the one under way; a late answer is not heard', async () => {
  const c = client();
  const first = c.run('a', DEFAULT_OPTIONS, 'a.py');
  const second = c.run('b', DEFAULT_OPTIONS, 'b.py');
  expect(await first).toMatchObject({ kind: 'stopped' });
  workers[1]!.say({ id: 1, kind: 'report', report: { exit: 'error' } as RunReport });
  workers[1]!.say({ id: 2, kind: 'report', report });
  expect(await second).toEqual({ kind: 'report', report });
});

test('a crash of the engine is told, and a worker that cannot start too', async () => {
  const c = client();
  const run = c.run('x', DEFAULT_OPTIONS, 'a.py');
  workers[0]!.say({ id: 1, kind: 'crashed', message: 'TypeError: no' });
  expect(await run).toEqual({ kind: 'crashed', message: 'TypeError: no' });
  const again = c.run('x', DEFAULT_OPTIONS, 'a.py');
  workers[0]!.onerror?.({ message: '' } as ErrorEvent);
  expect((await again).kind).toBe('crashed');
});

test.each(['Failed to fetch dynamically imported module: /a.js', 'error loading dynamically imported module: /a.js', 'Importing a module script failed.'])(
  'a part of the engine that cannot be fetched is away, not at fault: %s',
  async (message) => {
    const c = client();
    const run = c.run('print(1)', DEFAULT_OPTIONS, 'a.py');
    workers[0]!.say({ id: 1, kind: 'crashed', message: `TypeError: ${message}` });
    expect(await run).toMatchObject({ kind: 'crashed', away: true });
    // The next run fetches it anew.
    void c.run('print(1)', DEFAULT_OPTIONS, 'a.py');
    expect([workers[0]!.ended, workers.length]).toEqual([true, 2]);
  },
);

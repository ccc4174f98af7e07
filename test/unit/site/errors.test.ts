/**
 * The paste box's core: each message of the catalogue, set into surroundings as terminals print them, finds its entry;
 * logs of other things find nothing; codes that nobody knows are named with the nearest.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isCode, readErrors } from '../../../src/components/errors/load.ts';
import { match, nearest, prepare } from '../../../src/components/errors/match.ts';
import { BREAKS } from '../../../src/engine/capture/breaks.ts';

const rows = readErrors();
const matcher = prepare(
  rows.map((row) => ({
    ...row,
    patterns: isCode(row.id) ? [row.id, ...row.patterns.filter((p) => p !== row.id)] : row.patterns,
  })),
);
const ids = (text: string) => match(matcher, text).hits.map(({ id }) => id);

/** What a pattern looks like in a log: something stands where it leaves room. */
const written = (pattern: string) => pattern.replaceAll('…', ' 7 ').replace(/\s+/g, ' ');
const context = (needs: string[] | undefined) => (needs ? `\n[rank0] ${needs[0]}: see above` : '');

const before = `/home/ubuntu/venv/lib/python3.12/site-packages/torch/nn/modules/module.py:1762: UserWarning: nothing
Loading checkpoint shards: 100%|██████████| 4/4 [00:08<00:00,  2.11s/it]
Traceback (most recent call last):
  File "/home/ubuntu/train.py", line 118, in <module>
    loss = model(batch)
           ^^^^^^^^^^^^`;
const after = `
During handling of the above exception, another exception occurred:

E1201 12:00:01.000000 4711 elastic/multiprocessing/api.py:882] failed (exitcode: 1) local_rank: 3 (pid: 4800)`;

const settings: [string, (line: string) => string][] = [
  ['a traceback', (line) => `${before}\nRuntimeError: ${line}\n${after}`],
  ['a runtime log', (line) => `2026-Nov-30 22:23:13.0357 101413:101422 ERROR  TDRV:dispatch   ${line}\n`],
  ['rank prefixes and colour', (line) => `[rank3]:\u001b[31mERROR\u001b[0m ${line}\u001b[0m`],
  ['a wrapped terminal', (line) => `[default0]: ${line.split(' ').slice(0, 2).join(' ')}\n    ${line.split(' ').slice(2).join(' ')}`],
  ['shouting', (line) => (/NRT_/.test(line) ? line : line.toUpperCase())],
];

describe.each(settings)('in %s', (_name, put) => {
  test('every message finds its entry', () => {
    const lost = rows.flatMap((row) =>
      row.patterns
        .filter((pattern) => {
          return !ids(put(written(pattern)) + context(row.needs)).includes(row.id);
        })
        .map((pattern) => `${row.id}: ${pattern}`),
    );
    expect(lost).toEqual([]);
  });
});

test('a code is the best match, whatever wraps it', () => {
  for (const row of rows.filter(({ id }) => id.startsWith('NCC_'))) {
    const text = `torch._dynamo.exc.BackendCompilerFailed: backend='neuron' raised:
RuntimeError: Neuron backend NEFF execution setup failed with unexpected error: COMPILATION FAILED: [ERROR] [${row.id}] ${written(row.patterns[1] ?? 'it failed')}`;
    expect(ids(text)[0], row.id).toBe(row.id);
  }
});

test('a message beside another code belongs to that code', () => {
  const found = ids('[NCC_EVRF007] The number of instructions generated exceeds the limit of 5000000 on neuron');
  expect(found).toContain('NCC_EVRF007');
  expect(found).not.toContain('NCC_EBVF030');
});

test('status numbers of the runtime', () => {
  expect(ids('NMGR:dlr_infer Inference completed with err: 1006. mode->h_nn=1001, start_nc=0')).toContain('NRT_EXEC_OOB');
  expect(ids('neuron: nrt_execute failed, status=1201')).toContain('NRT_EXEC_HW_ERR_HBM_UE');
  expect(ids('GET /a 200, status=1006')).toEqual([]);
});

test('the matched line is shown as it stands, with its number', () => {
  const { hits } = match(matcher, `one\ntwo\nERROR: [NCC_EVRF013] TopK does not support int32 or int64 input tensors.\nfour`);
  expect(hits[0]?.lines[0]).toMatchObject({ number: 3, before: 'ERROR: [', match: 'NCC_EVRF013' });
});

test('unknown codes say so, with the nearest', () => {
  const { hits, unknown } = match(matcher, 'x\n[NCC_EVRF099] something new\nstatus NRT_NEW_TROUBLE from neuron');
  expect(hits).toEqual([]);
  expect(unknown.map(({ code, line }) => [code, line])).toEqual([
    ['NCC_EVRF099', 2],
    ['NRT_NEW_TROUBLE', 3],
  ]);
  expect(unknown[0]?.nearest.every((id) => id.startsWith('NCC_EVRF'))).toBe(true);
  expect(
    nearest(
      'NCC_EVRF014',
      rows.map(({ id }) => id),
    ),
  ).toContain('NCC_EVRF013');
});

test('a pattern that tells enough alone is found with nothing beside it; it is one of its row', () => {
  const rows = readErrors().filter(({ alone }) => alone);
  expect(rows.length).toBeGreaterThan(4);
  for (const { id, alone = [], patterns } of rows)
    for (const text of alone) {
      expect(patterns, id).toContain(text);
      expect(match(matcher, text.replaceAll('…', '30000')).hits[0]?.id, text).toBe(id);
    }
});

const logs = readdirSync('test/unit/site/logs');
test('there are at least 30 logs of other things', () => {
  expect(logs.length).toBeGreaterThanOrEqual(30);
});
test.each(logs)('%s matches nothing', (name) => {
  const { hits, unknown } = match(matcher, readFileSync(`test/unit/site/logs/${name}`, 'utf8'));
  expect(hits.map(({ id, lines }) => `${id}: ${lines[0]?.match}`)).toEqual([]);
  expect(unknown).toEqual([]);
});

// How long it takes is not asked; a pattern that tries all ways through a text would not end.
test('what stands at the end of five megabytes is found', () => {
  const noise = logs.map((name) => readFileSync(`test/unit/site/logs/${name}`, 'utf8')).join('\n');
  const text = `${noise.repeat(Math.ceil(5e6 / noise.length))}\n[NCC_EVRF029] Operation sort is not supported`;
  expect(match(matcher, text).hits[0]?.id).toBe('NCC_EVRF029');
});

describe('the catalogue', () => {
  test('has at least a hundred patterns, with ids of their own', () => {
    expect(rows.flatMap(({ patterns }) => patterns).length).toBeGreaterThan(100);
    const all = rows.map(({ id }) => id);
    expect(all.filter((id, i) => all.indexOf(id) !== i)).toEqual([]);
  });
  test('names only entries that are there', () => {
    const all = new Set(rows.map(({ id }) => id));
    expect(rows.flatMap(({ id, related = [] }) => related.filter((other) => !all.has(other)).map((o) => `${id} ${o}`))).toEqual([]);
  });
  test('every kind of break that the engine makes, under PyTorch’s name', () => {
    for (const { id, type } of Object.values(BREAKS)) {
      const row = rows.find((entry) => entry.id === id);
      expect(row?.patterns, id).toContain(type);
    }
  });
  test('Hebrew has the code of the English, a cure for each cure, and at least the most met entries', () => {
    const code = (texts: string[]) => texts.flatMap((text) => text.match(/`[^`]+`/g) ?? []).sort();
    const hebrew = rows.filter(({ he }) => he);
    expect(hebrew.length).toBeGreaterThanOrEqual(100);
    for (const { id, title, means, cures, he } of hebrew) {
      expect(he?.cures.length, id).toBe(cures.length);
      expect(code([he?.title ?? '', he?.means ?? '', ...(he?.cures ?? [])]), id).toEqual(code([title, means, ...cures]));
      for (const text of [he?.title, he?.means]) expect(text, id).toMatch(/[\u05d0-\u05ea]/);
    }
    const met = ['setup', 'pytorch', 'eager', 'compile', 'runtime', 'distributed'];
    expect(rows.filter(({ area, he }) => met.includes(area) && !he).map(({ id }) => id)).toEqual([]);
  });
  test('no word tells the reader that it is easy', () => {
    const prose = JSON.stringify(rows.map(({ means, cures, title }) => [title, means, cures]));
    expect(prose.match(/\b(simply|just|easy|easily|obviously|of course)\b/gi)).toBeNull();
  });
});

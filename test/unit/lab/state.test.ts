/** What the lab opens with, and what it keeps: ranks of an address, a new program, where a stop is explained. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readErrors } from '../../../src/components/errors/load.ts';
import { LimitReached } from '../../../src/engine/python/errors.ts';
import { run } from '../../../src/engine/index.ts';
import { lastOp } from '../../../src/lab/model/dispatch.ts';
import { indexRun } from '../../../src/lab/model/run.ts';
import { entryOf, topicOf } from '../../../src/lab/parts/topic.ts';
import { DEFAULT_STATE, encodeState } from '../../../src/lab/state/address.ts';
import { beginNew, earlierPrograms, keepDraft, OWN, readDraft, STARTER, takeOwn } from '../../../src/lab/state/drafts.ts';
import { keptIn } from '../../../src/lab/state/kept.ts';
import { opening } from '../../../src/lab/state/opening.ts';
import '../../../src/lab/whole.ts';

const FOUR = '# world-size: 4\nprint(1)\n';
const examples = [{ id: 'four', title: 'four', source: FOUR, options: { worldSize: 4 } }];
const opened = (hash: string) => opening({ hash: `#lab=${hash}` }, { lang: 'en', examples });
const ranksOf = async (hash: string) => (await opened(hash)).start.options?.worldSize;

test('what the browser keeps: storage that is full, forbidden or absent throws nowhere, and says that it keeps nothing', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const map = new Map<string, string>();
  const store = {
    getItem: (k: string) => map.get(k) ?? null,
    setItem: (k: string, v: string) => void map.set(k, v),
    removeItem: (k: string) => void map.delete(k),
  };
  const use = (storage: () => unknown) => {
    const kept = keptIn(storage as () => Storage);
    const answers = [kept.keep('a', '1'), kept.read('a')];
    kept.drop('a');
    return [...answers, kept.read('a')];
  };
  expect(use(() => store)).toEqual([true, '1', null]);
  for (const closed of [forbidden, () => undefined, () => ({ getItem: forbidden, setItem: forbidden, removeItem: forbidden })])
    expect(use(closed)).toEqual([false, null, null]);
  expect(use(() => ({ ...store, setItem: forbidden }))).toEqual([false, null, null]);
});

describe('ranks of an address', () => {
  test('without any, the program says how many', async () => {
    // As written by hand, or by a page that knows the text alone: the state holds no ranks.
    expect(await ranksOf(encodeState({ ...DEFAULT_STATE, source: FOUR }, 1))).toBe(4);
    expect(await ranksOf(encodeState({ ...DEFAULT_STATE, program: 'four' }, 1))).toBe(4);
    expect(await ranksOf(encodeState({ ...DEFAULT_STATE, source: 'print(1)\n' }))).toBe(1);
  });
  test('one rank chosen by hand for a program of four comes back', async () => {
    expect(await ranksOf(encodeState({ ...DEFAULT_STATE, source: FOUR }))).toBe(1);
    expect(await ranksOf(encodeState({ ...DEFAULT_STATE, program: 'four' }, 4))).toBe(1);
  });
});

test('a program asked for by name is opened, and one that is not there is said not to be', async () => {
  const props = { lang: 'en' as const, examples: [{ id: 'first', title: 'first', source: 'print(1)\n' }, ...examples], first: 'first' };
  const asked = async (hash: string) => {
    const { start, problem } = await opening({ hash }, props);
    return [start.program, problem?.says ?? null];
  };
  expect(await asked('#program=four')).toEqual(['four', null]);
  expect(await asked('?program=four')).toEqual(['four', null]);
  expect(await asked('#program=nope')).toEqual(['first', expect.stringContaining('there is no program “nope”')]);
  expect(await asked('?program=nope')).toEqual(['first', expect.stringContaining('there is no program “nope”')]);
  expect(await asked('#lab=')).toEqual(['first', expect.stringContaining('nothing follows “#lab=”')]);
});

test('an address that a browser or a letter has written in its own way is read as it was typed', async () => {
  const good = encodeState({ ...DEFAULT_STATE, program: 'four' });
  const open = (hash: string) => opening({ hash }, { lang: 'en', examples });
  expect((await open(`#lab=${good.replace('.', '%2E').replaceAll('_', '%5F')}`)).start.program).toBe('four');
  const { problem } = await open('#lab=v1.ab%3Cscript%3E');
  expect(problem).toMatchObject({ says: expect.stringContaining('the character “<”, number 6 after'), typed: '#lab=v1.ab<script>' });
  expect((await open('#lab=%')).problem?.typed).toBe('#lab=%');
});

test('a new program keeps the one before it, and begins with one that runs', async () => {
  keepDraft(OWN, 'mine = 1\n');
  const first = await opening({ program: null, fresh: true }, { lang: 'en', examples });
  expect([first.fresh, readDraft(OWN), earlierPrograms()]).toEqual(['earlier', STARTER, ['mine = 1\n']]);
  // A second one over an untouched start has nothing new to keep and loses nothing.
  expect(beginNew()).toBe(true);
  expect(earlierPrograms()).toEqual(['mine = 1\n']);
  // A third one loses neither of the two before it, and any of them can be had back in its place.
  keepDraft(OWN, 'two = 2\n');
  beginNew();
  keepDraft(OWN, 'three = 3\n');
  expect(earlierPrograms()).toEqual(['two = 2\n', 'mine = 1\n']);
  await opening({ program: null, earlier: 'mine = 1\n' }, { lang: 'en', examples });
  expect([readDraft(OWN), ...earlierPrograms()]).toEqual(['mine = 1\n', 'three = 3\n', 'two = 2\n']);
  // What was kept before there was a list is one of them.
  keepDraft('own.earlier', 'old = 0\n');
  takeOwn('new = 4\n');
  expect(earlierPrograms()).toEqual(['mine = 1\n', 'old = 0\n']);
  expect(run(STARTER).exit).toBe('ok');
});

describe('a stop', () => {
  const known = new Set(readErrors().map(({ id }) => id));
  test.each([
    ['while True: pass', 'LAB-STEPS'],
    ['x = list(range(10**9))', 'LAB-SIZES'],
    ['# world-size: 999\nprint(1)', 'LAB-RANKS'],
    ['print("x" * 2**21)', 'LAB-REPORT'],
    ['import socket\nsocket.socket()', 'LAB-UNSUPPORTED'],
    ['import torch\ntorch.ones(2) @ torch.ones(3, 2)', undefined],
  ])('%j is explained', (source, id) => {
    const topic = topicOf(run(source, { numbers: true }));
    expect(topic.id).toBe(id);
    if (id) expect(known).toContain(id);
    else expect(topic.text).toMatch(/^RuntimeError: /);
  });
  test('every limit of the engine has an entry of its own kind', () => {
    const engine = new URL('../../../src/engine/', import.meta.url);
    const names = readdirSync(engine, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts'))
      .flatMap((file) => [
        ...readFileSync(new URL(file.replaceAll('\\', '/'), engine), 'utf8').matchAll(
          /(?:new LimitReached|this\.end)\('([a-z ]+)'|`limit reached: \$\{[\w()]+\} ([a-z]+)/g,
        ),
      ])
      .map(([, made, said]) => (made ?? said)!);
    expect(new Set(names).size).toBeGreaterThan(12);
    for (const name of names) expect([name, known.has(entryOf(name) ?? '')]).toEqual([name, true]);
    // The catalogue finds that entry, and no other, by the message.
    const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const rows = readErrors().map(({ id, patterns }) => ({ id, patterns: patterns.map((p) => new RegExp(p.split('…').map(literal).join('.{1,200}'))) }));
    for (const name of names) {
      const { message } = new LimitReached(name, 1);
      expect([message, rows.filter(({ patterns }) => patterns.some((p) => p.test(message))).map(({ id }) => id)]).toEqual([message, [entryOf(name)]]);
    }
  });
  test('all that the lab names are in the catalogue', () => {
    for (const id of ['TN-HANG', 'LAB-NUMBERS', 'LAB-TIME', 'LAB-FAULT']) expect(known).toContain(id);
  });
});

test('forms of types are no values', () => {
  const { exit, steps } = run(
    'from typing import List, Optional, TypeVar\nT = TypeVar("T")\nPair = Optional[List[int]]\nclass Mine:\n    pass\nmine = Mine()\n',
  );
  expect([exit, Object.keys(steps.at(-1)!.vars!)]).toEqual(['ok', ['mine']]);
});

test('a step that is no operator is shown the last one before it', () => {
  const source = 'import torch\nx = torch.ones(2)\ny = x + 1\nprint(1)\n';
  const [rank] = indexRun(run(source, { device: 'cpu' }), source).ranks;
  const end = rank!.steps.length - 1;
  expect(rank!.steps[end]!.kind).toBe('end');
  expect(rank!.steps[lastOp(rank!, end)!]!.label).toContain('add');
  expect(lastOp(rank!, 0)).toBeNull();
});

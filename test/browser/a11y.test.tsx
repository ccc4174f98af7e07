/** Axe finds nothing in any pane, in both themes, nor in the dialogs, a run in an article, or the editor. */
import { page } from 'vitest/browser';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Lab } from '../../src/lab/Lab.tsx';
import { Run } from '../../src/lab/Run.tsx';
import { DEFAULT_STATE, encodeState, PANES } from '../../src/lab/state/address.ts';
import { $, falseClient, fixture, fixtures, never, press, show, theme, until, violations } from './support.tsx';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', location.pathname + location.search);
});
afterEach(() => {
  document.body.replaceChildren();
});

const open = async (first: string, lang: 'en' | 'he' = 'en') => {
  document.documentElement.dir = lang === 'he' ? 'rtl' : 'ltr';
  await show(<Lab lang={lang} examples={fixtures} first={first} makeClient={falseClient(never).make} />);
  await until(() => document.querySelector('.p-code .ln, .ptabs') && !document.querySelector('.waiting'), 'the lab');
};

describe.each(['light', 'dark'] as const)('%s', (name) => {
  beforeEach(() => theme(name));

  test.each(fixtures.map((f) => f.id))('the whole lab: %s', async (id) => {
    await page.viewport(1440, 900);
    await open(id);
    press('End');
    await until(() => {
      const { value, max } = $<HTMLInputElement>('.slide input');
      return value === max;
    }, 'the last step');
    expect(await violations($('.tn'))).toEqual([]);
  });

  test.each(PANES)('pane %s on a phone', async (pane) => {
    await page.viewport(390, 844);
    for (const id of ['compile_lesson_branch', 'shard_mesh_2d']) {
      const f = fixture(id);
      history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, program: id, options: f.report.options, pane, step: 3 })}`);
      await open(id);
      expect(await violations($('.tn'))).toEqual([]);
      document.body.replaceChildren();
    }
  });

  test('editor, keys and programs', async () => {
    await page.viewport(1440, 900);
    await open('compile_lesson_branch');
    press('e');
    await until(() => document.querySelector('.cm-content'), 'the editor');
    expect(await violations($('.p-code'))).toEqual([]);
    press('?');
    await until(() => document.querySelector('dialog[open]'), 'the keys');
    expect(await violations($('dialog'))).toEqual([]);
    $('dialog button').click();
    $('.prog').click();
    await until(() => document.querySelector('dialog input'), 'the programs');
    expect(await violations($('dialog'))).toEqual([]);
  });

  test('a run in an article', async () => {
    await page.viewport(1100, 900);
    const f = fixture('compile_lesson_branch');
    await show(
      <Run
        id="r"
        lang="en"
        program={f.id}
        source={f.source}
        options={f.report.options}
        report={f.report}
        title="The run"
        makeClient={falseClient(never).make}
      />,
    );
    expect(await violations($('.tn'))).toEqual([]);
  });
});

test('Hebrew: mirrored, and code and axes stay left to right', async () => {
  theme('light');
  await page.viewport(1440, 900);
  await open('compile_lesson_branch', 'he');
  expect(await violations($('.tn'))).toEqual([]);
  expect(getComputedStyle($('.code')).direction).toBe('ltr');
  expect(getComputedStyle($('.tlgrid')).direction).toBe('ltr');
  const code = $('.p-code').getBoundingClientRect();
  const timeline = $('.p-timeline').getBoundingClientRect();
  expect(code.left).toBeGreaterThan(timeline.left);
  document.documentElement.dir = 'ltr';
});

/** The lab in a real page: stepping, links between panes, the address, editing, and what happens when things go wrong. */
import { page, userEvent } from 'vitest/browser';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { run } from '../../src/engine/index.ts';
import { Lab } from '../../src/lab/Lab.tsx';
import { isCall, nodesOf } from '../../src/engine/report/nodes.ts';
import { Run } from '../../src/lab/Run.tsx';
import type { Example } from '../../src/lab/state/opening.ts';
import { decodeState, DEFAULT_STATE, encodeState, labFragment } from '../../src/lab/state/address.ts';
import type { Site } from '../../src/lab/parts/site.ts';
import type { Outcome } from '../../src/lab/worker/protocol.ts';
import { $, $$, falseClient, fixture, fixtures, never, press, show, theme, until } from './support.tsx';

const ONE = 'compile_lesson_branch';

beforeEach(async () => {
  theme('light');
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', location.pathname + location.search);
  await page.viewport(1440, 900);
});
afterEach(() => {
  document.body.replaceChildren();
});

const lab = async (first = ONE, client = falseClient(never), more: readonly Example[] = []) => {
  const screen = await show(<Lab lang="en" examples={[...fixtures, ...more]} first={first} makeClient={client.make} />);
  await until(() => document.querySelector('.tn.shell .p-code .ln'), 'the code');
  await until(() => !document.querySelector('.waiting'), 'all panes');
  return { screen, client };
};
const stepNow = (): number => Number($<HTMLInputElement>('.slide input').value) + 1;

describe('output', () => {
  test('each printed text goes to its step, and is dim until it is printed', async () => {
    await lab('eager_sync_points');
    const { report } = fixture('eager_sync_points');
    const printed = report.steps.flatMap((s, i) => (s.kind === 'output' ? [i] : []));
    expect($$('.printed').map((row) => row.querySelector('.no')!.lastChild!.textContent)).toEqual(printed.map((i) => String(report.steps[i]!.line)));
    expect($$('.printed.ahead')).toHaveLength(printed.length);
    $('.printed').click();
    await until(() => stepNow() === printed[0]! + 1, 'the step that prints');
    expect($$('.printed.ahead')).toHaveLength(printed.length - 1);
  });
});

describe('stepping', () => {
  test('keys move the cursor and every pane follows', async () => {
    await lab();
    const n = fixture(ONE).report.steps.length;
    expect(stepNow()).toBe(1);
    press('ArrowRight');
    await until(() => stepNow() === 2, 'step 2');
    press('ArrowLeft');
    await until(() => stepNow() === 1, 'step 1');
    press('End');
    await until(() => stepNow() === n, 'the last step');
    press('ArrowRight');
    expect(stepNow()).toBe(n);
    press('Home');
    await until(() => stepNow() === 1, 'the first step');
    expect($('.p-values').textContent).toContain('after step 1');
  });

  test('n goes to the break, and its line is marked', async () => {
    await lab();
    press('n');
    const { report } = fixture(ONE);
    const at = report.steps.findIndex((s) => s.kind === 'break');
    await until(() => stepNow() === at + 1, 'the break');
    expect($('.code .ln.cur').dataset.line).toBe(String(report.steps[at]!.line));
  });

  test('n goes to a wait where no break lies ahead, and says why where nothing does', async () => {
    await lab('eager_sync_points');
    const button = () => $$<HTMLButtonElement>('.transport button').find((b) => b.textContent === 'Next stop')!;
    const { report } = fixture('eager_sync_points');
    const first = report.steps.findIndex((s, i) => i > 0 && (s.kind === 'sync' || s.kind === 'output' || report.ops[s.op ?? -1]?.where === 'fallback'));
    press('n');
    await until(() => stepNow() === first + 1, 'the first stop');
    press('End');
    await until(() => button().getAttribute('aria-disabled') === 'true', 'no stop ahead');
    expect(button().title).toContain('No stop ahead');
    press('n');
    expect(stepNow()).toBe(report.steps.length);
  });

  test('a click on a line goes to its first step', async () => {
    await lab();
    const { report } = fixture(ONE);
    const line = report.ops[3]!.line;
    $(`[data-line="${report.steps.at(-1)!.line}"]`).click();
    $(`[data-line="${line}"]`).click();
    await until(() => report.steps[stepNow() - 1]!.line === line, 'a step of the line');
  });

  test('the line of the cursor stays in view, and the page does not move', async () => {
    await page.viewport(1200, 620);
    await lab();
    press('End');
    const line = await until(() => document.querySelector('.code .ln.cur'), 'the line');
    const box = line.closest('.pb')!.getBoundingClientRect();
    const at = line.getBoundingClientRect();
    expect(at.top >= box.top && at.bottom <= box.bottom + 1).toBe(true);
    expect(scrollY).toBe(0);
  });

  test('at the end the path of the last operator is drawn, and said to be the last', async () => {
    await lab();
    press('End');
    await until(() => document.querySelector('.p-dispatch .lastop'), 'the last operator');
    expect($('.p-dispatch .railmap').getAttribute('class')).not.toContain('on-none');
    const step = Number(/step (\d+)/.exec($('.lastop button').textContent!)![1]);
    $('.lastop button').click();
    await until(() => stepNow() === step, 'its step');
  });

  test('the path is said as it is drawn, at every step', async () => {
    const source = 'import torch\nx = torch.ones(2) + 1\ny = x.to("neuron") * 2\nprint(y.sort().values)\n';
    const report = run(source, { filename: 'both.py' });
    await lab('both', undefined, [{ id: 'both', title: 'both', group: 'Programs', source, report, options: report.options }]);
    const last = report.steps.length;
    const backends = new Set<string>();
    for (let step = 1; step < last; step++) {
      const said = $('.p-dispatch .railmap').getAttribute('aria-label');
      const drawn = $$('.p-dispatch .st.on text').map((text) => text.textContent!);
      for (const text of drawn) expect(said, `step ${step}`).toContain(text.replace(/ \u2066.*/, ''));
      for (const text of drawn) if (/^(CPU|Neuron \()/.test(text)) backends.add(text);
      press('ArrowRight');
      await until(() => stepNow() === step + 1, `step ${step + 1}`);
    }
    expect([...backends].sort()).toEqual(['CPU', 'CPU kernel', 'Neuron (PrivateUse1)']);
  });

  test('where no variables are it is said whether they are to come, are gone, or never were', async () => {
    const says = async (source: string, key: string) => {
      history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source })}`);
      const { screen } = await lab(
        ONE,
        falseClient(async (text) => ({ kind: 'report', report: run(text) })),
      );
      await until(() => document.querySelector('.p-values .cap'), 'the values');
      press(key);
      await until(() => (key === 'End') === Number($<HTMLInputElement>('.slide input').value) > 0, 'the step');
      const text = $('.p-values .pb').textContent;
      await screen.unmount();
      return text;
    };
    const inside = 'import torch\ndef main():\n    x = torch.ones(2)\n    print(x)\nmain()\n';
    expect(await says(inside, 'Home')).toMatch(/^No variables yet/);
    expect(await says(inside, 'End')).toBe('No variables any more: those of a function go when it returns. The last ones: step 2');
    expect(await says('print(1)\n', 'End')).toBe('This run keeps nothing in a variable.');
  });

  test('what changed is said', async () => {
    await lab();
    const { report } = fixture(ONE);
    const i = report.steps.findIndex((s) => s.vars && Object.values(s.vars).some((k) => k && report.values[k]?.kind === 'tensor'));
    for (let k = 0; k < i; k++) press('ArrowRight');
    await until(() => document.querySelector('.vars .chg'), 'the new variable');
    expect($('.vars .chg').textContent).toBe('new');
    expect($('.p-values .heat')).toBeTruthy();
  });
});

describe('linked highlighting', () => {
  test('pointing at a node lights its line, its graph and nothing of another line', async () => {
    await lab();
    const node = $$('.node[data-k]')[1]!;
    node.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    const { report } = fixture(ONE);
    const drawn = nodesOf(report.frames[0]!.graphs[0]!)!.filter(isCall)[1]!;
    expect(node.hasAttribute('data-lit')).toBe(true);
    expect($(`.code [data-line="${drawn.line}"]`).hasAttribute('data-lit')).toBe(true);
    // Its own line, and the lines that call the compiled function.
    const lit = $$('.code [data-lit]').map((el) => Number(el.dataset.line));
    expect(lit.filter((n) => n < report.frames[0]!.line + 6)).toEqual([drawn.line]);
    expect($('.gh[data-k="g0-0"]').hasAttribute('data-lit')).toBe(true);
    node.dispatchEvent(new PointerEvent('pointerout', { bubbles: true, relatedTarget: document.body }));
    expect($('.tn').hasAttribute('data-pointing')).toBe(false);
  });

  test('one tab stop a pane; up and down move inside it', async () => {
    await lab();
    const pane = $('.p-graphs .pb');
    const stops = () => $$('[data-rove]', pane).filter((el) => el.tabIndex === 0);
    expect(stops()).toHaveLength(1);
    stops()[0]!.focus();
    press('ArrowDown', stops()[0]!);
    expect(document.activeElement).toBe(stops()[0]);
    expect(stops()).toHaveLength(1);
    press('ArrowUp', stops()[0]!);
    expect(document.activeElement).toBe($$('[data-rove]', pane)[0]);
  });
});

describe('the address', () => {
  test('holds the step and leads back to it', async () => {
    const { screen } = await lab();
    press('End');
    const last = fixture(ONE).report.steps.length - 1;
    await until(() => {
      const hash = labFragment(location.hash);
      const d = hash === null ? null : decodeState(hash);
      return d?.ok && d.state.step === last;
    }, 'the step in the address');
    await screen.unmount();
    await lab('shard_mesh_2d');
    await until(() => stepNow() === fixture(ONE).report.steps.length, 'the step of the address');
  });

  test('a hostile address is refused with a message, and the lab opens', async () => {
    history.replaceState(null, '', '#lab=v1,<img src=x>');
    await lab();
    expect($('.notice').textContent).toContain('could not be read: what follows “#lab=” does not begin with “v1.”');
    expect($('.notice').textContent).toContain('Copy the link again');
    expect($$('.code .ln').length).toBeGreaterThan(3);
    // As it was typed it is shown, and stands in the address until the reader does something.
    expect($('.notice code').textContent).toBe('#lab=v1,<img src=x>');
    await new Promise((r) => setTimeout(r, 600));
    expect(decodeURIComponent(location.hash)).toBe('#lab=v1,<img src=x>');
    press('End');
    await until(() => decodeState(labFragment(location.hash)!).ok, 'an address of this program');
  });

  test('a program that is not there is looked for among those of a like name', async () => {
    history.replaceState(null, '', '#program=shard_mesh_3d');
    await lab();
    $$('.notice button')
      .find((b) => b.textContent === 'Programs of a like name')!
      .click();
    const first = await until(() => document.querySelector('dialog li button'), 'the list');
    expect(first.textContent).toContain('shard_mesh_2d');
  });

  test('a program of the reader’s own comes from the address', async () => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source: 'print(40 + 2)\n' })}`);
    const client = falseClient(never);
    await lab(ONE, client);
    expect($('.code').textContent).toContain('print(40 + 2)');
    expect(client.asked).toEqual(['print(40 + 2)\n']);
    await until(() => $('.shell').dataset.status === 'running', 'the run');
  });
});

describe('running', () => {
  const source = 'import torch\na = torch.ones(2)\nb = a + 1\nraise ValueError("here")\n';

  test('a run that failed stands where it failed', async () => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source })}`);
    await lab(
      ONE,
      falseClient(async (text) => ({ kind: 'report', report: run(text) })),
    );
    await until(() => document.querySelector('.code .ln.cur')?.getAttribute('data-line') === '4', 'the line');
    expect(stepNow()).toBe(run(source).steps.length);
    expect($('.notice').textContent).toContain('stopped on a Python exception');
  });

  test('once it is mended the reader is back where they stood, with the focus on the button that was pressed', async () => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source })}`);
    await lab(
      ONE,
      falseClient(async (text) => ({ kind: 'report', report: run(text) })),
    );
    await until(() => document.querySelector('.slide input') && stepNow() === run(source).steps.length, 'the failure');
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    document.execCommand('insertText', false, 'import torch\na = torch.ones(2)\nb = a + 1\nc = b * 2\nd = c - 1\n');
    const button = await until(() => document.querySelector<HTMLElement>('.topbar .btn.solid'), 'the text as drawn');
    button.focus();
    button.click();
    await until(() => !document.querySelector('.notice') && document.querySelector('.shell')?.getAttribute('data-status') === 'idle', 'the run');
    await until(() => stepNow() === 1, 'the step from before');
    expect(document.activeElement).toBe($('.topbar .btn.small'));
  });

  test('a text that is no Python is said not to have run', async () => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source: 'x = (\n' })}`);
    await lab(
      ONE,
      falseClient(async (text) => ({ kind: 'report', report: run(text) })),
    );
    const notice = await until(() => document.querySelector('.notice[role=alert]'), 'the message');
    expect(notice.textContent).toContain('Line 1: not Python, so nothing ran');
    expect(notice.textContent).not.toContain('exception');
  });

  test.each([
    ['n = 0\nwhile True:\n    n += 1\n', { steps: 2_000_000 }, '2,000,000 steps', false],
    ['import torch\ntorch.ones(4096)\n', { tensor: 4096 }, '4,096 bytes of one tensor', true],
    ['import torch\na = [torch.ones(2048) for k in range(9)]\n', { held: 40_000 }, '40,000 bytes of living tensors', true],
  ])('a limit is grouped, and “shapes alone” is offered where it helps: %s', async (text, limits, count, helps) => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source: text })}`);
    await lab(
      ONE,
      falseClient(async (src) => ({ kind: 'report', report: run(src, { limits, numbers: 'always' }) })),
    );
    const notice = await until(() => document.querySelector('.notice[role=alert]'), 'the message');
    expect(notice.textContent).toContain(`limit reached: ${count} (`);
    expect(notice.textContent!.includes('shapes alone')).toBe(helps);
  });

  test('after a run that came to nothing the panes are said to be of the run before', async () => {
    await lab(
      ONE,
      falseClient(async () => ({ kind: 'stopped', by: 'budget', seconds: 10, line: 1 })),
    );
    expect($('.shell').dataset.before).toBeUndefined();
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    document.execCommand('insertText', false, '# other\n');
    press('Enter', document.body, { ctrlKey: true });
    await until(() => document.querySelector('.notice')?.textContent?.includes('The panes show the run before.'), 'the message');
    expect($('.shell').dataset.before).toBe('');
    expect(getComputedStyle($('.p-values .ph'), '::before').content).toBe('"of the run before"');
    expect(getComputedStyle($('.p-code .ph'), '::before').content).toBe('none');
  });

  test('a text that is no longer the one that ran: the panes are of the run before, and the file is the reader’s own', async () => {
    await lab(ONE);
    const name = $('.prog').textContent;
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    document.execCommand('insertText', false, '# other\n');
    await until(() => $('.shell').dataset.before === '', 'the mark');
    expect(name).not.toBe('program.py');
    expect($('.prog').textContent).toBe('program.py');
  });

  test('while a run goes on, what stands there is marked as of the run before, and busy', async () => {
    let settle: ((o: Outcome) => void) | undefined;
    const { report } = fixture(ONE);
    await lab(
      ONE,
      falseClient(() => new Promise((r) => (settle = r))),
    );
    const values = () => getComputedStyle($('.p-values .pb'));
    expect(values().opacity).toBe('1');
    press('Enter', document.body, { ctrlKey: true });
    await until(() => $('.work').getAttribute('aria-busy') === 'true', 'the mark');
    await until(() => values().opacity === '0.55' && values().filter === 'grayscale(1)', 'the dimmed pane');
    settle?.({ kind: 'report', report });
    await until(() => !$('.work').hasAttribute('aria-busy'), 'the end');
    expect([$('.shell').dataset.before, values().opacity]).toEqual([undefined, '1']);
  });

  test('a stop links to what explains it', async () => {
    const { report } = fixture(ONE);
    const error = { type: 'RuntimeError', message: 'mat1 and mat2 shapes cannot be multiplied (1x3 and 4x2)', line: 1 };
    const outcomes: Outcome[] = [
      { kind: 'report', report: { ...report, exit: 'error', error } },
      { kind: 'report', report: { ...report, exit: 'error', error: { ...error, type: 'NameError', message: 'name x is not defined' } } },
      { kind: 'crashed', message: 'RangeError: out of memory' },
    ];
    const asked: unknown[] = [];
    const site: Site = {
      href: (path) => `/site${path}`,
      explain: async (topic) => {
        asked.push(topic);
        if (topic.text?.startsWith('NameError')) return null;
        return { title: 'Its name', means: '', cure: 'Its cure.', href: `/site/errors/${topic.id ?? 'X'}/`, lang: 'en' };
      },
    };
    const client = falseClient(async () => outcomes.shift()!);
    await show(<Lab lang="en" examples={fixtures} first={ONE} makeClient={client.make} site={site} />);
    await until(() => document.querySelector('.tn.shell .p-code .ln'), 'the code');
    const link = (part: string) => until(() => $$<HTMLAnchorElement>('.notice a').find((a) => a.href.includes(part)), `the link ${part}`);
    press('Enter', document.body, { ctrlKey: true });
    await link('/site/errors/X/');
    expect($('.notice').textContent).toContain('Its cure.');
    press('Enter', document.body, { ctrlKey: true });
    await link('docs.python.org/3.11/library/exceptions.html#NameError');
    press('Enter', document.body, { ctrlKey: true });
    await link('/site/errors/LAB-FAULT/');
    expect(asked[0]).toEqual({ text: `RuntimeError: ${error.message}` });
    // A break of the report leads to its entry too.
    const entry = await until(() => document.querySelector('.brk a'), 'the break');
    expect(entry.getAttribute('href')).toMatch(/^\/site\/errors\/GB\d+\/$/);
  });

  test('ranks follow the header of the text, until another number is chosen by hand', async () => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source: 'x = 1\n' })}`);
    const client = falseClient(async (text) => ({ kind: 'report', report: run(text) }));
    await lab(ONE, client);
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    document.execCommand('insertText', false, '# world-size: 2\n');
    const ranks = () => $$<HTMLSelectElement>('.topbar select').find((s) => /^ranks/i.test(s.closest('label')?.textContent ?? ''))!;
    await until(() => ranks().value === '2', 'the ranks');
    press('Enter', document.body, { ctrlKey: true });
    await until(() => client.options.at(-1)?.worldSize === 2, 'the run');
    await page.elementLocator(ranks()).selectOptions('4');
    document.execCommand('insertText', false, 'y = 2\n');
    await until(() => $('.cm-content').textContent!.includes('y = 2'), 'the text');
    expect(ranks().value).toBe('4');
  });

  test('an endless run can be stopped and says so', async () => {
    let settle: (() => void) | undefined;
    const client = falseClient(() => new Promise((r) => (settle = () => r({ kind: 'stopped', by: 'budget', seconds: 10, line: 2 }))));
    await lab(ONE, client);
    press('Enter', document.body, { ctrlKey: true });
    await until(() => document.querySelector('progress'), 'the progress');
    $$('button')
      .find((b) => b.textContent === 'Stop')!
      .click();
    expect(client.stopped()).toBe(1);
    settle?.();
    await until(() => document.querySelector('.notice'), 'the message');
    expect($('.notice').textContent).toContain('Stopped after 10 seconds at line 2.');
    expect($$('.notice button').map((b) => b.textContent)).toContain('Go to line 2');
    expect($('.notice').textContent).toContain('Run with 60 seconds');
    $$('.notice button')
      .find((b) => b.textContent === 'Run on shapes alone')!
      .click();
    await until(() => client.options.at(-1)?.numbers === false, 'the run without numbers');
  });

  test('what was stopped is not started again by a reload, and runs when it is asked to', async () => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source: 'while True: pass\n' })}`);
    const first = await lab(ONE, falseClient(never));
    await until(() => document.querySelector('progress'), 'the progress');
    $('.running button').click();
    await first.screen.unmount();
    const client = falseClient(never);
    await show(<Lab lang="en" examples={fixtures} first={ONE} makeClient={client.make} />);
    await until(() => document.querySelector('.notice')?.textContent?.includes('stopped before'), 'the notice');
    expect($('.code').textContent).toContain('while True');
    expect(client.asked).toEqual([]);
    $('.notice button').click();
    await until(() => client.asked.length === 1, 'the run');
  });

  test('a failure names its line and leads there', async () => {
    const { report } = fixture(ONE);
    const line = report.ops.at(-1)!.line;
    const failed = { ...report, exit: 'unsupported' as const, error: { type: 'Unsupported', message: 'torch.fft is not modelled', line } };
    const client = falseClient(async () => ({ kind: 'report', report: failed }));
    await lab(ONE, client);
    press('Enter', document.body, { ctrlKey: true });
    await until(() => document.querySelector('.notice[role=alert]'), 'the message');
    expect($('.notice').textContent).toContain('torch.fft is not modelled');
    $$('.notice button')
      .find((b) => b.textContent === `Go to line ${line}`)!
      .click();
    await until(() => document.activeElement?.getAttribute('data-line') === String(line), 'the line');
  });

  test('a run that went on without numbers says so, and can be had with all of them', async () => {
    const { report } = fixture(ONE);
    const why = { line: report.ops[0]!.line, limit: 'elements of parameters', count: 2 ** 25 };
    const client = falseClient(async () => ({ kind: 'report', report: client.asked.length > 1 ? report : { ...report, shapesAlone: why } }));
    await lab(ONE, client);
    press('Enter', document.body, { ctrlKey: true });
    const notice = await until(() => document.querySelector('.notice[role=status]'), 'the message');
    expect(notice.textContent).toContain(`Line ${why.line}: Ran on shapes alone`);
    expect(notice.textContent).toContain('33,554,432 elements of parameters');
    $$('.notice button')
      .find((b) => b.textContent === 'Compute every number')!
      .click();
    await until(() => !document.querySelector('.notice'), 'the run with numbers');
    expect(client.options.map((o) => o.numbers)).toEqual([true, 'always']);
  });

  test('a break is explained in the reader’s language where the catalogue has it, else in English', async () => {
    const site: Site = {
      href: (path) => path,
      explain: async ({ id }) => ({ title: 'שם', means: 'סיבה', cure: 'תיקון', href: `/errors/${id}/`, lang: id === 'GB0170' ? 'he' : 'en' }),
    };
    await show(<Lab lang="he" examples={fixtures} first={ONE} makeClient={falseClient(never).make} site={site} />);
    await until(() => document.querySelector('.brk .why')?.textContent === 'סיבה', 'the reason in Hebrew');
    expect($('.brk .cure').textContent).toContain('תיקון');
    expect($('.brk .why').getAttribute('lang')).toBe('he');
    document.body.replaceChildren();
    const english: Site = { ...site, explain: async () => null };
    await show(<Lab lang="he" examples={fixtures} first={ONE} makeClient={falseClient(never).make} site={english} />);
    const why = await until(() => document.querySelector('.brk .why'), 'the reason');
    expect([why.getAttribute('lang'), why.textContent]).toEqual(['en', fixture(ONE).report.frames[0]!.breaks[0]!.reason]);
  });

  test('a hang is drawn and told', async () => {
    await lab('shard_hang');
    expect($('.notice').textContent).toContain('wait for each other for ever');
    expect($('.hang svg').getAttribute('aria-label')).toContain('rank 0 waits in all_reduce');
    const mesh = $('.p-mesh');
    expect(mesh.textContent).not.toContain('No collective was issued');
    expect($('.colls .waits').textContent).toMatch(/^all_reduce\(sum\)Line \d+, waits$/);
  });
});

describe('the reader’s own operator table', () => {
  const table = { torch: '2.13.0', torchNeuronx: '2.33', ops: { 'aten::mul.Tensor': 'host' }, executed: null, fallback: null };
  const button = (name: string) => $$('.notice button').find((b) => b.textContent === name);

  test('is named, can be removed and put back, and the run shown says which it follows', async () => {
    localStorage.setItem('atlas-own-operators', JSON.stringify(table));
    const client = falseClient(async () => ({
      kind: 'report',
      report: fixture(ONE).report,
      ...(localStorage.getItem('atlas-own-operators') ? { own: true } : {}),
    }));
    await lab(ONE, client);
    const notice = await until(() => document.querySelector('.notice'), 'the notice');
    expect(notice.textContent).toContain('Your own operator table is in use: 1 operators of torch 2.13.0');
    expect(notice.textContent).toContain('made without it');
    button('Run again')!.click();
    await until(() => $('.notice').textContent!.includes('comes from it'), 'a run that follows it');
    button('Remove the table')!.click();
    await until(() => $('.notice').textContent!.includes('still follows it'), 'the run is out of date');
    expect(localStorage.getItem('atlas-own-operators')).toBeNull();
    button('Put it back')!.click();
    await until(() => localStorage.getItem('atlas-own-operators'), 'the table');
    button('Remove the table')!.click();
    await until(() => button('Run again'), 'another run');
    button('Run again')!.click();
    await until(() => !$('.notice').textContent!.includes('still follows it'), 'a run without it');
    $('.notice button[aria-label]').click();
    await until(() => !document.querySelector('.notice'), 'nothing more to say');
  });

  test('another page that takes it away is heard', async () => {
    localStorage.setItem('atlas-own-operators', JSON.stringify(table));
    await lab();
    await until(() => document.querySelector('.notice'), 'the notice');
    localStorage.removeItem('atlas-own-operators');
    dispatchEvent(new StorageEvent('storage', { key: 'atlas-own-operators' }));
    await until(() => !document.querySelector('.notice'), 'nothing more to say');
  });
});

describe('editing', () => {
  test('a very long program is drawn where it is seen, and all of it can be found', async () => {
    const source = `${'x = 1\n'.repeat(14999)}last = 2\n`;
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source })}`);
    await lab(ONE, falseClient(never));
    await until(() => document.querySelector('.code .far'), 'the lines');
    expect($$('.code .ln').length).toBeLessThan(1000);
    expect($('.code').textContent).toContain('last = 2');
    const box = $('.p-code .pb');
    box.scrollTop = box.scrollHeight;
    await until(() => document.querySelector('[data-line="15000"]'), 'the last line');
    // Blocks of text take the room of their lines.
    expect($('[data-line="15000"]').offsetTop).toBeCloseTo($('[data-line="1"]').offsetTop + 14999 * 20, -1);
  });

  test('text typed is kept, survives a reload, and the original can be had back', async () => {
    const { screen } = await lab();
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    document.execCommand('insertText', false, '# mine\n');
    await until(() => localStorage.getItem(`atlas.draft.${ONE}`)?.startsWith('# mine'), 'the draft');
    await screen.unmount();
    history.replaceState(null, '', location.pathname + location.search);
    await lab();
    expect($('.notice').textContent).toContain('Your changes to this program are back');
    expect($('.code').textContent).toContain('# mine');
    $$('.notice button')
      .find((b) => b.textContent === 'Original text')!
      .click();
    await until(() => !$('.code').textContent!.includes('# mine'), 'the original');
    $$('.notice button')
      .find((b) => b.textContent === 'My text')!
      .click();
    await until(() => $('.code').textContent!.includes('# mine'), 'my text again');
  });

  test('what was typed can be undone after the editor was left', async () => {
    await lab();
    const open = async () => {
      press('e');
      const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
      content.focus();
      return content;
    };
    const leave = async () => {
      $$('.p-code button')
        .find((b) => b.textContent === 'Done')!
        .click();
      await until(() => !document.querySelector('.cm-content'), 'the code as it was');
    };
    await open();
    document.execCommand('insertText', false, '# mine\n');
    await until(() => localStorage.getItem(`atlas.draft.${ONE}`)?.startsWith('# mine'), 'the draft');
    await leave();
    await open();
    await userEvent.keyboard('{Control>}z{/Control}');
    await until(() => !$('.cm-content').textContent!.includes('# mine'), 'the text before');
    await userEvent.keyboard('{Control>}y{/Control}');
    await until(() => $('.cm-content').textContent!.includes('# mine'), 'what was undone');
    // On a phone another pane takes the place of the code.
    await page.viewport(390, 844);
    const turn = (name: string) =>
      $$('.ptabs [role=tab]')
        .find((x) => x.textContent === name)!
        .click();
    await until(() => document.querySelector('.ptabs [role=tab]'), 'the tabs');
    turn('Text');
    await until(() => !document.querySelector('.cm-content'), 'another pane');
    turn('Code');
    (await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor')).focus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await until(() => !$('.cm-content').textContent!.includes('# mine'), 'the text before');
  });

  test('e leads into the editor, from outside it too when it is open', async () => {
    await lab();
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    $('.prog').focus();
    press('e', $('.prog'));
    expect(document.activeElement).toBe(content);
  });

  test('the editor takes the place of the code without moving it', async () => {
    await lab();
    const before = $('.code .ln .tx').getBoundingClientRect();
    press('e');
    await until(() => document.querySelector('.cm-line'), 'the editor');
    const range = document.createRange();
    range.selectNodeContents($('.cm-line'));
    const after = range.getBoundingClientRect();
    expect(Math.abs(after.left - before.left)).toBeLessThan(2);
    expect(Math.abs($('.cm-line').getBoundingClientRect().top - before.top)).toBeLessThan(2);
  });

  test('a new program opens the editor, and the one before it can be put back', async () => {
    localStorage.setItem('atlas.draft.own', 'mine = 1\n');
    const client = falseClient(async (text) => ({ kind: 'report', report: run(text) }));
    await lab(ONE, client);
    $('.prog').click();
    const choose = (word: string) => $$('dialog button').find((b) => b.textContent === word)!;
    await until(() => choose('New program'), 'the list');
    choose('New program').click();
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    expect(content.textContent).toContain('torch.accelerator');
    await until(() => getSelection()?.toString().includes('torch.accelerator'), 'the start, selected to be typed over');
    await until(() => client.asked.at(-1)?.includes('arange'), 'its run');
    $$('.notice button')
      .find((b) => b.textContent === 'Put it back')!
      .click();
    await until(() => $('.cm-content').textContent === 'mine = 1', 'the earlier text');
    // The untouched start is nothing to keep.
    expect(localStorage.getItem('atlas.draft.own.earlier')).toBe('[]');
  });

  test('earlier programs are found in the list, after a reload too', async () => {
    const client = falseClient(async (text) => ({ kind: 'report', report: run(text) }));
    const first = await lab(ONE, client);
    for (const mine of ['first = 1\n', 'second = 2\n']) {
      localStorage.setItem('atlas.draft.own', mine);
      const shell = $('.tn.shell');
      $('.prog').click();
      (await until(() => $$('dialog button').find((b) => b.textContent === 'New program'), 'the list')).click();
      await until(() => $('.tn.shell') !== shell, 'the new program');
    }
    await first.screen.unmount();
    await lab(ONE, client);
    $('.prog').click();
    const search = await until(() => document.querySelector<HTMLInputElement>('dialog input[type=search]'), 'the list');
    await userEvent.type(search, 'earlier first');
    const shown = () => $$('dialog li button').map((b) => b.textContent);
    await until(() => shown().length === 1, 'what fits');
    expect(shown()).toEqual(['Earlier program: first = 1']);
    await userEvent.keyboard('{Enter}');
    await until(() => $('.p-code .code').textContent?.includes('first = 1'), 'the earlier program');
    expect(JSON.parse(localStorage.getItem('atlas.draft.own.earlier') ?? '')).toEqual(['second = 2\n']);
  });

  test('a program that cannot be fetched takes the place of nothing, and can be asked for again', async () => {
    const away = { id: 'far', title: 'far', sourceUrl: 'https://nowhere.invalid/far.py' };
    await lab(ONE, undefined, [away]);
    await until(() => labFragment(location.hash) !== null, 'the address, written a moment after the first picture');
    const before = [location.hash, history.length];
    $('.prog').click();
    (await until(() => $$('dialog button').find((b) => b.textContent?.startsWith('far')), 'the list')).click();
    const notice = await until(() => document.querySelector('.notice[role=alert]'), 'the message');
    expect(notice.textContent).toContain('far.py could not be fetched');
    expect($('.p-code .code').textContent).toContain('import torch');
    expect([location.hash, history.length]).toEqual(before);
    Object.assign(away, { source: 'near = 1\n' });
    $$('.notice button')
      .find((b) => b.textContent === 'Try again')!
      .click();
    await until(() => $('.p-code .code').textContent?.includes('near = 1'), 'the program');
    expect(document.querySelector('.notice[role=alert]')).toBeNull();
  });

  test('long lines wrap, in the editor too, unless the reader chose otherwise', async () => {
    await lab();
    const wrap = () =>
      $$('.p-code .ph .tool')
        .find((b) => b.textContent === 'Wrap')!
        .click();
    wrap();
    await until(() => getComputedStyle($('.p-code .tx')).whiteSpace === 'pre', 'lines as long as they are');
    expect(localStorage.getItem('atlas.wrap')).toBe('0');
    wrap();
    await until(() => getComputedStyle($('.p-code .tx')).whiteSpace === 'pre-wrap', 'wrapped lines');
    const pane = $('.p-code .pb');
    await until(() => pane.scrollWidth <= pane.clientWidth, 'lines within the pane');
    press('e');
    await until(() => document.querySelector('.cm-lineWrapping'), 'a wrapping editor');
    expect(localStorage.getItem('atlas.wrap')).toBe('1');
  });

  test('five megabytes are refused, offered as a file, and nothing is lost', async () => {
    await lab();
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    const data = new DataTransfer();
    data.setData('text/plain', 'x = 1\n'.repeat(900_000));
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await until(() => document.querySelector('.notice[role=alert]'), 'the message');
    expect($('.notice').textContent).toContain('takes up to 1,000,000');
    expect($('.notice').textContent).toContain('Save as a file');
    expect($('.cm-content').textContent).toContain('import torch');
    // What runs is what stands here: the message has been seen.
    press('Enter', document.body, { ctrlKey: true });
    await until(() => !document.querySelector('.notice[role=alert]'), 'the end of the message');
  });

  test('of a text that is too long the beginning can be taken, in whole lines', async () => {
    await lab(ONE, falseClient(never));
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    const data = new DataTransfer();
    data.setData('text/plain', 'x = 12345\n'.repeat(120_000));
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    const button = await until(() => $$('.notice button').find((b) => b.textContent?.startsWith('Take its first')), 'the offer');
    expect(button.textContent).toBe('Take its first 100,000 lines');
    button.click();
    await until(() => localStorage.getItem(`atlas.draft.${ONE}`), 'the text');
    expect(localStorage.getItem(`atlas.draft.${ONE}`)).toBe('x = 12345\n'.repeat(100_000));
    expect(document.querySelector('.notice[role=alert]')).toBeNull();
  });

  test('a file that is opened keeps its name, over a reload too, and Back leads to the program before it', async () => {
    const client = falseClient(async (text) => ({ kind: 'report', report: run(text) }));
    const { screen } = await lab(ONE, client);
    $('.prog').click();
    const input = await until(() => document.querySelector<HTMLInputElement>('dialog input[type=file]'), 'the list');
    await page.elementLocator(input).upload(new File(['mine = 1\n'], 'train_it.py', { type: 'text/x-python' }));
    await until(() => $('.prog').textContent === 'train_it.py', 'its name');
    await until(() => document.querySelector('.cm-content')?.textContent === 'mine = 1', 'its text');
    await until(() => client.names.at(-1) === 'train_it.py', 'its run');
    await screen.unmount();
    const again = await lab(ONE, client);
    expect($('.prog').textContent).toBe('train_it.py');
    history.back();
    await until(() => $('.shell').dataset.program === ONE, 'the program before it');
    await again.screen.unmount();
  });

  test('members of a module are offered after a dot, and taken by Tab', async () => {
    const site: Site = { href: (path) => path, explain: async () => null, names: async () => ({ torch: ['add', 'arange', 'nn'], 'torch.nn': ['Linear'] }) };
    await show(<Lab lang="en" examples={fixtures} first={ONE} makeClient={falseClient(never).make} site={site} />);
    await until(() => document.querySelector('.tn.shell .p-code .ln'), 'the code');
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    await userEvent.keyboard('import torch{Enter}torch.ar');
    const list = await until(() => document.querySelector('.cm-tooltip-autocomplete [role=option]'), 'the list');
    expect(list.textContent).toBe('arangetorch');
    // What is offered is not taken by mistake in the moment in which it appears.
    await new Promise((r) => setTimeout(r, 200));
    await userEvent.keyboard('{Tab}');
    await until(() => content.textContent!.includes('torch.arange'), 'the name');
  });

  test('a session of the interpreter is pasted as the program that was typed', async () => {
    const { client } = await lab();
    press('e');
    await until(() => document.querySelector('.cm-content'), 'the editor');
    const content = $('.cm-content');
    content.focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '>>> x = 1\n>>> x\n1\n');
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await until(() => client.asked.length > 0, 'the run');
    expect(client.asked.at(-1)).toBe('x = 1\nx\n');
  });

  test('the editor’s own panel speaks the language of the page', async () => {
    await show(<Lab lang="he" examples={fixtures} first={ONE} makeClient={falseClient(never).make} />);
    await until(() => document.querySelector('.tn.shell .p-code .ln'), 'the code');
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    await userEvent.keyboard('{Control>}f{/Control}');
    const panel = await until(() => document.querySelector('.cm-search'), 'the panel');
    expect(panel.textContent).not.toMatch(/[a-z]/i);
    expect($$('input:not([type=checkbox])', panel).map((field) => field.getAttribute('aria-label'))).toEqual(['חיפוש', 'החלפה ב-']);
  });
});

test('a run in an article says that its text changed until that text was run', async () => {
  const { source, report } = fixture(ONE);
  const client = falseClient(async (text) => ({ kind: 'report', report: run(text) }));
  await show(<Run id="here" lang="en" program={ONE} source={source} options={report.options} report={report} makeClient={client.make} />);
  $$('.p-code .tool')
    .find((b) => b.textContent === 'Edit')!
    .click();
  const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
  content.focus();
  document.execCommand('insertText', false, '# mine\n');
  const notice = await until(() => document.querySelector('.notice'), 'the notice');
  expect(notice.textContent).toContain('Changed since this run');
  press('Enter', $('.transport button'), { ctrlKey: true });
  await until(() => $('.notice').textContent!.includes('Your own text'), 'the run of it');
  expect($('.runfig').textContent).not.toMatch(/changed since/i);
});

describe('moving about', () => {
  test('run to the selected line', async () => {
    await lab();
    const line = fixture(ONE).report.steps.at(-2)!.line;
    $(`[data-line="${line}"]`).focus();
    await until(() => document.querySelector('.ln.sel'), 'the selection');
    press('c', $(`[data-line="${line}"]`));
    await until(() => $('.code .ln.cur').dataset.line === String(line), 'the line');
  });

  test('tabs and splitters take the arrow keys', async () => {
    await lab();
    const tabs = () => $$('.panestack [role=tab]');
    const on = () => tabs().findIndex((x) => x.getAttribute('aria-selected') === 'true');
    const before = on();
    press('ArrowRight', tabs()[before]!);
    await until(() => on() === (before + 1) % tabs().length, 'the next tab');
    expect(document.activeElement).toBe(tabs()[on()]);
    expect(stepNow()).toBe(1);
    const bar = $('.sep[aria-orientation=vertical]');
    const width = $('.p-code').getBoundingClientRect().width;
    press('ArrowRight', bar);
    expect($('.p-code').getBoundingClientRect().width).toBeCloseTo(width + 16, 0);
    expect(bar.getAttribute('aria-valuenow')).toBe('456');
    expect(stepNow()).toBe(1);
  });

  test('the timeline zooms and fits', async () => {
    await lab();
    const width = () => $<SVGElement>('.tlw svg').getBoundingClientRect().width;
    const fitted = width();
    $('[aria-label="Zoom in"]').click();
    await until(() => width() > fitted * 1.2, 'the zoom');
    $$('.p-timeline button')
      .find((b) => b.textContent === 'Fit')!
      .click();
    await until(() => Math.abs(width() - fitted) < 1, 'the fit');
  });

  test('a rank can be followed', async () => {
    await lab('shard_mesh_2d');
    const { report } = fixture('shard_mesh_2d');
    const select = $$<HTMLSelectElement>('.topbar select').at(-1)!;
    await page.elementLocator(select).selectOptions('3');
    press('End');
    await until(() => stepNow() === Math.max(...report.ranks!.map((r) => r.steps.length)), 'the end');
    expect($('.code .ln.cur').dataset.line).toBe(String(report.ranks![3]!.steps.at(-1)!.line));
  });
});

describe('drafts', () => {
  test('a program from a link does not take the place of the reader’s own', async () => {
    localStorage.setItem('atlas.draft.own', 'mine = 1\n');
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source: 'theirs = 2\n' })}`);
    await lab();
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    document.execCommand('insertText', false, '# ');
    await until(() => localStorage.getItem('atlas.draft.shared')?.includes('theirs'), 'the draft');
    expect(localStorage.getItem('atlas.draft.own')).toBe('mine = 1\n');
    $('.prog').click();
    await until(() => document.querySelector('dialog li button'), 'the list');
    $('dialog li button').click();
    await until(() => $('.code').textContent!.includes('mine = 1'), 'the reader’s own program');
  });
});

/** The next thing stored under a key, at once: what is dropped again a moment later is not missed by looking too late. */
function keptOnce(key: string): Promise<string> {
  const store = Storage.prototype.setItem;
  return new Promise((resolve) => {
    const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, value) {
      store.call(this, name, value);
      if (name !== key) return;
      spy.mockRestore();
      resolve(value);
    });
  });
}

describe('nothing is lost', () => {
  test('text typed over an address is there after a reload at once', async () => {
    const hash = `#lab=${encodeState({ ...DEFAULT_STATE, source: 'old = 1\n' })}`;
    history.replaceState(null, '', hash);
    const { screen } = await lab();
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    const kept = keptOnce('atlas.typed');
    document.execCommand('insertText', false, 'new = 2\n');
    expect(await kept).toContain('new = 2');
    await screen.unmount();
    // The address had no time to follow.
    history.replaceState(null, '', hash);
    const again = await lab();
    await until(() => $('.code').textContent!.includes('new = 2'), 'the text typed');
    await until(() => location.hash !== hash && sessionStorage.getItem('atlas.typed') === null, 'the address');
    await again.screen.unmount();
    // The same link, opened later, is what it says.
    history.replaceState(null, '', hash);
    await lab();
    expect($('.code').textContent).not.toContain('new = 2');
  });

  test('a page that is left writes its address first', async () => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source: 'old = 1\n' })}`);
    await lab();
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    const kept = keptOnce('atlas.typed');
    document.execCommand('insertText', false, 'new = 2\n');
    await kept;
    // Whether it is drawn by now or not.
    dispatchEvent(new PageTransitionEvent('pagehide'));
    const d = decodeState(labFragment(location.hash)!);
    expect(d.ok && d.state.source).toContain('new = 2');
  });

  test('a text too long for any address is back after a reload', async () => {
    const { screen } = await lab();
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    const bytes = crypto.getRandomValues(new Uint8Array(30_000));
    const data = new DataTransfer();
    data.setData('text/plain', `# kept ${[...bytes].map((b) => b.toString(36)).join('')}\n`);
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    await until(() => (history.state as { atlasDraft?: string } | null)?.atlasDraft === ONE, 'the draft named in the history');
    const typed = localStorage.getItem(`atlas.draft.${ONE}`)!;
    await screen.unmount();
    await lab();
    await until(() => $('.code').textContent!.includes('# kept'), 'the text');
    expect(typed.length).toBeGreaterThan(30_000);
    expect(localStorage.getItem(`atlas.draft.${ONE}`)).toBe(typed);
  });

  test('a run that cannot be started ends in a message', async () => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source: 'print(1)\n' })}`);
    await lab(
      ONE,
      falseClient(() => Promise.reject(new Error('no worker here'))),
    );
    await until(() => document.querySelector('.notice')?.textContent?.includes('no worker here'), 'the message');
    expect($('.shell').dataset.status).toBe('crashed');
  });

  test('a broken address and a kept draft are one message, and a run ends it', async () => {
    localStorage.setItem(`atlas.draft.${ONE}`, 'mine = 1\n');
    history.replaceState(null, '', '#lab=v1,<img src=x>');
    const client = falseClient(async (text) => ({ kind: 'report', report: run(text) }));
    await lab(ONE, client);
    expect($$('.notice')).toHaveLength(1);
    press('Enter', document.body, { ctrlKey: true });
    await until(() => client.asked.length === 1 && !document.querySelector('.notice'), 'the end of the message');
  });

  test('an address of an example that is no more opens the default and says so', async () => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, program: 'long_gone' })}`);
    await lab();
    expect($('.notice').textContent).toContain('long_gone');
    expect($('.shell').dataset.program).toBe(ONE);
  });

  test('a run of another text is an entry of its own: Back leads to the program before it, Forward to what was typed', async () => {
    const client = falseClient(async (text) => ({ kind: 'report', report: run(text) }));
    await lab(ONE, client);
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    await page.elementLocator(content).fill('mine = 1');
    const before = history.length;
    press('Enter', document.body, { ctrlKey: true });
    await until(() => client.asked.at(-1) === 'mine = 1' && $('.shell').dataset.status === 'idle', 'the run');
    expect(history.length).toBe(before + 1);
    press('Enter', document.body, { ctrlKey: true });
    expect(history.length).toBe(before + 1);
    history.back();
    await until(() => document.querySelector('.p-code .pb')?.textContent?.includes('import torch'), 'the program before it');
    expect(localStorage.getItem(`atlas.draft.${ONE}`)).toBe('mine = 1');
    history.forward();
    await until(() => document.querySelector('.p-code .pb')?.textContent?.includes('mine = 1'), 'what was typed');
  });

  test('on paper the timeline has the room of a sheet, and its own again after it', async () => {
    await page.viewport(1920, 1000);
    await lab();
    const wide = () => Number(document.querySelector('.p-timeline .tlw svg')?.getAttribute('width'));
    await until(() => wide() > 1000, 'the wide drawing');
    dispatchEvent(new Event('beforeprint'));
    await until(() => wide() <= 600, 'the drawing for paper');
    dispatchEvent(new Event('afterprint'));
    await until(() => wide() > 1000, 'the wide drawing again');
  });

  test('a second Escape leaves the editor, whatever is selected', async () => {
    await lab();
    press('e');
    const content = await until(() => document.querySelector<HTMLElement>('.cm-content'), 'the editor');
    content.focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.keyboard('{Escape}');
    expect(document.querySelector('.cm-content')).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    await until(() => !document.querySelector('.cm-content'), 'the code as it was');
    expect(document.activeElement?.textContent).toBe('Edit');
  });

  test('what the engine itself says is under no mark of PyTorch', async () => {
    const marks = async (source: string) => {
      history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source })}`);
      const { screen } = await lab(
        ONE,
        falseClient(async (text) => ({ kind: 'report', report: run(text) })),
      );
      await until(() => document.querySelector('.oerr'), 'the end of the run');
      const [head, own] = [$$('.p-output .ph .mark').map((m) => m.className), $$('.oerr .mark').map((m) => m.className)];
      const map = document.querySelector('.railmap') !== null;
      await screen.unmount();
      return { head, own, map };
    };
    expect(await marks('x = list(range(10**9))')).toEqual({ head: [], own: ['mark model'], map: false });
    expect(await marks('print(1)\nmemoryview(b"a")')).toEqual({
      head: ['mark exact'],
      own: ['mark model'],
      map: false,
    });
    expect(await marks('1 / 0')).toEqual({ head: ['mark exact'], own: [], map: false });
  });

  test('turning characters of a program are shown and turn nothing', async () => {
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source: 'print("\u202eadmin")\n' })}`);
    await lab();
    expect($('.code .tx').textContent).toBe('print("\\u202eadmin")');
  });

  test('nor do they in what is said of the run', async () => {
    const source = 'x = "\u202eadmin\\0"\nraise ValueError(x)  # \u202e\n';
    history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source })}`);
    await lab(
      ONE,
      falseClient(async (text) => ({ kind: 'report', report: run(text) })),
    );
    await until(() => document.querySelector('.p-text .stdout'), 'the words');
    expect($('.notice .msg').textContent).toBe('ValueError: \\u202eadmin\\x00');
    press('End');
    await until(() => $('.plainvars dd').textContent === 'str \\u202eadmin\\x00', 'the value');
    expect(['\u202e', '\0'].filter((c) => document.body.textContent.includes(c))).toEqual([]);
  });
});

describe('finding', () => {
  test('the list opens ready to type, with each group once', async () => {
    await lab();
    $('.prog').click();
    const input = await until(() => document.querySelector<HTMLInputElement>('dialog input[type=search]'), 'the list');
    await until(() => document.activeElement === input, 'the focus');
    const heads = $$('dialog h3').map((h) => h.textContent);
    expect(new Set(heads).size).toBe(heads.length);
  });

  test('example programs are found by typing', async () => {
    await lab();
    $('.prog').click();
    const input = await until(() => document.querySelector<HTMLInputElement>('dialog input[type=search]'), 'the list');
    await page.elementLocator(input).fill('mesh 2d');
    await until(() => $$('dialog li').length === 1, 'one program');
    $('dialog li button').click();
    await until(() => $('.shell').dataset.program === 'shard_mesh_2d', 'the program');
    expect(document.activeElement).toBe($('.prog'));
    await until(() => $$('.dev').length === 4, 'four devices');
  });

  test('words are found in spite of a mistake, and those that no program has are let go', async () => {
    await lab();
    $('.prog').click();
    const input = await until(() => document.querySelector<HTMLInputElement>('dialog input[type=search]'), 'the list');
    const found = async (typed: string) => {
      await page.elementLocator(input).fill(typed);
      return $$('dialog li').map((row) => row.textContent);
    };
    await until(async () => (await found('how do ranks hnag')).length === 1, 'one program');
    expect(await found('how do ranks hnag')).toEqual([expect.stringContaining('shard_hang')]);
    expect(await found('zzzz')).toEqual(['No program of that name.']);
    // One Escape closes the list, with something typed too.
    await userEvent.keyboard('{Escape}');
    await until(() => !document.querySelector('dialog'), 'the end of the list');
  });

  test('? lists the keys', async () => {
    await lab();
    press('?');
    await until(() => document.querySelector('dialog[open] .keys'), 'the keys');
  });
});

test.each(['en', 'he'] as const)('no tab is covered by what stands beside it, at any width: %s', async (lang) => {
  const client = falseClient(async () => ({ kind: 'stopped', by: 'budget', seconds: 10, line: 1 }));
  await show(<Lab lang={lang} examples={fixtures} first="shard_mesh_2d" makeClient={client.make} />);
  await until(() => document.querySelector('.tn.shell .p-code .ln'), 'the code');
  await until(() => !document.querySelector('.waiting'), 'all panes');
  press('Enter', document.body, { ctrlKey: true });
  await until(() => document.querySelector('.notice[role=alert]'), 'the stop');
  const covered: string[] = [];
  for (const width of [860, 1000, 1181, 1240, 1300, 1366, 1440, 1920]) {
    await page.viewport(width, 800);
    const tabs = () => $$('.panestack [role=tab]');
    // How many panes are tabs follows the width, a frame after it.
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let n = -1; n !== tabs().length; await frame(), await frame()) n = tabs().length;
    for (const k of tabs().keys()) {
      tabs()[k]!.click();
      await until(() => tabs()[k]!.getAttribute('aria-selected') === 'true', 'the tab');
      for (const tab of tabs()) {
        const { left, width: w, top, height } = tab.getBoundingClientRect();
        const over = [0.05, 0.5, 0.95].map((x) => document.elementFromPoint(left + w * x, top + height / 2)).find((el) => el !== tab);
        if (over) covered.push(`${width}: ${tab.textContent} by ${over.className}`);
      }
    }
  }
  expect(covered).toEqual([]);
});

test('on a low screen the output keeps its lines', async () => {
  await page.viewport(500, 400);
  await lab('eager_sync_points');
  const row = $('.printed').getBoundingClientRect();
  const room = $('.p-output').getBoundingClientRect();
  expect(room.height).toBeGreaterThan(50);
  expect(row.bottom).toBeLessThanOrEqual(room.bottom);
  expect($('.stack').scrollHeight).toBeGreaterThan($('.stack').clientHeight);
});

test('on a phone the cells of a tensor stand beside each other, none over another', async () => {
  await page.viewport(360, 740);
  history.replaceState(null, '', `#lab=${encodeState({ ...DEFAULT_STATE, source: 'import torch\nx = torch.linspace(-1, 1, 12)\n' })}`);
  await lab(
    ONE,
    falseClient(async (text) => ({ kind: 'report', report: run(text) })),
  );
  $$('.ptabs [role=tab]')
    .find((x) => x.textContent === 'Values')!
    .click();
  const cells = await until(() => {
    const all = $$('.heat i');
    return all.length >= 12 ? all.slice(0, 12) : null;
  }, 'the cells');
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  boxes.slice(1).forEach((box, k) => expect(box.left).toBeGreaterThanOrEqual(boxes[k]!.right));
  cells.forEach((cell) => expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth));
  await page.viewport(1280, 800);
});

test('on a phone the panes are tabs', async () => {
  await page.viewport(390, 844);
  await lab();
  expect($$('.ptabs [role=tab]').map((x) => x.textContent)).toEqual(['Code', 'Values', 'Timeline', 'Partitions', 'Graphs', 'Dispatch', 'Mesh', 'Text']);
  $$('.ptabs [role=tab]')
    .find((x) => x.textContent === 'Graphs')!
    .click();
  await until(() => document.querySelector('.p-graphs'), 'graphs');
  expect(document.querySelector('.p-code')).toBeNull();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('at any width what takes the focus is seen, and each step is said', async () => {
  await lab();
  for (const width of [360, 820, 1180, 1280, 1440]) {
    await page.viewport(width, 844);
    await until(() => innerWidth === width && document.querySelector('.steps'), `${width} px`);
    const stops = $$('.topbar :is(a, button, select, summary), .transport :is(button, input)').filter((e) => e.checkVisibility() && e.tabIndex >= 0);
    const unseen = stops.filter((e) => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) < 16 && !e.closest('.poplist'));
    expect(unseen.map((e) => e.textContent || e.ariaLabel)).toEqual([]);
    const cut = $$('.ph .key > *').filter((word) => {
      const [box, room] = [word.getBoundingClientRect(), word.parentElement!.getBoundingClientRect()];
      return box.width > 0 && box.top < room.bottom - 1 && (box.left < room.left - 1 || box.right > room.right + 1);
    });
    expect(cut.map((word) => word.textContent)).toEqual([]);
    expect($('.steps').checkVisibility(), 'said by a live region that is there').toBe(true);
    expect($('.steps').getAttribute('aria-live')).toBe('polite');
  }
});

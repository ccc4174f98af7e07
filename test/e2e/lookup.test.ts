/** Looking things up in a real browser: a pasted log, a dump of the environment, the operator table, one's own table. */
import type { Browser } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { close, launch, open, visit } from '../support/page.ts';

const baseURL = inject('baseURL');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

test('a log is explained, best first, with its lines, and without the network', async () => {
  const { page, wrong } = await open(browser, baseURL);
  const started = page.waitForEvent('worker'); // before anything is asked, when the page is idle
  await page.goto('/errors/');
  await started;
  await page.locator('#log').fill('NCC_EVRF029');
  await page.locator('[data-answers] li').first().waitFor(); // so all of it has come
  await page.context().setOffline(true);
  await page.locator('#log').fill('step 1\nNeuron backend NEFF execution setup failed with unexpected error: [NCC_EVRF013] TopK\nNCC_EVRF098');
  const hits = page.locator('[data-answers] > ol > li');
  await hits.first().waitFor();
  await expect.poll(() => hits.first().locator('.name').innerText()).toContain('NCC_EVRF013');
  await expect.poll(() => hits.first().locator('.found .no').innerText()).toBe('2');
  await expect.poll(() => hits.first().locator('mark').innerText()).toBe('NCC_EVRF013');
  await expect.poll(() => hits.last().innerText()).toMatch(/NCC_EVRF098 on line 3 is not in the catalogue\. Nearest: NCC_EVRF/);
  await page.context().setOffline(false);
  await hits.first().locator('.name').click();
  await page.waitForURL(/\/errors\/NCC_EVRF013\/$/);
  // A weight of the font that the answer is the first to use could not be fetched; the text is there.
  expect(wrong.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await page.context().close();
});

test('a result says what to do; a text that is no error leads on, carried along', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/errors/');
  await page.locator('#log').fill('[F137] neuronx-cc was forcibly killed');
  await expect.poll(() => page.locator('[data-answers] .cure').first().innerText()).toMatch(/Compile on one rank first/);
  await page.locator('#log').fill('calls aten::sinc here');
  await expect.poll(() => page.locator('[data-answers] .next a').getAttribute('href')).toMatch(/operators\/#q=sinc$/);
  await page.locator('#log').fill('NEURON_RT_EXEC_TIMEOUT=60\nHOME=/root');
  await page.locator('[data-answers] .next a', { hasText: '1 variable' }).click();
  await page.waitForURL(/\/reference\/variables\/$/);
  await expect.poll(() => page.locator('[data-variables] [data-answers] li').count()).toBe(1);
  expect(wrong).toEqual([]);
  await close(page);
});

test('five megabytes leave the page alive', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/errors/');
  const line = 'step loss 2.3411 lr 3.0e-4 tokens/s 118233 and so on, as logs do\n';
  const buffer = Buffer.from(`${line.repeat(78_000)}[NCC_EOOM001]\n`);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
  };
  const before = await busy();
  await page.locator('[data-paste] [data-file]').setInputFiles({ name: 'train.log', mimeType: 'text/plain', buffer });
  await page.locator('[data-answers] li').first().waitFor();
  await expect.poll(() => page.locator('[data-state]').innerText()).toMatch(/78,00\d lines read\. 1 entry fits\./);
  // Seconds of the page's own thread, other load not counted: the search is not among them.
  expect((await busy()) - before).toBeLessThan(0.5);
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('the home page’s field leads to the answer', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await page.goto('/');
  await page.locator('#look').fill('NCC_EVRF029');
  await page.locator('#look').press('Enter');
  await page.locator('[data-answers] li').first().waitFor();
  await expect.poll(() => page.locator('[data-answers] li').first().innerText()).toContain('NCC_EVRF029');
  expect(wrong).toEqual([]);
  await close(page);
});

test('an error’s page is whole without a script', async () => {
  const { page } = await open(browser, baseURL, { javaScriptEnabled: false });
  await page.goto('/errors/GB0170/');
  await expect.poll(() => page.locator('h1').innerText()).toBe('Data-dependent branching');
  await expect.poll(() => page.locator('.strip .gr').count()).toBeGreaterThan(1);
  await expect.poll(() => page.locator('#cures ~ ul li').count()).toBeGreaterThan(1);
  await expect.poll(() => page.locator('#source + p a').getAttribute('href')).toContain('gb0170');
  await page.context().close();
});

test('an environment is explained, and the list is filtered in the address', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await page.goto('/reference/variables/');
  await page.locator('#dump').fill('export XLA_USE_BF16=1\nSECRET=hush\nNEURON_RT_EXEC_TIMEOUT=60');
  const rows = page.locator('[data-variables] [data-answers] li');
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => rows.first().innerText()).toMatch(/XLA_USE_BF16 = 1 does nothing here/);
  await expect.poll(() => page.locator('[data-variables]').innerText()).not.toContain('hush');
  await page.locator('[data-word]').fill('cache');
  await expect.poll(() => page.url()).toMatch(/#q=cache$/);
  const shown = await page.locator('[data-variable]:visible').count();
  expect(shown).toBeGreaterThan(3);
  await page.reload();
  await expect.poll(() => page.locator('[data-variable]:visible').count()).toBe(shown);
  expect(wrong).toEqual([]);
  await close(page);
});

test('operators: few rows are laid out, keys move, the address holds the state', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/reference/operators/');
  const options = page.locator('[data-rows] [role=option]');
  await options.first().waitFor();
  await expect.poll(() => options.count()).toBeLessThan(60);
  await page.locator('[name=word]').fill('sort');
  await expect.poll(() => page.locator('[data-detail] h2').innerText()).toBe('aten::sort');
  await expect.poll(() => page.locator('.oanswer').innerText()).toMatch(/^sort: in eager mode it goes to the host.*NCC_EVRF029/);
  await page.locator('[data-rows]').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.locator('[data-detail] h2').innerText()).toBe('aten::sort.stable');
  await expect.poll(() => page.url()).toContain('op=aten::sort.stable');
  await page.goto('/reference/operators/#aten::relu');
  await expect.poll(() => page.locator('[data-detail] h2').innerText()).toBe('aten::relu');
  await page.locator('[name=path]').selectOption('host');
  await expect.poll(() => page.locator('[data-operators] [data-state]').innerText()).toMatch(/^\d+ of 1,\d+ operators$/);
  expect(wrong).toEqual([]);
  await close(page);
});

test('the reader’s own table is laid over, kept and removed', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/reference/operators/#aten::mul.Tensor');
  await page.locator('[data-own-file]').setInputFiles('test/unit/site/own-operators.json');
  await expect.poll(() => page.locator('[data-own-state]').innerText()).toMatch(/^In use: 3,\d+ operators of torch 2\.13/);
  await expect.poll(() => page.locator('[data-detail]').innerText()).toMatch(/Your machine\s*host/);
  await page.reload();
  await expect.poll(() => page.locator('[data-detail]').innerText()).toMatch(/Your machine\s*host/);
  await page.locator('[data-own-remove]').click();
  await expect.poll(() => page.locator('[data-detail]').innerText()).not.toContain('Your machine');
  expect(await page.evaluate(() => localStorage.getItem('atlas-own-operators'))).toBeNull();
  expect(wrong).toEqual([]);
  await close(page);
});

test('a file that is no such table is refused with its reason, and changes nothing', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/reference/operators/');
  const state = page.locator('[data-own-state]');
  const file = page.locator('[data-own-file]');
  const give = (text: string | Buffer) => file.setInputFiles({ name: 'operators.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const table = (ops: object, more: object = {}) => JSON.stringify({ atlas: 'operators', version: 1, torch: '2.13.0', torch_neuronx: '2.13.3', ops, ...more });
  for (const [text, says] of [
    ['{"half": ', /not JSON/],
    ['{"openapi": "3.1.0", "paths": {}}', /not made by the script/],
    [table({ '<img src=x onerror=alert(1)>': 'kernel' }), /"<img src=x onerror=alert\(1\)>" is not an operator/],
    [table({ 'aten::mm': 'magic' }), /"aten::mm" is not an operator with a state/],
    [Buffer.alloc(4_200_000, '{'), /larger than any such table/],
    [Buffer.from([0, 255, 254, 0, 123]), /not JSON/],
  ] as const) {
    await give(text as string);
    await expect.poll(() => state.innerText()).toMatch(says);
    expect(await page.locator('[data-own-remove]').isHidden()).toBe(true);
    expect(await page.evaluate(() => localStorage.getItem('atlas-own-operators'))).toBeNull();
  }
  // Names of versions are shown as text, whatever is in them.
  await give(table({ 'aten::mul.Tensor': 'host' }, { torch: '<b onclick=alert(1)>2</b>' }));
  await expect.poll(() => state.innerText()).toContain('torch <b onclick=alert(1)>2</b>,');
  expect(await state.locator('*').count()).toBe(0);
  expect(wrong).toEqual([]);
  await close(page);
});

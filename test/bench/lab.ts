/**
 * `npm run bench:lab [-- DIST]`: what the lab costs the page's main thread, measured in Chromium against the built site, beside the
 * bars of design 8: a step forward or back under 16 ms at 10,000 operators, the first step shown under 100 ms after
 * hydration.
 *
 * Of a long report that arrives: the longest that the page answers nobody, by the clock.
 *
 * Other milliseconds are processor time of the main thread (script, style, layout), so that a busy machine does not count;
 * the median and the slowest of the steps. Never part of a test. A pane is measured with its tab open.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { DEFAULT_STATE, encodeState } from '../../src/lab/state/address.ts';
import { flagsOf } from '../../src/tools/flags.ts';
import { measuredArgs } from '../support/chromium.mjs';
import { launch, open } from '../support/page.ts';
import { serve } from '../support/server.ts';

const OPERATORS = 10_000;
const STEPS = 24;
const LONG = 150_000;
const BARS = { step: 16, first: 100, task: 200 };

const program = (operators: number) => `import torch
device = torch.accelerator.current_accelerator() or torch.device("cpu")
x = torch.ones(4, 4, device=device)
w = torch.full((4, 4), 0.25, device=device)
for i in range(${operators / 4}):
    y = x @ w
    z = torch.relu(y)
    s = z + 1.0
    x = s * 0.5
print(x.shape)
`;

const dist = path.resolve(flagsOf(import.meta.filename, {}, true).names[0] ?? path.join(import.meta.dirname, '../../dist'));
if (!existsSync(dist)) {
  console.error('[bench:lab] there is no dist/: npm run build makes it');
  process.exit(1);
}
const site = await serve(dist, '', { gzip: true });
const browser = await launch(measuredArgs);
const rows: { what: string; median: number; most: number; bar: number }[] = [];
const add = (what: string, times: number[], bar: number): void => {
  const sorted = times.toSorted((a, b) => a - b);
  rows.push({ what, median: sorted[sorted.length >> 1] ?? 0, most: sorted[sorted.length - 1] ?? 0, bar });
};

/** Seconds of processor time that tasks of the main thread have taken so far. */
async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((m) => m.name === 'TaskDuration')?.value ?? 0;
}

/** Milliseconds of the main thread for `act` and the frame after it, less what an idle frame takes. */
async function spent(page: Page, cdp: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const before = await busy(cdp);
  await act();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));
  return ((await busy(cdp)) - before) * 1000;
}

/** A run of 10,000 operators in the lab: steps from its middle, once for each pane that has a tab; the others stand beside it. */
async function lab(): Promise<void> {
  const { page } = await open(browser, site.url);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const state = { ...DEFAULT_STATE, source: program(OPERATORS), step: OPERATORS / 2 };
  await page.goto(`/lab/#lab=${encodeState(state)}`);
  await page.waitForSelector('.tn.shell[data-status=idle] .transport', { timeout: 300_000 });
  const tabs = await page.$$eval('.panestack [role=tab]', (all) => all.map((t) => t.textContent ?? ''));
  const idle = Math.min(...(await series(4, () => spent(page, cdp, async () => {}))));
  const down = (key: string): Promise<boolean> =>
    page.evaluate((k) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: k, bubbles: true, cancelable: true })), key);
  const press = (key: string): Promise<number[]> => series(STEPS, async () => (await spent(page, cdp, () => down(key))) - idle);
  for (const tab of tabs.length ? tabs : ['']) {
    if (tab) await page.locator('[role=tab]', { hasText: tab }).first().click();
    await page.waitForTimeout(400);
    add(`${OPERATORS} operators, ${tab || 'all panes'}: step forward`, await press('ArrowRight'), BARS.step);
    add(`${OPERATORS} operators, ${tab || 'all panes'}: step back`, await press('ArrowLeft'), BARS.step);
  }
  await page.context().close();
}

async function series(n: number, f: () => Promise<number>): Promise<number[]> {
  const out: number[] = [];
  for (let i = 0; i < n; i++) out.push(await f());
  return out.slice(out.length > 8 ? 4 : 0); // the first ones warm up
}

/** A page that says when the lab's transport stands and two frames were drawn after it: asking it would cost it time. */
async function watched(): Promise<{ page: Page; cdp: CDPSession; first: Promise<void> }> {
  const { page } = await open(browser, site.url);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  let done = (): void => {};
  const first = new Promise<void>((resolve) => {
    done = resolve;
  });
  await page.exposeBinding('labStands', () => done());
  await page.addInitScript(() => {
    const told = globalThis as unknown as { labStands: () => void };
    new MutationObserver((_, seen) => {
      if (!document.querySelector('.tn .transport')) return;
      seen.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => told.labStands()));
    }).observe(document, { childList: true, subtree: true });
  });
  return { page, cdp, first };
}

/** An article's run: from the click that brings it to life until its first step stands there. The pointer came near before. */
async function article(url: string): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { page, cdp, first } = await watched();
    await page.goto(url);
    await page.locator('atlas-run').first().dispatchEvent('pointerenter');
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => setTimeout(() => document.querySelector<HTMLElement>('atlas-run [data-step]')?.click(), 500));
    const before = await busy(cdp);
    await first;
    times.push(((await busy(cdp)) - before) * 1000);
    await page.context().close();
  }
  add(`${url}: first step after the click`, times, BARS.first);
}

/** The lab on an example: all its scripts wait until the page stands, then everything up to the first step counts. */
async function opening(url: string): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { page, cdp, first } = await watched();
    let release = (): void => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForTimeout(1500);
    const before = await busy(cdp);
    release();
    await first;
    times.push(((await busy(cdp)) - before) * 1000);
    await page.context().close();
  }
  add(`${url}: scripts, hydration, first step`, times, BARS.first);
}

/** A long report: how long its page stands still while it arrives and is drawn. */
async function arrival(): Promise<void> {
  const { page } = await open(browser, site.url);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => {
    const kept = globalThis as unknown as { longest: number };
    kept.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) kept.longest = Math.max(kept.longest, duration);
    }).observe({ type: 'longtask' });
  });
  await page.goto(`/lab/#lab=${encodeState({ ...DEFAULT_STATE, source: program(LONG) })}`);
  await page.waitForSelector('.tn.shell[data-status=idle] .transport', { timeout: 300_000 });
  await page.waitForTimeout(1000);
  add(`${LONG} operators: longest task of the arrival`, [await page.evaluate(() => (globalThis as unknown as { longest: number }).longest)], BARS.task);
  await page.context().close();
}

await lab();
await arrival();
await article('/learn/first-tensor/');
await opening('/lab/');
await browser.close();
await site.stop();
const width = Math.max(...rows.map((r) => r.what.length));
console.log(`${'what'.padEnd(width)}  median ms  slowest ms   bar`);
for (const r of rows)
  console.log(
    `${r.what.padEnd(width)}  ${r.median.toFixed(1).padStart(9)}  ${r.most.toFixed(1).padStart(10)}  ${String(r.bar).padStart(4)}${r.median > r.bar ? '  ✗' : ''}`,
  );

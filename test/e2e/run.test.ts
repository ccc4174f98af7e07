/** A run in an article: the figure of the build, then the lab in its place, with one report and one address a step. */
import type { Browser } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { decodeState } from '../../src/lab/state/address.ts';
import { close, launch, open, visit } from '../support/page.ts';
import { serve } from '../support/server.ts';

const baseURL = inject('baseURL');
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

test('a prediction opens the run, and nothing shows its answer before', async () => {
  const { page } = await open(browser, baseURL);
  await page.goto('/learn/graph-break/');
  const run = page.locator('#first-call');
  await expect.poll(() => run.locator('figure').isVisible()).toBe(false);
  await expect.poll(() => page.locator('.ask .gt').first().innerText()).toBe('');
  await page.locator('.ask label.opt').nth(1).click();
  await run.locator('figure').waitFor();
  await expect.poll(() => page.locator('.ask .why').nth(1).isVisible()).toBe(true);
  await expect.poll(() => page.locator('.ask .why').nth(0).isVisible()).toBe(false);
  await expect.poll(() => page.locator('.ask [role=status]').textContent()).toMatch(/not what the run shows\. .+/);
  await close(page);
});

test('an answer is kept over a reload, with the run that it opened, until it is cleared', async () => {
  const { page } = await open(browser, baseURL);
  await page.goto('/learn/graph-break/');
  const option = page.locator('.ask label.opt').nth(1);
  await option.click();
  await page.locator('.ask .kept').waitFor();
  await page.reload();
  await page.locator('#first-call figure').waitFor();
  expect(await option.locator('input').isChecked()).toBe(true);
  await page.locator('.ask .kept button').click();
  await expect.poll(() => page.locator('#first-call figure').isVisible()).toBe(false);
  await page.reload();
  expect(await page.locator('.opts input:checked').count()).toBe(0);
  await close(page);
});

test('an answered question leads to its run in the lab, and an open one does not', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await page.goto('/learn/four-cores/');
  const quiz = page.locator('.quiz').first();
  const way = quiz.locator('a[href*="#lab="]');
  expect(await way.isVisible()).toBe(false);
  await quiz.locator('label.opt').first().click();
  await way.waitFor();
  const state = decodeState(new URL((await way.getAttribute('href')) ?? '', page.url()).hash.slice(5));
  expect(state.ok && [state.state.program?.slice(0, 6), state.state.options.worldSize]).toEqual(['shard_', 4]);
  expect(await page.locator('.ask a[href*="#lab="]').count()).toBe(0);
  expect(wrong).toEqual([]);
  await close(page);
});

test('without a script the run is in a closed fold, readable when opened', async () => {
  const { page } = await open(browser, baseURL, { javaScriptEnabled: false });
  await page.goto('/learn/graph-break/');
  const run = page.locator('#first-call');
  await expect.poll(() => run.locator('figure').isVisible()).toBe(false);
  await run.locator('summary').first().click();
  await expect.poll(() => run.locator('.strip .gr').count()).toBe(2);
  await expect.poll(() => run.locator('.out').first().innerText()).toContain('15.0');
  await page.context().close();
});

test('the lab takes the figure’s place when reached, and not before', async () => {
  const { page, wrong } = await open(browser, baseURL);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit(page, '/learn/first-tensor/');
  expect(asked.filter((url) => /\/reports\/|mount[^/]*\.js/.test(url))).toHaveLength(0);
  await page.locator('#chatty [data-step]').click();
  const figure = page.locator('#chatty .runfig');
  await figure.waitFor();
  expect(asked.filter((url) => url.includes('/reports/'))).toHaveLength(1);
  await expect.poll(() => figure.locator('[data-line]').count()).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
  await close(page);
});

test('nothing moves while a page arrives and comes alive', { timeout: 120_000 }, async () => {
  // In pieces: what is painted before the rest has come must not move for it, as the columns of a table do.
  const slow = await serve(inject('dist'), '', { pieces: true });
  const addresses = ['/', '/learn/first-tensor/', '/he/learn/first-tensor/', '/limits/new-shape/', '/errors/', '/lab/'];
  addresses.push('/errors/GB0170/', ...['glossary', 'variables', 'operators', 'sources', 'formats'].map((name) => `/reference/${name}/`));
  const moved: string[] = [];
  const look = async () => {
    const { page } = await open(browser, slow.url);
    // Letters of a font that comes late may nudge a line; how much is Lighthouse's to judge. Here: the layout itself.
    await page.route('**/*.woff2', (route) => route.abort());
    await page.addInitScript(() => {
      const seen = window as unknown as { shifts: number };
      seen.shifts = 0;
      new PerformanceObserver((list) => {
        // A shift right after a key or a click is meant; `hadRecentInput` tells.
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) seen.shifts += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (let address = addresses.shift(); address; address = addresses.shift()) {
      await visit(page, address);
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
      if (!(shifts < 0.001)) moved.push(`${address}: ${shifts}`);
    }
    await page.context().close();
  };
  // A page in pieces is mostly a wait for the next.
  await Promise.all([look(), look(), look()]);
  expect(moved).toEqual([]);
  await slow.stop();
});

test.each([390, 768, 1280])('a run of an article is as high as what it holds (%i pixels wide)', async (width) => {
  const { page } = await open(browser, baseURL, { viewport: { width, height: 844 } });
  await page.goto('/learn/first-tensor/#chatty~s3');
  const stage = page.locator('#chatty .runstage');
  await stage.waitFor();
  await expect.poll(() => page.locator('#chatty .waiting').count()).toBe(0);
  expect(await stage.evaluate((e) => e.scrollHeight - e.clientHeight)).toBe(0);
  await close(page);
});

test('an address that names a step opens the run there', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await page.goto('/learn/first-tensor/#chatty~s3');
  const figure = page.locator('#chatty .runfig');
  await figure.waitFor();
  await expect.poll(() => figure.locator('.transport').innerText()).toMatch(/\b3\b/);
  expect(wrong).toEqual([]);
  await close(page);
});

test('the home page’s figure steps by key and by button', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await page.goto('/');
  const step = page.locator('[data-out=step]');
  const at = Number(await step.textContent());
  await page.locator('[data-go=next]').click();
  expect(Number(await step.textContent())).toBe(at + 1);
  await page.keyboard.press('ArrowLeft');
  expect(Number(await step.textContent())).toBe(at);
  await expect.poll(() => page.locator('.home .lit').count()).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
  await close(page);
});

test('the lab opens an example, and a broken address ends in a message', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/lab/');
  await page.locator('.tn .transport').first().waitFor();
  await page.goto('/lab/#lab=v1.@@@@');
  await page.reload();
  await page.locator('.tn .notice').first().waitFor();
  expect(wrong).toEqual([]);
  await close(page);
});

test.each([412, 1000, 1280])('the lab takes over what the page served for it, and is what it would be without (%i pixels wide)', async (width) => {
  const labAt = async (served: boolean) => {
    const { page } = await open(browser, baseURL, { viewport: { width, height: 823 } });
    let release = (): void => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/lab/', { waitUntil: 'commit' });
    await page.locator('[data-lab] .still .foot2').waitFor({ state: 'attached' });
    await page.evaluate((keep) => {
      const lines = [...document.querySelectorAll('.still .ln')];
      // In a box of its own the lab has nothing to take over.
      const box = document.createElement('article');
      const still = document.querySelector('.still');
      if (!keep && still) {
        still.replaceWith(box);
        box.append(still);
      }
      Object.assign(globalThis, { lines });
    }, served);
    release();
    await page.locator('.tn .transport').waitFor();
    await expect.poll(() => page.locator('.waiting').count()).toBe(0);
    const found = await page.evaluate(() => ({
      kept: (globalThis as unknown as { lines: Element[] }).lines.filter((line) => line.isConnected).length,
      lines: document.querySelectorAll('.p-code .ln').length,
      // Attributes stand in the order in which they were set: none of a reader's concern.
      tree: [...document.querySelectorAll('.tn.shell, .tn.shell *')].map(
        (e) =>
          `${e.localName} ${[...e.attributes]
            .map((a) => `${a.name}=${a.value}`)
            .sort()
            .join(' ')} ${e.children.length ? '' : e.textContent}`,
      ),
    }));
    await close(page);
    return found;
  };
  const [served, alone] = [await labAt(true), await labAt(false)];
  // React names what it takes over otherwise than what it makes: names are compared by their order.
  const named = (tree: string[]) => {
    const names: string[] = [];
    return tree.map((row) => row.replace(/\b_[rR]_\w+?_(?=\W|$)/g, (name) => `id${names.includes(name) ? names.indexOf(name) : names.push(name) - 1}`));
  };
  expect(named(served.tree)).toEqual(named(alone.tree));
  expect(served.kept).toBe(served.lines);
  expect(alone.kept).toBe(0);
});

test('stepping by keys goes on where the button was pressed', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/learn/first-tensor/');
  await page.locator('#chatty [data-step]').focus();
  await page.keyboard.press('Enter');
  const transport = page.locator('#chatty .transport');
  await transport.waitFor();
  await expect.poll(() => transport.evaluate((el) => el.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => transport.innerText()).toContain('step 2 of');
  expect(wrong).toEqual([]);
  await close(page);
});

test('offline after loading, a program can still be edited', async () => {
  // A window of its own: one that another test has left may have the engine already.
  const { page } = await open(browser, baseURL, { offline: false });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await visit(page, '/lab/');
  await page.locator('.tn .transport').first().waitFor();
  await page.context().setOffline(true);
  await page.keyboard.press('e');
  const field = page.locator('.plainedit');
  await field.waitFor();
  await field.fill('print(1)\n');
  await page.keyboard.press('Control+Enter');
  await page.locator('.notice[role=alert]').waitFor();
  await expect.poll(() => field.inputValue()).toBe('print(1)\n');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a reload right after typing keeps what was typed, though the address is behind', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/lab/');
  await page.locator('.tn .transport').first().waitFor();
  await page.keyboard.press('e');
  const editor = page.locator('.cm-content');
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('print(1)\n');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => page.url()).toContain('#lab=');
  await expect.poll(() => page.locator('.tn.shell').getAttribute('data-status'), { timeout: 20_000 }).toBe('idle');
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('kept = 2');
  await page.reload();
  await expect.poll(() => page.locator('.tn').innerText(), { timeout: 20_000 }).toContain('kept = 2');
  expect(wrong).toEqual([]);
  await close(page);
});

test('a browser that forbids storage still runs programs', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await visit(page, '/lab/');
  await page.locator('.tn .transport').first().waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => page.locator('.tn.shell').getAttribute('data-status'), { timeout: 20_000 }).toBe('idle');
  await visit(page, '/learn/first-tensor/');
  expect(wrong).toEqual([]);
  await page.context().close();
});

test('a way into the lab leads to the run that the page shows', async () => {
  const { page } = await open(browser, baseURL);
  const states = async (path: string) => {
    await page.goto(path);
    const found = await page.locator('main a[href*="#lab="]').evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).hash.slice(5)));
    return found.map((encoded) => {
      const decoded = decodeState(encoded);
      if (!decoded.ok) throw new Error(`${path}: ${decoded.why}`);
      return decoded.state;
    });
  };
  const programs = await states('/reference/programs/');
  const sharded = programs.filter((state) => state.program?.startsWith('shard_'));
  expect(sharded.length).toBeGreaterThan(10);
  expect(sharded.filter((state) => state.options.worldSize < 2).map((state) => state.program)).toEqual([]);
  // The home page's times are those of graphs compiled before.
  expect((await states('/')).map((state) => state.options.graphCache)).toEqual(['warm']);
  await close(page);
});

test('Back and Forward open the programs that they lead to, by the list and by links', async () => {
  const { page, wrong } = await open(browser, baseURL);
  await visit(page, '/lab/');
  /** The program that is shown, its name in the bar, and what the address holds. */
  const shown = async (id: string) => {
    await page.locator(`.tn.shell[data-program="${id}"]`).waitFor();
    const state = decodeState(new URL(page.url()).hash.slice(5));
    expect([await page.locator('.prog').innerText(), state.ok && state.state.program]).toEqual([`${id}.py`, id]);
  };
  await expect.poll(() => page.url()).toContain('#lab=');
  await shown('compile_home');
  await page.locator('.prog').click();
  await page.locator('dialog input[type=search]').fill('eager_hello');
  await page.keyboard.press('Enter');
  await shown('eager_hello');
  await page.goBack();
  await shown('compile_home');
  await page.goForward();
  await shown('eager_hello');
  // By a link, from an entry that has been gone back to and written anew.
  await page.goBack();
  await shown('compile_home');
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('a'), { href: '#program=eager_sync_points', id: 'link' })));
  await page.locator('#link').evaluate((link) => (link as HTMLElement).click());
  await shown('eager_sync_points');
  await page.goBack();
  await shown('compile_home');
  // Without waiting for the one before to be opened: what was asked for last is what is shown.
  await page.evaluate(async () => {
    for (const way of ['forward', 'back', 'forward'] as const)
      await new Promise<void>((there) => {
        addEventListener('popstate', () => there(), { once: true });
        history[way]();
      });
  });
  await page.waitForLoadState('networkidle');
  await shown('eager_sync_points');
  expect(wrong).toEqual([]);
  await close(page);
});

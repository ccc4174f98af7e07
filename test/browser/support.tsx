/** What the component tests share: programs and their runs, the site's styles, a lab in the page, axe, and a client without an engine. */
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { beforeEach } from 'vitest';
import { run } from '../../src/engine/index.ts';
import type { RunOptions, RunReport } from '../../src/engine/report/types.ts';
import '../../src/styles/tokens.css';
import '../../src/styles/base.css';
import '../../src/styles/parts.css';
import '../../src/styles/figure.css';
import '../../src/lab/lab.css';
import '../../src/lab/whole.ts';
import type { Example } from '../../src/lab/state/opening.ts';
import type { EngineClient } from '../../src/lab/worker/client.ts';
import type { Outcome } from '../../src/lab/worker/protocol.ts';

const sources = import.meta.glob<string>(['../../content/programs/{compile_lesson_branch,shard_mesh_2d,shard_hang,eager_sync_points}.py'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Real programs, run by the real engine in this very page. */
export const fixtures: Example[] = Object.entries(sources).map(([file, source]) => {
  const id = file.replace(/.*\/|\.py$/g, '');
  const report = run(source, { filename: `${id}.py` });
  return { id, title: id.replaceAll('_', ' '), group: 'Programs', source, report, options: report.options };
});

export const fixture = (id: string): Example & { report: RunReport; source: string } => {
  const found = fixtures.find((f) => f.id === id);
  if (!found?.report || found.source === undefined) throw new Error(`no fixture ${id}`);
  return { ...found, report: found.report, source: found.source };
};

/** A client that answers as told and notes what it was asked. */
export function falseClient(answer: (source: string) => Promise<Outcome>): {
  make: () => EngineClient;
  asked: string[];
  options: RunOptions[];
  names: string[];
  stopped: () => number;
} {
  const asked: string[] = [];
  const options: RunOptions[] = [];
  const names: string[] = [];
  let stopped = 0;
  const client = {
    warm() {},
    run(source: string, with_: RunOptions, name: string) {
      asked.push(source);
      options.push(with_);
      names.push(name);
      return answer(source);
    },
    stop() {
      stopped++;
    },
    dispose() {},
  };
  return { make: () => client as unknown as EngineClient, asked, options, names, stopped: () => stopped };
}

export const never = (): Promise<Outcome> => new Promise(() => {});

export function theme(name: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = name;
  document.documentElement.lang = 'en';
  document.title = 'Lab';
}

const drawn = new Map<HTMLElement, Root>();
const clear = async (host: HTMLElement): Promise<void> => {
  flushSync(() => drawn.get(host)?.unmount());
  host.remove();
  drawn.delete(host);
};
beforeEach(async () => {
  for (const host of drawn.keys()) await clear(host);
});

/** Puts something into the page; it is taken away before the next test. */
export async function show(ui: ReactNode): Promise<{ unmount: () => Promise<void> }> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  drawn.set(host, root);
  flushSync(() => root.render(ui));
  return { unmount: () => clear(host) };
}

/** All that depends on the theme: what else there is to find, the light one has shown. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Violations as short lines: rule, and the first elements that break it. */
export async function violations(root: Element): Promise<string[]> {
  const dark = document.documentElement.dataset['theme'] === 'dark';
  const { violations: found } = await axe.run(root, { resultTypes: ['violations'], ...(dark ? COLOURS : {}) });
  return found.map(
    (v) =>
      `${v.id}: ${v.nodes
        .slice(0, 3)
        .map((n) => `${n.html.slice(0, 140)} (${n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? ''})`)
        .join(' | ')}`,
  );
}

/** Waits until something is true; a page draws when it will, and late on a busy machine. */
export async function until<T>(f: () => T | null | undefined | false, what: string): Promise<T> {
  for (let k = 0; k < 700; k++) {
    const v = f();
    if (v) return v;
    await new Promise((r) => setTimeout(r, 30));
  }
  throw new Error(`never came: ${what}`);
}

export const $ = <T extends Element = HTMLElement>(selector: string, root: ParentNode = document): T => {
  const el = root.querySelector<T>(selector);
  if (!el) throw new Error(`no ${selector}`);
  return el;
};
export const $$ = <T extends Element = HTMLElement>(selector: string, root: ParentNode = document): T[] => [...root.querySelectorAll<T>(selector)];

export function press(key: string, target: Element = document.body, init: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
}

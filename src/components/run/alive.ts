/**
 * Brings a run to life when the reader reaches for it: by the button, by a line of its code, or by an address that
 * names one of its steps. The lab's component and the report come only then; the static figure stays until they are
 * there, and stays for good where they cannot be had. Its coloured lines are handed on, so nothing is coloured twice.
 */
import type { Mounted } from '../../lab/mount-run.tsx';
import type { RunOptions, RunReport } from '../../engine/report/types.ts';
import { langOf } from '../words.ts';

/** A run drawn and not yet shown. */
interface Ahead {
  host: HTMLElement;
  run: Mounted;
}

const whenIdle = (work: () => void): void => void (globalThis.requestIdleCallback ?? setTimeout)(work);

class AtlasRun extends HTMLElement {
  #started: Promise<void> | null = null;
  #ahead: Promise<Ahead> | null = null;

  connectedCallback(): void {
    const button = this.querySelector<HTMLButtonElement>('[data-step]');
    if (button) {
      button.hidden = false;
      button.addEventListener('click', () => this.#start());
    }
    // Whoever comes near may press: by then the run is drawn, in slices of idle time, and only has to be put in place.
    const near = () => whenIdle(() => void this.#prepare().catch(() => {}));
    this.addEventListener('pointerenter', near, { once: true });
    this.addEventListener('focusin', near, { once: true });
    this.querySelector('.code')?.addEventListener('dblclick', () => this.#start());
    const named = () => {
      if (!location.hash.startsWith(`#${this.dataset['run']}~s`)) return;
      const fold = this.closest('details');
      if (fold) fold.open = true;
      void this.#start().then(() => this.scrollIntoView({ block: 'start' }));
    };
    addEventListener('hashchange', named);
    named();
  }

  #start(): Promise<void> {
    this.#started ??= this.#mount().catch((error: unknown) => {
      this.#started = null; // the next try may succeed: the network may be back
      console.warn('The run could not be made interactive.', error);
    });
    return this.#started;
  }

  /** Fetches what the run needs and draws it outside the page. */
  #prepare(): Promise<Ahead> {
    this.#ahead ??= this.#draw();
    this.#ahead.catch(() => (this.#ahead = null));
    return this.#ahead;
  }

  async #draw(): Promise<Ahead> {
    const { report: url = '', program = '', options = '{}', lang, pane, run: id = program, lab } = this.dataset;
    const [{ mountRun }, { siteOf }, report] = await Promise.all([
      import('../../lab/mount-run.tsx'),
      import('../errors/explain.ts'),
      fetch(url).then((answer) => {
        if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
        return answer.json() as Promise<RunReport>;
      }),
    ]);
    const lines = [...this.querySelectorAll<HTMLElement>('.code .tx')];
    const source = `${lines.map((line) => line.textContent ?? '').join('\n')}\n`;
    const html = lines.map((line) => line.innerHTML);
    const title = this.querySelector('header b')?.textContent ?? undefined;
    const host = document.createElement('div');
    const run = await mountRun(host, {
      id,
      lang: langOf(lang),
      program,
      source,
      options: JSON.parse(options) as RunOptions,
      report,
      title,
      pane,
      labHref: lab,
      site: siteOf((lab ?? '/lab/').replace(/lab\/$/, ''), langOf(lang)),
      html,
    });
    return { host, run };
  }

  async #mount(): Promise<void> {
    this.setAttribute('aria-busy', 'true');
    try {
      const { host, run } = await this.#prepare();
      // No jump while the lab draws: the place keeps the static figure's height.
      host.style.minHeight = `${this.offsetHeight}px`;
      this.replaceChildren(host);
      run.shown();
      // The lab draws when it will: the focus, lost with the button, goes to the transport once that is there.
      const settle = (frames: number) => {
        const next = host.querySelector<HTMLElement>('.transport button, [role=slider]');
        if (!next && frames > 0) return void requestAnimationFrame(() => settle(frames - 1));
        host.style.minHeight = '';
        next?.focus({ preventScroll: true });
      };
      requestAnimationFrame(() => settle(120));
    } finally {
      this.removeAttribute('aria-busy');
    }
  }
}

if (!customElements.get('atlas-run')) customElements.define('atlas-run', AtlasRun);

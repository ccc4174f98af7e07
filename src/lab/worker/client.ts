/**
 * Runs programs in a worker, so that the page stays responsive and any run can be stopped. Wall time is the page's
 * affair: past the budget the worker is ended and a new one started; that is "stopped", not a report (decision 11).
 */
import type { RunOptions } from '../../engine/report/types.ts';
import { loadOwn, overlayOf } from '../state/own-table.ts';
import type { Answer, Outcome, WorkerLike } from './protocol.ts';

export const BUDGET_SECONDS = 10;
export const LONG_SECONDS = 60;

const make = (): WorkerLike => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });

/** What browsers say of an `import()` that found no file: Chromium, Firefox, WebKit. */
const UNFETCHED = /dynamically imported module|importing a module script failed/i;

export class EngineClient {
  #worker: WorkerLike | null = null;
  #id = 0;
  #settle: ((o: Outcome) => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the run stood when it last said so. */
  #line: number | null = null;
  #make: () => WorkerLike;

  constructor(factory: () => WorkerLike = make) {
    this.#make = factory;
  }

  /** Loads the engine ahead of the first run. */
  warm(): void {
    this.#worker ??= this.#make();
  }

  /** Runs a program; a run under way is stopped first. `started`: the engine is there and has begun. */
  run(source: string, options: RunOptions, name: string, seconds = BUDGET_SECONDS, started = () => {}): Promise<Outcome> {
    this.#stop('reader', 0);
    this.warm();
    const worker = this.#worker!;
    const own = loadOwn();
    const id = ++this.#id;
    this.#line = null;
    return new Promise((resolve) => {
      this.#settle = resolve;
      // The clock starts when the engine has the program, not while it is being fetched.
      const start = () => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#stop('budget', seconds), seconds * 1000);
      };
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.id !== id) return;
        if (data.kind === 'ready') {
          start();
          started();
        } else if (data.kind === 'at') this.#line = data.line;
        else if (data.kind === 'report') this.#finish({ kind: 'report', report: data.report, ...(own ? { own: true } : {}) });
        else if (UNFETCHED.test(data.message)) this.#end({ kind: 'crashed', message: data.message, away: true });
        else this.#finish({ kind: 'crashed', message: data.message });
      };
      // A script that cannot be fetched fails without a word.
      worker.onerror = (e) => this.#end({ kind: 'crashed', message: e.message ?? '', ...(e.message ? {} : { away: true }) });
      worker.postMessage({ id, source, options, name, ...(own ? { overlay: overlayOf(own) } : {}) });
    });
  }

  stop(): void {
    this.#stop('reader', 0);
  }

  #stop(by: 'reader' | 'budget', seconds: number): void {
    this.#end({ kind: 'stopped', by, seconds, line: this.#line });
  }

  /** Settles with `outcome` and throws the worker away: it may be in an endless loop. */
  #end(outcome: Outcome): void {
    if (!this.#settle) return;
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish(outcome);
  }

  #finish(outcome: Outcome): void {
    clearTimeout(this.#timer);
    const settle = this.#settle;
    this.#settle = null;
    settle?.(outcome);
  }

  dispose(): void {
    this.#stop('reader', 0);
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/**
 * Runs programs in a worker, so that the page stays responsive and any run can be stopped. Wall time is the page's
 * affair: past the budget the worker is ended and a new one started; that is "stopped", not a report (decision 11). What
 * counts is the program's own work: neither what is fetched for it nor what it imports.
 */
import type { RunOptions, RunReport } from '../../engine/report/types.ts';
import { loadOwn, overlayOf } from '../state/own-table.ts';
import { putPiece } from './pieces.ts';
import type { Answer, Outcome, WorkerLike } from './protocol.ts';

export const BUDGET_SECONDS = 10;
export const LONG_SECONDS = 60;

const make = (): WorkerLike => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });

/** What browsers say of an `import()` that found no file: Chromium, Firefox, WebKit. */
const UNFETCHED = /dynamically imported module|importing a module script failed/i;

/** Lines that do nothing but import, from 1. A statement over several lines stands at its first. */
function importsOf(source: string): ReadonlySet<number> {
  const lines = source.split('\n');
  return new Set(lines.flatMap((line, i) => (/^\s*(?:import|from)\s[^;]*$/.test(line) ? [i + 1] : [])));
}

/** Time that counts: it goes while the program works, and stands while something is fetched or imported for it. */
class Clock {
  #left: number;
  /** Since when it goes. */
  #since: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #all: number;
  readonly #over: () => void;

  constructor(all: number, over: () => void) {
    this.#all = all;
    this.#left = all;
    this.#over = over;
  }

  /** From the beginning: what was done before is done again. */
  restart(): void {
    this.stand();
    this.#left = this.#all;
    this.go();
  }

  go(): void {
    if (this.#since !== null) return;
    this.#since = performance.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#over, this.#left);
  }

  /** @param most ms after which it is over all the same */
  stand(most = Infinity): void {
    if (this.#since !== null) this.#left -= performance.now() - this.#since;
    else if (most !== Infinity) return; // it stands already
    this.#since = null;
    clearTimeout(this.#timer);
    if (most !== Infinity) this.#timer = setTimeout(this.#over, this.#left + most);
  }
}

/** Nobody waits longer for an import. */
const LONGEST_IMPORT = 60_000;

/** A worker that has answered before answers within this time, or it is no more: browsers end one without a word. */
const SILENT = 5_000;

/** What a run says of itself on its way. */
export interface Told {
  /** The engine is there and has begun. */
  started?: () => void;
  /** It has ended, and this part of its report is here, below 1. */
  arrives?: (part: number) => void;
}

export class EngineClient {
  #worker: WorkerLike | null = null;
  #id = 0;
  #settle: ((o: Outcome) => void) | null = null;
  #clock: Clock | null = null;
  /** This worker has answered. */
  #alive = false;
  /** Where the run stood when it last said so. */
  #line: number | null = null;
  #make: () => WorkerLike;

  constructor(factory: () => WorkerLike = make) {
    this.#make = factory;
  }

  /** Loads the engine ahead of the first run. */
  warm(): void {
    if (this.#worker) return;
    this.#worker = this.#make();
    this.#alive = false;
  }

  /** Runs a program; a run under way is stopped first. */
  run(source: string, options: RunOptions, name: string, seconds = BUDGET_SECONDS, told: Told = {}): Promise<Outcome> {
    this.#stop('reader', 0);
    this.warm();
    const worker = this.#worker!;
    const own = loadOwn();
    const id = ++this.#id;
    this.#line = null;
    return new Promise((resolve) => {
      this.#settle = resolve;
      const imports = importsOf(source);
      const clock = new Clock(seconds * 1000, () => this.#stop('budget', seconds));
      this.#clock = clock;
      const again = () => {
        if (this.#id !== id || !this.#settle) return;
        this.#settle = null;
        this.dispose();
        resolve(this.run(source, options, name, seconds, told));
      };
      let whole: RunReport | null = null;
      let [all, missing] = [0, 0];
      const arrived = () => this.#finish({ kind: 'report', report: whole!, ...(own ? { own: true } : {}) });
      const silent = this.#alive ? setTimeout(again, SILENT) : undefined;
      worker.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.id !== id) return;
        clearTimeout(silent);
        this.#alive = true;
        if (data.kind === 'ready') {
          clock.restart();
          told.started?.();
        } else if (data.kind === 'waits') {
          clock.stand();
          this.#line = null;
        } else if (data.kind === 'at') {
          // An import is the library's own work: it counts for nothing, and its line has no blame.
          const imported = imports.has(data.line);
          if (imported) clock.stand(LONGEST_IMPORT);
          else clock.go();
          this.#line = imported ? null : data.line;
        } else if (data.kind === 'report') {
          // It has run: what is left is to hand over what it left behind.
          clock.stand();
          whole = data.report;
          missing = all = data.more ?? 0;
          if (all === 0) arrived();
        } else if (data.kind === 'piece') {
          putPiece(whole!, data.piece);
          if (--missing === 0) arrived();
          else told.arrives?.(1 - missing / all);
        } else if (UNFETCHED.test(data.message)) this.#end({ kind: 'crashed', message: data.message, away: true });
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
    this.#clock?.stand();
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

/**
 * Asks a worker thread for the first difference between engine and golden; a run that does not end is ended and told.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Golden } from './compare.ts';
import type { Question } from './engine-worker.ts';
import { type GoldenProgram, root } from './sets.ts';

/** An end that never comes is meant, not a busy machine: there the longest run, of five seconds, may take minutes. */
const PATIENCE_MS = 240_000;
/** A path, not a URL beside the call: Vite would take that for a worker of the page and rewrite it. */
const WORKER = path.join(root, 'test/golden/engine-worker.ts');

export class EngineRunner {
  private worker: Worker | null = null;

  /** The first difference in words; null where the engine agrees with the golden. */
  compare(program: GoldenProgram): Promise<string | null> {
    const golden = JSON.parse(readFileSync(program.golden, 'utf8')) as Golden;
    return this.ask({ source: readFileSync(program.program, 'utf8'), golden });
  }

  ask(question: Question): Promise<string | null> {
    this.worker ??= new Worker(WORKER);
    const worker = this.worker;
    return new Promise((resolve) => {
      const settle = (answer: string | null): void => {
        clearTimeout(timer);
        worker.off('message', settle);
        worker.off('error', failed);
        resolve(answer);
      };
      const giveUp = (why: string): void => {
        this.worker = null;
        worker.terminate();
        settle(why);
      };
      const failed = (error: Error): void => giveUp(`the worker broke down: ${error.message}`);
      const timer = setTimeout(() => giveUp(`no end within ${PATIENCE_MS / 1000} s`), PATIENCE_MS);
      worker.on('message', settle);
      worker.on('error', failed);
      worker.postMessage(question);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = null;
  }
}

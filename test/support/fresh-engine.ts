/**
 * A thread with an engine of its own in which no pack is loaded, as the worker of the page has it at first; it does what
 * `workerData` asks and answers once.
 */
import { parentPort, workerData } from 'node:worker_threads';

export type Asked =
  /** The report of a run by need, as JSON, and the packs that are there then. */
  | { byNeed: string }
  /** How a run with the core and the pack of `import torch` ends; then, with the pack of the language, how runs of the others end. */
  | { core: string; others: string[] };
export interface ByNeed {
  report: string;
  loaded: string[];
}
export interface Core {
  stdout: string;
  /** The pack that is missing, or the exit. */
  ends: string[];
}

async function byNeed(source: string): Promise<ByNeed> {
  const { runByNeed, LOADERS } = await import('../../src/engine/packs/index.ts');
  const { packs } = await import('../../src/engine/python/packs.ts');
  const report = JSON.stringify(await runByNeed(source));
  return { report, loaded: Object.keys(LOADERS).filter((pack) => packs.has(pack)) };
}

async function core(source: string, others: string[]): Promise<Core> {
  const { NeedsPack, run } = await import('../../src/engine/core.ts');
  await import('../../src/engine/packs/base.ts');
  const { stdout } = run(source);
  await import('../../src/engine/packs/language.ts');
  const end = (other: string): string => {
    try {
      return String(run(other).exit);
    } catch (error) {
      if (error instanceof NeedsPack) return String(error.pack);
      throw error;
    }
  };
  return { stdout: String(stdout), ends: others.map(end) };
}

const asked = workerData as Asked;
parentPort?.postMessage('byNeed' in asked ? await byNeed(asked.byNeed) : await core(asked.core, asked.others));

/**
 * The worker thread that runs the engine on a program and answers with the first difference from its golden.
 * A thread of its own, so that a run that does not end can be ended from outside.
 */

import { inspect } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { firstDifference, type Golden } from './compare.ts';

export interface Question {
  source: string;
  golden: Golden;
}

const lastOfOwn = (stack: string): string => stack.split('\n').slice(0, 4).join('\n      ');

parentPort?.on('message', async ({ source, golden }: Question) => {
  let difference: string | null;
  try {
    const { run } = await import('../../src/engine/index.ts');
    difference = firstDifference(golden, await run(source, { device: 'cpu', worldSize: golden.worldSize, filename: `${golden.name}.py` }));
  } catch (error) {
    difference = `the engine broke down: ${error instanceof Error ? lastOfOwn(error.stack ?? error.message) : inspect(error, { depth: 1 }).slice(0, 400)}`;
  }
  parentPort?.postMessage(difference);
});

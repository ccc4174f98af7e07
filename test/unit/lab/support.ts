/** Fixtures of the browser tests, read for unit tests: real reports of the engine on programs of `content/programs`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunReport } from '../../../src/engine/report/types.ts';
import { indexRun, type RunModel } from '../../../src/lab/model/run.ts';

const dir = path.resolve(import.meta.dirname, '../../browser/fixtures');

export const sourceOf = (name: string): string => readFileSync(path.join(dir, `${name}.py`), 'utf8');
export const reportOf = (name: string): RunReport => JSON.parse(readFileSync(path.join(dir, `${name}.json`), 'utf8')) as RunReport;
export const modelOf = (name: string): RunModel => indexRun(reportOf(name), sourceOf(name));

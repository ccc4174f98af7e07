/**
 * Programs of `content/programs` and their runs at build time.
 *
 * A run is made once for a program, its options and this very engine, and kept by content hash; the report lies as a
 * hashed file in the staging folder from which the build copies it into the site (integrations/reports.mjs).
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunOptions, RunReport } from '../../engine/report/types.ts';

const root = process.cwd();
const programs = path.join(root, 'content/programs');
const cache = path.join(root, 'node_modules/.cache/atlas/runs');
const staging = path.join(root, 'node_modules/.cache/atlas/reports');

export interface Ran {
  name: string;
  source: string;
  options: RunOptions;
  report: RunReport;
  /** Names of the files of the report and of the program's text: their content hashes. */
  file: string;
  sourceFile: string;
}

/** What a page asks for beside the program's own comments; an option not named stays as it is. */
export type Asked = { [K in keyof RunOptions]?: RunOptions[K] | undefined };

type Session = { run: (source: string, input: RunOptions & { filename: string }) => RunReport };

const sessions = import.meta.glob<Session>('../../engine/index.ts');

async function engine(): Promise<Session> {
  const load = Object.values(sessions)[0];
  if (!load) throw new Error('src/engine/index.ts is missing: programs cannot be run');
  return load();
}

export const programNames = (): string[] =>
  readdirSync(programs)
    .filter((name) => name.endsWith('.py'))
    .map((name) => name.slice(0, -3))
    .sort();

export function sourceOf(name: string): string {
  const file = path.join(programs, `${name}.py`);
  if (!existsSync(file)) throw new Error(`no program content/programs/${name}.py`);
  return readFileSync(file, 'utf8');
}

/** Options as the program's own comments set them, then as the page asks. */
export function optionsFor(source: string, asked: Asked = {}): RunOptions {
  const head = source.split('\n', 12).join('\n');
  const worldSize = Number(/^#\s*world-size:\s*(\d+)/m.exec(head)?.[1] ?? 1);
  return {
    device: 'neuron',
    worldSize,
    kernelCache: 'warm',
    graphCache: 'cold',
    numbers: true,
    target: 'trn2',
    ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)),
  };
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 20);

/** One hash over the engine's own files: a changed engine runs everything again. */
let engineHash: string | undefined;
function hashOfEngine(): string {
  if (engineHash && import.meta.env.PROD) return engineHash;
  const dir = path.join(root, 'src/engine');
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  engineHash = sha(files.map((file) => `${path.relative(dir, file)}\n${readFileSync(file, 'utf8')}`).join('\n'));
  return engineHash;
}

/** Runs of this build by their content: the tables of programs ask for the same ones page by page. */
const made = new Map<string, Promise<Ran>>();

export function runSource(name: string, source: string, asked: Asked = {}): Promise<Ran> {
  const options = optionsFor(source, asked);
  const key = sha(JSON.stringify([hashOfEngine(), name, source, options]));
  const run = made.get(key) ?? make(key, name, source, options);
  made.set(key, run);
  return run;
}

async function make(key: string, name: string, source: string, options: RunOptions): Promise<Ran> {
  const kept = path.join(cache, `${key}.json`);
  // Waited for by a kept run too. The runs of a page are drawn side by side, and Astro puts their script beside the one
  // that is ready first: if only new runs waited, a second build would not be the same bytes.
  const session = await engine();
  let text: string;
  if (existsSync(kept)) text = readFileSync(kept, 'utf8');
  else {
    text = JSON.stringify(session.run(source, { ...options, filename: `${name}.py` }));
    mkdirSync(cache, { recursive: true });
    writeFileSync(kept, text);
  }
  const file = stage(text, 'json');
  const sourceFile = stage(source, 'py');
  return { name, source, options, report: JSON.parse(text) as RunReport, file, sourceFile };
}

function stage(text: string, end: string): string {
  const name = `${sha(text)}.${end}`;
  mkdirSync(staging, { recursive: true });
  if (!existsSync(path.join(staging, name))) writeFileSync(path.join(staging, name), text);
  return name;
}

export const runProgram = (name: string, asked: Asked = {}): Promise<Ran> => runSource(name, sourceOf(name), asked);

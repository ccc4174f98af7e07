/**
 * `npm run -s lab -- run PROGRAM.py --json`: programs in, run reports out (the contract is in the notes on the report).
 *
 * One JSON object a line on standard output and nothing else there. Exit status: 0 ran (to its end, to an exception, a
 * hang or a limit), 2 wrong command line or unreadable file, 3 something the engine does not model; the highest of several.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Device, run, type RunInput } from '../engine/index.ts';
import { whyShapesAlone } from '../engine/report/shapes.ts';
import { textOf } from '../engine/report/text.ts';

const USAGE = `Usage:
  lab run PROGRAM.py … [--json] [--device neuron|cpu] [--world-size N] [--torch 2.13] [--numbers|--no-numbers] [--kernel-cache cold|warm] [--graph-cache cold|warm] [--target trn2|trn3]
  lab text PROGRAM.py … [the same options]     the report in words
  lab --help

  PROGRAM.py    a file, or - for standard input
  --numbers     compute every number, whatever it takes; without it a run that passes a limit goes on with shapes alone
  --no-numbers  shapes alone from the start`;

/** Wrong use: said on standard error, exit status 2. */
class Wrong extends Error {}
/** Asked for: the usage on standard output, exit status 0. */
class Help extends Error {}

const REASONS: Readonly<Record<string, string>> = { ENOENT: 'there is no such file', EACCES: 'it may not be read' };

/** npm goes to the project's folder first: a path that leads nowhere from there is one from where npm was called. */
function placeOf(file: string): string {
  const from = process.env['INIT_CWD'];
  if (from === undefined || existsSync(file)) return file;
  const there = path.resolve(from, file);
  return existsSync(there) ? there : file;
}

function readProgram(file: string): string {
  let bytes: Buffer;
  try {
    const place = file === '-' ? 0 : placeOf(file);
    if (place !== 0 && statSync(place).isDirectory()) throw new Wrong(`${file} is a directory, not a program`);
    bytes = readFileSync(place);
  } catch (error) {
    if (error instanceof Wrong) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw new Wrong(`cannot read ${file}: ${REASONS[code] ?? (code || (error as Error).message)}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Wrong(`${file} is not UTF-8 text`);
  }
}

function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  if (!(allowed as readonly string[]).includes(value)) throw new Wrong(`--${name} takes ${allowed.join(' or ')}, not ${value}`);
  return value as T;
}

function parse(argv: string[]): { command: 'run' | 'text'; files: string[]; input: RunInput } {
  let parsed: ReturnType<typeof parseOptions>;
  try {
    parsed = parseOptions(argv);
  } catch (error) {
    throw new Wrong((error as Error).message);
  }
  const { values: v, positionals } = parsed;
  if (v.help) throw new Help();
  const [command, ...files] = positionals;
  if (command !== 'run' && command !== 'text') throw new Wrong(command === undefined ? 'no command' : `unknown command ${command}`);
  if (files.length === 0) throw new Wrong('no program');
  oneOf('torch', v.torch, ['2.13']);
  const input: RunInput = {};
  const device = oneOf<Device>('device', v.device, ['neuron', 'cpu']);
  if (device) input.device = device;
  if (v['world-size'] !== undefined) {
    const n = Number(v['world-size']);
    if (!Number.isInteger(n) || n < 1 || n > 64) throw new Wrong(`--world-size takes a whole number from 1 to 64, not ${v['world-size']}`);
    input.worldSize = n;
  }
  if (v.numbers && v['no-numbers']) throw new Wrong('--numbers and --no-numbers exclude each other');
  if (v.numbers) input.numbers = 'always';
  if (v['no-numbers']) input.numbers = false;
  const kernelCache = oneOf('kernel-cache', v['kernel-cache'], ['cold', 'warm']);
  const graphCache = oneOf('graph-cache', v['graph-cache'], ['cold', 'warm']);
  const target = oneOf('target', v.target, ['trn2', 'trn3']);
  if (target) input.target = target;
  if (kernelCache) input.kernelCache = kernelCache;
  if (graphCache) input.graphCache = graphCache;
  return { command, files, input };
}

function parseOptions(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      device: { type: 'string' },
      'world-size': { type: 'string' },
      torch: { type: 'string' },
      numbers: { type: 'boolean' },
      'no-numbers': { type: 'boolean' },
      'kernel-cache': { type: 'string' },
      'graph-cache': { type: 'string' },
      target: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

function main(): number {
  const { command, files, input } = parse(process.argv.slice(2));
  let status = 0;
  for (const file of files) {
    let source: string;
    try {
      source = readProgram(file);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      process.stderr.write(`${error.message}\n`);
      status = Math.max(status, 2);
      continue;
    }
    const report = run(source, { ...input, filename: file === '-' ? 'program.py' : path.basename(file) });
    process.stdout.write(command === 'text' ? textOf(report) : `${JSON.stringify(report)}\n`);
    if (report.shapesAlone) process.stderr.write(`${file}: ${whyShapesAlone(report.shapesAlone)}\n`);
    if (report.exit === 'unsupported') status = 3;
  }
  return status;
}

/** The whole of the command line; errors in its use go to standard error. */
export function command(): void {
  // Whoever reads may have had enough, as `head` does: nothing is wrong, and nothing is left to do.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  try {
    process.exitCode = main();
  } catch (error) {
    if (error instanceof Help) {
      process.stdout.write(`${USAGE}\n`);
      return;
    }
    if (!(error instanceof Wrong)) throw error;
    process.stderr.write(`${error.message}\n${USAGE}\n`);
    process.exitCode = 2;
  }
}

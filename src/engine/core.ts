/**
 * The session: a program's text and options in, its run report out. The one door to the engine.
 *
 * Pure and deterministic: the same input gives the same report, byte for byte. Parts that are not loaded end the run with
 * `NeedsPack`; index.ts has them all.
 */
import type { Waiting, World } from './mesh/world.ts';
import type { Outcome, runRanks, Turn } from './mesh/schedule.ts';
import { partition } from './neuron/partition.ts';
import { packs, part } from './python/packs.ts';
import { forgetClasses } from './python/types.ts';
import { Budget, type Limits } from './report/budget.ts';
import { type Ending, endingOf } from './report/ending.ts';
import { heldBytes } from './report/held.ts';
import { headerOf, MAX_RANKS } from './report/header.ts';
import { marksFor } from './report/marks.ts';
import { Rank } from './report/rank.ts';
import { withoutNumbers } from './report/shapes.ts';
import type { RankReport, RunOptions, RunReport, ShapesAlone } from './report/types.ts';
import { ValueTable } from './report/values.ts';
import { resetTensorLayer } from './tensor/reset.ts';

const meets = part<new (size: number) => World>('mesh', 'World');
const runsRanks = part<typeof runRanks>('mesh', 'runRanks');

export interface RunInput extends Partial<RunOptions> {
  /** Name of the program's file, as tracebacks show it. */
  filename?: string;
  /** The reader's own table: operator to "runs on the host". */
  overlay?: ReadonlyMap<string, boolean>;
  /** Told now and then on which line the program stands, for runs that never end. */
  progress?: (line: number) => void;
  limits?: Limits;
}

interface Ended {
  readonly rank: Rank;
  readonly ending: Ending;
}

/** Runs a program. Never throws for what the program does; throws where the engine is at fault, or `NeedsPack`. */
export function run(source: string, input: RunInput = {}): RunReport {
  const file = input.filename ?? 'program.py';
  const header = headerOf(source);
  const options: RunOptions = {
    device: input.device ?? 'neuron',
    worldSize: input.worldSize ?? header.worldSize,
    kernelCache: input.kernelCache ?? 'warm',
    graphCache: input.graphCache ?? 'cold',
    numbers: input.numbers ?? true,
    target: input.target ?? 'trn2',
  };
  // Who runs a text may say the number that its header gives.
  const world = input.worldSize === undefined || input.worldSize === header.worldSize ? header.misstated : null;
  if (world !== null)
    return notStarted(source, input, options, 'error', 'ValueError', `# world-size: takes a whole number from 1 to ${MAX_RANKS}, not ${JSON.stringify(world)}`);
  if (options.worldSize > MAX_RANKS)
    return notStarted(source, input, options, 'limit', 'LimitReached', `limit reached: ${MAX_RANKS} ranks (${options.worldSize} asked for)`);
  const budget = new Budget(options.numbers, input.limits);
  const report = attempt(source, file, input, options, budget);
  if (budget.met === null || options.numbers !== true) return report;
  const { limit, count } = budget.met;
  const why: ShapesAlone = { line: report.error?.line ?? null, limit, count };
  const shapes = { ...options, numbers: false };
  return withoutNumbers(attempt(source, file, input, shapes, new Budget(false, input.limits)), options, why);
}

function attempt(source: string, file: string, input: RunInput, options: RunOptions, budget: Budget): RunReport {
  resetTensorLayer();
  forgetClasses();
  const table = new ValueTable();
  // One rank alone meets nobody, unless its program has asked for the pack.
  const size = options.worldSize;
  const many = size > 1 || packs.has('mesh');
  const world = many ? new (meets())(size) : ({ size } as World);
  const ranks = Array.from(
    { length: options.worldSize },
    (_, rank) => new Rank({ rank, world, file, source, options, overlay: input.overlay, progress: input.progress, table, budget }),
  );
  budget.living = () => heldBytes(ranks.flatMap((r) => r.roots()));
  const turn = (r: number): Turn<Ended> => {
    const rank = ranks[r] as Rank;
    const result = rank.run();
    if (result.kind === 'blocked') return { kind: 'waits', reason: result.reason as Waiting };
    const ending = endingOf(rank.vm, result, () => rank.lastLine);
    rank.finish(ending.error?.line ?? lastLine(source));
    return { kind: 'ended', result: { rank, ending }, failed: ending.exit !== 'ok' };
  };
  const outcome: Outcome<Ended> = many ? runsRanks()(world, { turn }) : alone(turn(0));
  return assemble({ options, table, ranks, outcome });
}

/** One rank's run: with nobody to wait for, it has ended. */
function alone(turn: Turn<Ended>): Outcome<Ended> {
  const { result, failed } = turn as Extract<Turn<Ended>, { kind: 'ended' }>;
  return { ended: [result], waiting: [], hang: null, failed: failed ? 0 : null };
}

/** The report of a run that asks for ranks that the engine cannot give. */
function notStarted(source: string, input: RunInput, options: RunOptions, exit: RunReport['exit'], type: string, message: string): RunReport {
  const line = source.split('\n').findIndex((l) => l.startsWith('# world-size:')) + 1;
  return {
    ...run('', { ...input, worldSize: 1 }),
    options,
    worldSize: options.worldSize,
    exit,
    error: { type, message, line: line || null },
  };
}

interface Assembly {
  readonly options: RunOptions;
  readonly table: ValueTable;
  readonly ranks: readonly Rank[];
  readonly outcome: Outcome<Ended>;
}

function assemble({ options, table, ranks, outcome }: Assembly): RunReport {
  const rows = ranks.map((rank, i) => rankReport(rank, i, outcome.ended[i]?.ending ?? null, outcome.hang !== null && outcome.failed === null, outcome.waiting));
  const [first] = rows as [RankReport];
  const many = options.worldSize > 1;
  const failed = outcome.failed === null ? null : (outcome.ended[outcome.failed] as Ended).ending;
  const exit = failed?.exit ?? (outcome.hang ? 'hang' : 'ok');
  const recorder = (ranks[0] as Rank).recorder;
  const error = failed?.error && many ? { ...failed.error, rank: outcome.failed as number } : (failed?.error ?? null);
  const clocks = ranks.map((r) => r.recorder.device.clock());
  const marks = marksFor(options);
  ranks.forEach(({ capture }, i) => capture?.qualify(marks, { stdout: rows[i].stdout, error: rows[i].error?.message ?? '' }));
  const most = (key: 'host' | 'device' | 'compile' | 'copies' | 'total'): number => micros(Math.max(...clocks.map((c) => c[key])));
  return {
    schema: 1,
    torch: '2.13',
    device: options.device,
    worldSize: options.worldSize,
    options,
    shapesAlone: null,
    exit,
    stdout: many ? rows.map((r) => r.stdout) : first.stdout,
    error,
    ops: first.ops,
    frames: first.frames,
    collectives: first.collectives,
    syncs: recorder.syncs,
    fallbacks: recorder.fallbacks,
    clock: { host: most('host'), device: most('device'), compile: most('compile'), copies: most('copies'), total: most('total') },
    marks,
    steps: first.steps,
    values: table.rows,
    paths: table.paths,
    partitions: options.device === 'neuron' ? partition(first.steps, (s) => (s.op === null ? null : (first.ops[s.op]?.where ?? null))) : [],
    crossings: recorder.crossings,
    collectiveRows: first.collectiveRows,
    hang: exit === 'hang' ? { waits: outcome.waiting.map(waitRow), text: outcome.hang as string } : null,
    ranks: many ? rows : null,
    notes: [...recorder.warnings.values()],
  };
}

function rankReport(rank: Rank, number: number, ending: Ending | null, hung: boolean, waiting: readonly Waiting[]): RankReport {
  const { recorder } = rank;
  // A collective that a lost peer broke off had been issued.
  const broken = hung ? undefined : waiting.find((w) => w.rank === number);
  const issued = broken?.meeting.arrived.get(number)?.counts;
  if (issued) recorder.counts[issued] = (recorder.counts[issued] ?? 0) + 1;
  const lost: Ending = { exit: hung ? 'hang' : 'error', error: null };
  const { exit, error } = ending ?? lost;
  return {
    rank: number,
    exit,
    stdout: recorder.stdout,
    error,
    ops: recorder.ops,
    frames: rank.capture?.rows.rows ?? [],
    collectives: sorted(recorder.counts),
    steps: recorder.steps,
    collectiveRows: recorder.collectiveRows,
  };
}

function waitRow({ rank, meeting }: Waiting): { rank: number; line: number; op: string; for: number[] } {
  const mine = meeting.arrived.get(rank);
  return { rank, line: mine?.line ?? 0, op: mine?.called ?? mine?.kind ?? '', for: meeting.group.filter((r) => meeting.arrived.get(r)?.kind !== mine?.kind) };
}

/** Whole microseconds; of less than one its two leading digits, so that a little is not nothing. */
const micros = (us: number): number => (us < 1 ? Number(us.toPrecision(2)) : Math.round(us));

const sorted = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts)
      .filter(([, n]) => n > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const lastLine = (source: string): number => source.trimEnd().split('\n').length;

export { NeedsPack } from './python/packs.ts';
export { headerOf } from './report/header.ts';
export type { Header } from './report/header.ts';
export type * from './report/types.ts';

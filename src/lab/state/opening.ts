/**
 * What the lab opens with: an address, an example of the list, or the reader's own program. Addresses come from
 * anyone; one that cannot be read opens the default with a message that says why.
 */
import { headerOf } from '../../engine/report/header.ts';
import { MAX_SOURCE, type RunOptions, type RunReport } from '../../engine/report/types.ts';
import { type Lang, type StringKey, words } from '../strings.ts';
import { asTyped, DEFAULT_OPTIONS, decodeState, labFragment, type LabState, MAX_WORLD, type Pane, type Refusal, tidy } from './address.ts';
import { beginNew, FILE, keepDraft, OWN, readDraft, SHARED, takeOwn } from './drafts.ts';
import type { Note } from './entry.ts';
import { ranksAfter, sameOptions, type Start } from './session.ts';
import { typedOver } from './typed.ts';

/** An example program: its text and, where the build ran it, its report lie in files of this site. */
export interface Example {
  id: string;
  title: string;
  group?: string | undefined;
  options?: Partial<RunOptions>;
  source?: string;
  sourceUrl?: string;
  report?: RunReport;
  reportUrl?: string;
  /** Lines highlighted at build. */
  html?: readonly string[];
}

/** Files that the page asked for before the lab's scripts were there, by address. */
export type Early = Map<string, Promise<Response>>;

/** What is said of an address that was refused, and what helps. */
const WHY: Record<Refusal | 'program', [why: StringKey, cure: StringKey]> = {
  empty: ['whyEmpty', 'cureCopyWhole'],
  'too-long': ['whyTooLong', 'cureAsFile'],
  'no-version': ['whyNoVersion', 'cureCopyWhole'],
  'unknown-version': ['whyVersion', 'cureVersion'],
  strange: ['whyStrange', 'cureCopyWhole'],
  cut: ['whyCut', 'cureCopyWhole'],
  damaged: ['whyDamaged', 'cureCopyWhole'],
  'too-big': ['whyTooBig', 'cureAsFile'],
  'not-json': ['whyNotJson', 'cureMade'],
  'bad-field': ['whyField', 'cureMade'],
  program: ['whyProgram', 'cureChoose'],
};

/** An address that could not be followed. */
export interface Problem {
  says: string;
  cure: string;
  /** As it was typed; not all of a very long one. */
  typed: string;
  /** The program that it asked for. */
  asked?: string;
}

const READ = 400;

export interface Opening {
  start: Start;
  step: number;
  rank: number;
  pane: Pane;
  problem: Problem | null;
  /** The text is the reader's own, kept from another time. */
  restored: boolean;
  /** An address says where the reader stands. */
  named: boolean;
  /** A program just begun, or a file just opened: the editor opens. `earlier`: the reader's program before it is kept. */
  fresh?: 'earlier' | 'only' | 'file';
  /** The program of this name could not be fetched. */
  away?: string;
}

const optionsOf = (e: Example | undefined): RunOptions => ({ ...DEFAULT_OPTIONS, ...e?.options });

/** Text and report of an example, from the page or its files. */
async function load(e: Example, early?: Early): Promise<{ source: string; report: RunReport | null }> {
  const get = async (url: string): Promise<Response> => {
    const asked = early?.get(url);
    early?.delete(url); // an answer is read once
    const r = await (asked ?? fetch(url));
    if (!r.ok) throw new Error(`${url}: ${r.status}`);
    return r;
  };
  const [source, report] = await Promise.all([
    e.source ?? (e.sourceUrl ? get(e.sourceUrl).then((r) => r.text()) : ''),
    // A report that cannot be had is made again by a run; the text is what counts.
    e.report ??
      (e.reportUrl
        ? get(e.reportUrl).then(
            (r) => r.json() as Promise<RunReport>,
            () => null,
          )
        : null),
  ]);
  return { source, report };
}

/** What to open: an address, an example, the reader's own program (null), or a file of the reader's. */
export type Request =
  | { hash: string; note?: Note }
  | { program: string | null; fresh?: true; earlier?: string }
  | { file: string; text: string; options: RunOptions };

/** The beginning of every opening: the first step of the first rank. */
export const START = { step: 0, rank: 0, pane: 'code', problem: null, restored: false, named: false } as const;

/** What the address and the list of examples open; hostile or stale addresses open the default with a message. */
export async function opening(request: Request, props: { lang: Lang; examples: readonly Example[]; first?: string; early?: Early }): Promise<Opening> {
  const t = words(props.lang);
  if ('file' in request) {
    const { file, text } = request;
    keepDraft(FILE, text);
    const options = { ...request.options, worldSize: ranksAfter('', text, 1) };
    return { ...START, start: { program: null, original: '', text, options, draft: FILE, file }, fresh: 'file' };
  }
  if ('program' in request && request.program === null) {
    if (request.earlier !== undefined) takeOwn(request.earlier);
    const fresh = request.fresh ? { fresh: beginNew() ? ('earlier' as const) : ('only' as const) } : {};
    return { ...START, start: { program: null, original: '', text: null, options: DEFAULT_OPTIONS }, ...fresh };
  }
  const whole = 'hash' in request ? asTyped(request.hash) : '';
  const typed = whole.length > READ ? `${whole.slice(0, READ)}…` : whole;
  const encoded = labFragment(whole);
  const refused = (why: keyof typeof WHY, what = '', at = 0): Problem => {
    const [says, cure] = WHY[why];
    return { says: t('badAddress', { why: t(says, { what, at }) }), cure: t(cure), typed, ...(why === 'program' ? { asked: what } : {}) };
  };
  let problem: Problem | null = null;
  let state: LabState | null = null;
  let ranksSaid = true;
  if (encoded !== null) {
    const d = decodeState(encoded);
    const over = 'hash' in request && d.ok ? typedOver(request.hash) : null;
    if (d.ok) ranksSaid = d.ranks || over !== null;
    if (d.ok) state = over ? { ...d.state, source: over.text, options: { ...d.state.options, worldSize: over.ranks } } : d.state;
    else problem = refused(d.why, d.what, d.at);
  }
  // `#program=name` and `?program=name`, as someone writes them by hand.
  const asked = 'hash' in request ? new URLSearchParams(tidy(request.hash).slice(1)).get('program') : null;
  const wanted = 'program' in request ? request.program : state ? state.program : (asked ?? props.first ?? props.examples[0]?.id ?? null);
  let example = wanted === null ? undefined : props.examples.find((e) => e.id === wanted);
  if (wanted !== null && !example && (state || asked !== null)) {
    problem = refused('program', wanted.slice(0, 80));
    // A text in the address is opened all the same; without one there is nothing but the default.
    if (!state || state.source === null) {
      state = null;
      example = props.examples.find((e) => e.id === props.first) ?? props.examples[0];
    }
  }
  if (state?.source != null && state.source.length > MAX_SOURCE) {
    problem = refused('too-big');
    state = null;
  }
  let source = '';
  let report: RunReport | null = null;
  let away: { away?: string } = {};
  if (example) {
    try {
      ({ source, report } = await load(example, props.early));
    } catch {
      away = { away: `${example.id}.py` };
    }
  }
  // Ranks that the address leaves out are the program's own.
  const ranks = state && !ranksSaid ? { worldSize: Math.min(MAX_WORLD, headerOf(state.source ?? source).worldSize) } : {};
  const options = { ...(state?.options ?? optionsOf(example)), ...ranks };
  const text = state?.source ?? null;
  const note = 'hash' in request ? request.note : undefined;
  const entry = note?.draft ?? null;
  const named = text === null ? entry : null;
  const keptAs = named ?? (example ? example.id : entry === OWN || entry === FILE ? entry : SHARED);
  const draft = text === null && (example || named) ? readDraft(keptAs) : null;
  const same = sameOptions(options, optionsOf(example)) && (text === null || text === source);
  return {
    start: {
      program: example ? example.id : null,
      original: source,
      text,
      options,
      report: same ? report : null,
      draft: keptAs,
      file: keptAs === FILE ? (note?.file ?? null) : null,
    },
    step: state?.step ?? 0,
    rank: state?.rank ?? 0,
    pane: state?.pane ?? 'code',
    named: state !== null,
    ...away,
    problem,
    restored: example !== undefined && !away.away && draft !== null && draft !== source,
  };
}

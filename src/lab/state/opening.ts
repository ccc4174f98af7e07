/**
 * What the lab opens with: an address, an example of the list, or the reader's own program. Addresses come from
 * anyone; one that cannot be read opens the default with a message that says why.
 */
import { headerOf } from '../../engine/report/header.ts';
import { MAX_SOURCE, type RunOptions, type RunReport } from '../../engine/report/types.ts';
import { type Lang, type StringKey, words } from '../strings.ts';
import { DEFAULT_OPTIONS, decodeState, labFragment, type LabState, MAX_WORLD, type Pane } from './address.ts';
import { beginNew, FILE, OWN, readDraft, SHARED, takeOwn } from './drafts.ts';
import { sameOptions, type Start } from './session.ts';
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

const WHY: Record<string, StringKey> = {
  empty: 'whyEmpty',
  'too-long': 'whyTooLong',
  'not-base64': 'whyNotBase64',
  'not-deflate': 'whyNotDeflate',
  'too-big': 'whyTooBig',
  'not-json': 'whyNotJson',
  'unknown-version': 'whyVersion',
  'bad-field': 'whyField',
};

export interface Opening {
  start: Start;
  step: number;
  rank: number;
  pane: Pane;
  problem: string | null;
  /** An address says where the reader stands. */
  named: boolean;
  /** A program just begun: the editor opens. `earlier`: the reader's program before it is kept. */
  fresh?: 'earlier' | 'only';
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

/** What to open: an address, an example, or the reader's own program (null). */
export type Request = { hash: string; draft?: string | null } | { program: string | null; fresh?: true; earlier?: string };

/** The draft named by an entry of the history whose text was too long for its address. */
export const draftOf = (entry: unknown): string | null => {
  const name = typeof entry === 'object' && entry !== null ? (entry as { atlasDraft?: unknown }).atlasDraft : null;
  return typeof name === 'string' ? name : null;
};

/** What the address and the list of examples open; hostile or stale addresses open the default with a message. */
export async function opening(request: Request, props: { lang: Lang; examples: readonly Example[]; first?: string; early?: Early }): Promise<Opening> {
  const t = words(props.lang);
  if ('program' in request && request.program === null) {
    if (request.earlier !== undefined) takeOwn(request.earlier);
    const fresh = request.fresh ? { fresh: beginNew() ? ('earlier' as const) : ('only' as const) } : {};
    return {
      start: { program: null, original: '', text: null, options: DEFAULT_OPTIONS },
      step: 0,
      rank: 0,
      pane: 'code',
      problem: null,
      named: false,
      ...fresh,
    };
  }
  const encoded = 'hash' in request ? labFragment(request.hash) : null;
  let problem: string | null = null;
  let state: LabState | null = null;
  let ranksSaid = true;
  if (encoded !== null) {
    const d = decodeState(encoded);
    const typed = 'hash' in request && d.ok ? typedOver(request.hash) : null;
    if (d.ok) ranksSaid = d.ranks || typed !== null;
    if (d.ok) state = typed ? { ...d.state, source: typed.text, options: { ...d.state.options, worldSize: typed.ranks } } : d.state;
    else problem = t('badAddress', { why: t(WHY[d.why]!, { field: d.field ?? '' }) });
  }
  // `#program=name` and `?program=name`, as someone writes them by hand.
  const asked = 'hash' in request ? new URLSearchParams(request.hash.slice(1)).get('program') : null;
  const wanted = 'program' in request ? request.program : state ? state.program : (asked ?? props.first ?? props.examples[0]?.id ?? null);
  let example = wanted === null ? undefined : props.examples.find((e) => e.id === wanted);
  if (wanted !== null && !example && (state || asked !== null)) {
    problem = t('badAddress', { why: t('whyProgram', { id: wanted.slice(0, 80) }) });
    // A text in the address is opened all the same; without one there is nothing but the default.
    if (!state || state.source === null) {
      state = null;
      example = props.examples.find((e) => e.id === props.first) ?? props.examples[0];
    }
  }
  if (state?.source != null && state.source.length > MAX_SOURCE) {
    problem = t('badAddress', { why: t('whyTooBig') });
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
  const entry = 'hash' in request ? (request.draft ?? null) : null;
  const named = text === null ? entry : null;
  const keptAs = named ?? (example ? example.id : entry === OWN || entry === FILE ? entry : SHARED);
  const draft = text === null && (example || named) ? readDraft(keptAs) : null;
  const same = sameOptions(options, optionsOf(example)) && (text === null || text === source);
  return {
    start: { program: example ? example.id : null, original: source, text, options, report: same ? report : null, draft: keptAs },
    step: state?.step ?? 0,
    rank: state?.rank ?? 0,
    pane: state?.pane ?? 'code',
    named: state !== null,
    ...away,
    problem: problem ?? (example && !away.away && draft !== null && draft !== source ? t('draftRestored') : null),
  };
}

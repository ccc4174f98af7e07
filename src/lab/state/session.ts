/**
 * One program and its runs: the text (with drafts), the options, the report of the last run and what became of the
 * run under way. The engine's client is made at the first run, so a page that is only read loads no engine.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { headerOf } from '../../engine/report/header.ts';
import { MAX_SOURCE, type RunOptions, type RunReport } from '../../engine/report/types.ts';
import { prepare } from '../model/prepare.ts';
import { BUDGET_SECONDS, EngineClient } from '../worker/client.ts';
import type { Outcome } from '../worker/protocol.ts';
import { DEFAULT_OPTIONS, MAX_WORLD } from './address.ts';
import { dropDraft, keepDraft, OWN, readDraft } from './drafts.ts';
import { dropStopped, keepStopped, wasStopped } from './stopped.ts';

export interface Start {
  /** Example by id, or null for the reader's own. */
  program: string | null;
  /** The example's own text; drafts are compared with it. */
  original: string;
  /** Where a draft of it is kept: the example's id, or one of the names of drafts.ts. */
  draft?: string;
  /** Name of the file that the text came from. */
  file?: string | null;
  text?: string | null;
  options?: RunOptions;
  report?: RunReport | null;
}

export type Status =
  | { kind: 'idle' }
  /** `began`: when the engine had the program; before that it was fetched. `arrived`: it has run, and this part of its long report is here. */
  | { kind: 'running'; since: number; seconds: number; began?: number; arrived?: number }
  /** `before`: in this tab, before the page was loaded again; it was not started anew. */
  | { kind: 'stopped'; by: 'reader' | 'budget' | 'before'; seconds: number; line: number | null }
  | { kind: 'crashed'; message: string; away?: true };

export interface Session {
  program: string | null;
  draft: string;
  file: string | null;
  original: string;
  text: string;
  options: RunOptions;
  report: RunReport | null;
  /** Text and options of the report, and whether it follows the reader's own operator table. */
  ran: { text: string; options: RunOptions; own: boolean } | null;
  status: Status;
  /** The text opened from a draft rather than the original. */
  fromDraft: boolean;
  draftKept: boolean;
  tooLarge: string | null;
}

export interface SessionActions {
  setText: (text: string) => void;
  setOptions: (options: Partial<RunOptions>) => void;
  /** `changed`: options changed with this very run. */
  run: (seconds?: number, changed?: Partial<RunOptions>) => void;
  stop: () => void;
  /** The reader comes near to running: the engine is fetched meanwhile. */
  warm: () => void;
  /** Between the original text and the reader's own. */
  restore: (which: 'original' | 'mine') => void;
  refuse: (text: string | null) => void;
}

/**
 * What is shown is of the run before: another is under way, text or options are no longer those of the report, or a text
 * was brought that the lab did not take.
 */
export const isBefore = ({ status, ran, text, options, tooLarge }: Session): boolean =>
  ran !== null && (status.kind === 'running' || tooLarge !== null || ran.text !== text || !sameOptions(ran.options, options));

/** The example that the text is, to the letter; a text of the reader's own is not the file that it began as. */
const exampleOf = ({ program, text, original }: Session): string | null => (text === original ? program : null);

/** Name of the program's file, as it is shown, stored and named in tracebacks: none may lead to a file that does not hold this text. */
export const fileOf = (session: Session): string => session.file ?? `${exampleOf(session) ?? 'program'}.py`;

export const sameOptions = (a: RunOptions, b: RunOptions): boolean => (Object.keys(a) as (keyof RunOptions)[]).every((k) => a[k] === b[k]);

/** Ranks after a text was changed: what its header says where that is new; else as chosen, by the header or by hand. */
export function ranksAfter(before: string, after: string, chosen: number): number {
  const said = headerOf(after).worldSize;
  return said === headerOf(before).worldSize ? chosen : said;
}

function begin(start: Start): Session {
  const id = start.draft ?? start.program ?? OWN;
  const draft = start.text == null ? readDraft(id) : null;
  const text = start.text ?? draft ?? start.original;
  const given = start.options ?? DEFAULT_OPTIONS;
  // An address says its ranks itself, but for more of them than there may be, which the engine refuses by name.
  const mine = draft !== null ? ranksAfter(start.original, text, given.worldSize) : given.worldSize;
  const options = { ...given, worldSize: Math.max(mine, headerOf(text).worldSize > MAX_WORLD ? headerOf(text).worldSize : 1) };
  return {
    program: start.program,
    draft: id,
    file: start.file ?? null,
    original: start.original,
    text,
    options,
    report: start.report ?? null,
    ran: start.report ? { text: start.original, options: given, own: false } : null,
    status: start.report || !wasStopped(text, options) ? { kind: 'idle' } : { kind: 'stopped', by: 'before', seconds: 0, line: null },
    fromDraft: draft !== null && draft !== start.original && start.original !== '',
    draftKept: true,
    tooLarge: null,
  };
}

export function useSession(start: Start, make?: () => EngineClient): [Session, SessionActions] {
  const [session, set] = useState(() => begin(start));
  const now = useRef(session);
  now.current = session;
  const client = useRef<EngineClient | null>(null);
  const engine = useCallback(() => (client.current ??= make ? make() : new EngineClient()), [make]);
  useEffect(
    () => () => {
      client.current?.dispose();
      client.current = null;
    },
    [],
  );

  const setText = useCallback((text: string) => {
    if (text.length > MAX_SOURCE) {
      set((s) => ({ ...s, tooLarge: text }));
      return;
    }
    const { program, original, draft: id } = now.current;
    let kept = true;
    if (program !== null && text === original) dropDraft(id);
    else kept = keepDraft(id, text);
    set((s) => ({ ...s, text, draftKept: kept, options: { ...s.options, worldSize: ranksAfter(s.text, text, s.options.worldSize) } }));
  }, []);

  const setOptions = useCallback((options: Partial<RunOptions>) => set((s) => ({ ...s, options: { ...s.options, ...options } })), []);

  const run = useCallback(
    (seconds = BUDGET_SECONDS, changed: Partial<RunOptions> = {}) => {
      const { text } = now.current;
      const options = { ...now.current.options, ...changed };
      if (text.trim() === '') return;
      const since = performance.now();
      // A text that was not taken over has been seen to be refused: what runs is what stands here.
      set((s) => ({ ...s, options, status: { kind: 'running', since, seconds }, tooLarge: null }));
      const say = (more: { began: number } | { arrived: number }) =>
        set((s) => (s.status.kind === 'running' && s.status.since === since ? { ...s, status: { ...s.status, ...more } } : s));
      let said = 0;
      void engine()
        .run(text, options, fileOf(now.current), seconds, {
          started: () => say({ began: performance.now() }),
          // The lab is drawn for it, so not for every piece.
          arrives: (part) => part >= said + 0.1 && say({ arrived: (said = part) }),
        })
        .then(async (outcome): Promise<Outcome> => {
          if (outcome.kind === 'report') await prepare(outcome.report, text);
          return outcome;
        })
        // A run always ends in something that the reader is told.
        .catch((e: unknown): Outcome => ({ kind: 'crashed', message: e instanceof Error ? `${e.name}: ${e.message}` : String(e) }))
        .then((outcome) => {
          if (outcome.kind === 'report') dropStopped();
          else if (outcome.kind === 'stopped' && outcome.by === 'budget') keepStopped(text, options);
          set((s) => {
            // A newer run has taken over: what became of this one is of no interest.
            if (s.status.kind !== 'running' || s.status.since !== since) return s;
            if (outcome.kind === 'report') return { ...s, report: outcome.report, ran: { text, options, own: outcome.own ?? false }, status: { kind: 'idle' } };
            return { ...s, status: outcome };
          });
        });
    },
    [engine],
  );

  const stop = useCallback(() => {
    keepStopped(now.current.text, now.current.options);
    client.current?.stop();
  }, []);
  const warm = useCallback(() => engine().warm(), [engine]);

  const restore = useCallback((which: 'original' | 'mine') => {
    set((s) => {
      const mine = readDraft(s.draft);
      const text = which === 'original' ? s.original : (mine ?? s.text);
      return { ...s, text, fromDraft: which === 'mine', options: { ...s.options, worldSize: ranksAfter(s.text, text, s.options.worldSize) } };
    });
  }, []);

  const refuse = useCallback((text: string | null) => set((s) => ({ ...s, tooLarge: text })), []);

  return [session, { setText, setOptions, run, stop, warm, restore, refuse }];
}

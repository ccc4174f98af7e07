/**
 * The entry of the browser's history and the lab, kept in step in both directions: what is drawn is written into the
 * entry after a moment, and an entry that was gone to (Back, Forward, a link) is opened. While it is being opened nothing
 * is written: what is still drawn belongs to another entry.
 */
import { useLayoutEffect, useRef } from 'react';
import { headerOf } from '../../engine/report/header.ts';
import { MAX_SOURCE } from '../../engine/report/types.ts';
import { encodeState, type LabState, tooLong } from './address.ts';
import { built } from './kept.ts';
import { ranksAfter, type Session } from './session.ts';
import { dropTyped, keepTyped } from './typed.ts';

/** Characters beyond which a text is not compressed at every pause of the typing. */
const LONG_TEXT = 256 * 1024;

/** What an entry holds beside its address. */
export interface Note {
  /** The draft that holds a text too long for an address, or where the reader's own program is kept. */
  draft: string | null;
  /** Name of the file that the text came from. */
  file: string | null;
}

/** Anything may stand in an entry: another version of this page has written it. */
export function noteOf(entry: unknown): Note {
  const held = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : {};
  const text = (name: string): string | null => (typeof held[name] === 'string' ? (held[name] as string) : null);
  return { draft: text('atlasDraft'), file: text('atlasFile') };
}

const entryOf = (note: Note): unknown => (note.draft === null ? null : { atlasDraft: note.draft, ...(note.file === null ? {} : { atlasFile: note.file }) });

const nameOf = (hash: string, { draft, file }: Note): string => JSON.stringify([hash, draft, file]);

/** The entry at hand, by all that tells it from another; at build there is none. */
export const entryNow = (): string => (built ? '' : nameOf(location.hash, noteOf(history.state)));

/** Which entry is drawn; `left`: the reader has gone to another, which is being opened. */
export interface Drawn {
  entry: string;
  left: boolean;
}

/** Calls `go` when the reader goes to another entry of the history, or writes another address. */
export function useEntries(drawn: { current: Drawn }, go: () => void): void {
  useLayoutEffect(() => {
    const changed = () => {
      const entry = entryNow();
      if (entry === drawn.current.entry) return;
      drawn.current = { entry, left: true };
      go();
    };
    // Two entries of one address are told of by the first alone.
    addEventListener('popstate', changed);
    addEventListener('hashchange', changed);
    return () => {
      removeEventListener('popstate', changed);
      removeEventListener('hashchange', changed);
    };
  }, [drawn, go]);
}

/**
 * Writes the entry from what is drawn.
 *
 * @param now true: at once, since the entry is a new one
 * @param rests the address could not be read: it stands as it was typed until the reader does something
 */
export function useEntry(drawn: { current: Drawn }, session: Session, state: LabState, { now, rests }: { now: boolean; rests: boolean }) {
  const { text, draft, program, file } = session;
  // Typed, and not drawn yet: a page may be left before that.
  const ahead = useRef<{ text: string; ranks: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once this text is drawn nothing is ahead of it
  useLayoutEffect(() => {
    ahead.current = null;
  }, [text]);
  const flush = useRef<(leaving?: boolean) => void>(() => {});
  const fresh = useRef(now);
  const first = useRef(rests ? state : null);
  useLayoutEffect(() => {
    const write = (): boolean => {
      if (drawn.current.left) return false;
      const typed = ahead.current;
      if (first.current === state && !typed) return false;
      const all = typed ? { ...state, source: typed.text, options: { ...state.options, worldSize: typed.ranks } } : state;
      const asked = headerOf(typed?.text ?? text).worldSize;
      // A text that no address holds is found again, by a reload or by Back, in the draft that this entry names. Of a very
      // long one it is not even tried.
      const tried = (all.source?.length ?? 0) > LONG_TEXT ? null : encodeState(all, asked);
      const long = tried === null || tooLong(tried);
      const hash = `#lab=${long ? encodeState({ ...all, source: null }, asked) : tried}`;
      // So is the place where the reader's own program is kept: what is typed after a reload goes there and not elsewhere.
      const note: Note = { draft: long || program === null ? draft : null, file };
      const entry = nameOf(hash, note);
      if (entry !== entryNow()) history.replaceState(entryOf(note), '', hash);
      drawn.current.entry = entry;
      return true;
    };
    // A reload has taken its address already: what was typed over that one must outlive this page.
    const end = (leaving = false) => {
      clearTimeout(timer);
      if (write() && !leaving) dropTyped();
    };
    const timer = setTimeout(end, 250);
    flush.current = end;
    if (fresh.current) end();
    fresh.current = false;
    return () => clearTimeout(timer);
  }, [state, text, drawn, draft, program, file]);
  // A page that is left is not drawn again: its address is written now.
  useLayoutEffect(() => {
    const left = () => document.visibilityState === 'hidden' && flush.current(true);
    const gone = () => flush.current(true);
    document.addEventListener('visibilitychange', left);
    addEventListener('pagehide', gone);
    return () => {
      document.removeEventListener('visibilitychange', left);
      removeEventListener('pagehide', gone);
    };
  }, []);
  return {
    flush: () => flush.current(),
    /** What comes now is another program than `before`, which this entry keeps; a text too long for an address it cannot. */
    apart(before: LabState): void {
      const text = before.source ?? '';
      const encoded = text.length > LONG_TEXT ? null : encodeState(before, headerOf(text).worldSize);
      if (encoded === null || tooLong(encoded) || drawn.current.left) return;
      flush.current();
      const [hash, note] = [location.hash, history.state as unknown];
      history.replaceState(null, '', `#lab=${encoded}`);
      history.pushState(note, '', hash || location.pathname);
      drawn.current.entry = entryNow();
    },
    /** Tells of a text before it is drawn. */
    typed(next: string): void {
      const ranks = ranksAfter(text, next, state.options.worldSize);
      if (next.length <= MAX_SOURCE) ahead.current = { text: next, ranks };
      keepTyped({ over: location.hash, text: next, ranks });
    },
  };
}

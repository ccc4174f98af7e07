/** What every pane shares: words, the run, the cursor, and how to move it. */
import { createContext, useContext } from 'react';
import type { Move } from '../model/cursor.ts';
import type { RankRun, RunModel } from '../model/run.ts';
import type { Pane } from '../state/address.ts';
import type { Lang, Words } from '../strings.ts';

/** What stays the same from step to step: drawings that read only this are not drawn again when the cursor moves. */
export interface RunContext {
  t: Words;
  lang: Lang;
  /** Prefix of element ids, so that several runs stand on one page. */
  uid: string;
  model: RunModel;
  rank: RankRun;
  go: (m: Move) => void;
  /** Turns to a pane. */
  turn: (pane: Pane) => void;
}

export interface Place {
  /** Cursor from 0, and the followed rank's own step at it (-1: none). */
  cursor: number;
  at: number;
}

export type LabContext = RunContext & Place;

export const RunCtx = createContext<RunContext | null>(null);
export const PlaceCtx = createContext<Place | null>(null);

export function useRun(): RunContext {
  const value = useContext(RunCtx);
  if (!value) throw new Error('a pane needs a run around it');
  return value;
}

/** The run and the place in it. */
export function useLab(): LabContext {
  const run = useRun();
  const place = useContext(PlaceCtx);
  if (!place) throw new Error('a pane needs a run around it');
  return { ...run, ...place };
}

/** Words without a run: the shell before the first one. */
export const WordsCtx = createContext<Words | null>(null);

export function useWords(): Words {
  const value = useContext(WordsCtx);
  if (!value) throw new Error('no words');
  return value;
}

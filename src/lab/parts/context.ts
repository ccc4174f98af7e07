/** What every pane shares: words, the run, the cursor, and how to move it. */
import { createContext, useContext } from 'react';
import type { Move } from '../model/cursor.ts';
import type { RankRun, RunModel } from '../model/run.ts';
import type { Lang, Words } from '../strings.ts';

export interface LabContext {
  t: Words;
  lang: Lang;
  /** Prefix of element ids, so that several runs stand on one page. */
  uid: string;
  model: RunModel;
  rank: RankRun;
  /** Cursor from 0, and the followed rank's own step at it (-1: none). */
  cursor: number;
  at: number;
  go: (m: Move) => void;
}

export const Ctx = createContext<LabContext | null>(null);

export function useLab(): LabContext {
  const value = useContext(Ctx);
  if (!value) throw new Error('a pane needs a run around it');
  return value;
}

/** Words without a run: the shell before the first one. */
export const WordsCtx = createContext<Words | null>(null);

export function useWords(): Words {
  const value = useContext(WordsCtx);
  if (!value) throw new Error('no words');
  return value;
}

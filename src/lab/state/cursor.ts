/** The cursor of a run: where the reader stands, which rank is followed, and playing on. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RunReport } from '../../engine/report/types.ts';
import { move, type Move } from '../model/cursor.ts';
import { indexRun, type RankRun, type RunModel, stepAt } from '../model/run.ts';

export interface CursorState {
  model: RunModel | null;
  rank: RankRun | null;
  cursor: number;
  at: number;
  rankIndex: number;
  setRank: (i: number) => void;
  go: (m: Move) => void;
  playing: boolean;
  setPlaying: (on: boolean) => void;
}

/** A whole run plays in about this many moves, at two a second. */
const PLAY_MOVES = 60;

export function useCursor(report: RunReport | null, source: string, start: number, startRank = 0): CursorState {
  const model = useMemo(() => (report ? indexRun(report, source) : null), [report, source]);
  const [cursor, setCursor] = useState(start);
  const [rankIndex, setRank] = useState(startRank);
  const [playing, setPlaying] = useState(false);
  const index = model ? Math.min(rankIndex, model.ranks.length - 1) : 0;
  const rank = model?.ranks[index] ?? null;
  const bound = model ? Math.max(0, Math.min(cursor, model.length - 1)) : 0;
  const go = useCallback(
    (m: Move) => {
      if (!model || !rank) return;
      setCursor((c) => move(model, rank, Math.max(0, Math.min(c, model.length - 1)), m));
    },
    [model, rank],
  );
  useEffect(() => {
    if (!playing || !model) return;
    const pace = Math.max(1, Math.round(model.length / PLAY_MOVES));
    const timer = setInterval(() => {
      setCursor((c) => {
        if (c >= model.length - 1) {
          setPlaying(false);
          return c;
        }
        return Math.min(model.length - 1, c + pace);
      });
    }, 500);
    return () => clearInterval(timer);
  }, [playing, model]);
  return { model, rank, cursor: bound, at: rank ? stepAt(rank, bound) : -1, rankIndex: index, setRank, go, playing, setPlaying };
}

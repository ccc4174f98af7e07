/**
 * After a run that failed, the reader stands where it did: at the last step of the rank that failed, its line selected; after
 * one that did not, where they stood before, unless they have gone on from there.
 * So too where a run of the build that failed is opened, unless the address names a step.
 */
import { useLayoutEffect, useRef } from 'react';
import type { RunReport } from '../../engine/report/types.ts';
import type { CursorState } from './cursor.ts';

/** @param keep the address names a step: the first report leaves the reader there */
export function useFailure(report: RunReport | null, cur: CursorState, select: (line: number) => void, keep = false): void {
  const seen = useRef<RunReport | null>(null);
  const stay = useRef(keep);
  const before = useRef<{ cursor: number; end: number } | null>(null);
  useLayoutEffect(() => {
    if (report === null || report === seen.current || !cur.model) return;
    seen.current = report;
    const stays = stay.current;
    stay.current = false;
    const was = before.current;
    before.current = null;
    const back = was !== null && cur.cursor === Math.min(was.end, cur.model.length - 1) ? was.cursor : null;
    if (stays) return;
    if (report.error === null) {
      if (back !== null) cur.go({ to: 'step', step: back });
      return;
    }
    const at = cur.model.ranks.findIndex((r) => r.rank === (report.error?.rank ?? 0));
    const rank = cur.model.ranks[Math.max(0, at)];
    if (!rank) return;
    before.current = { cursor: back ?? cur.cursor, end: rank.steps.length - 1 };
    cur.setRank(Math.max(0, at));
    cur.go({ to: 'step', step: rank.steps.length - 1 });
    if (report.error.line !== null) select(report.error.line);
  }, [report, cur, select]);
}

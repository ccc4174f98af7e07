/** Which rank the panes follow; nothing where there is one. */
import type { CursorState } from '../state/cursor.ts';
import { useWords } from './context.ts';

/** `foldsLabel`: on a phone the label gives way. */
export function RankPicker({ cur, foldsLabel = false }: { cur: CursorState; foldsLabel?: boolean }) {
  const t = useWords();
  if (!cur.model || cur.model.ranks.length < 2) return null;
  return (
    <label className="opt2">
      {foldsLabel ? <span className="phonehide">{t('followRank')}</span> : t('followRank')}
      <select value={cur.rankIndex} onChange={(e) => cur.setRank(Number(e.currentTarget.value))}>
        {cur.model.ranks.map((r, i) => (
          <option key={r.rank} value={i}>
            {r.rank}
          </option>
        ))}
      </select>
    </label>
  );
}

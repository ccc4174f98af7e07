/** A tensor as a grid of ink with its figures; the exact one of the cell under the pointer or the arrow keys is told. */
import { memo, useState } from 'react';
import { fill } from '../model/format.ts';
import type { HeatGrid } from '../model/heat.ts';
import { useWords } from './context.ts';

export const Heat = memo(function Heat(props: { grid: HeatGrid; label: string; small?: boolean; tight?: boolean; onCell?: (text: string) => void }) {
  const { grid } = props;
  const t = useWords();
  const [at, setAt] = useState(0);
  const tell = (i: number) => {
    const c = grid.cells[i];
    if (c) props.onCell?.(`${c.at} ${c.exact}`);
  };
  const step: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: grid.cols, ArrowUp: -grid.cols };
  return (
    <div
      className={`heat c${grid.cols}${props.small ? ' blk' : ''}${props.tight ? ' tight' : ''}`}
      role="img"
      aria-label={props.label}
      tabIndex={props.onCell ? 0 : undefined}
      onPointerOver={(e) => {
        const i = (e.target as HTMLElement).dataset.i;
        if (i) tell(Number(i));
      }}
      onFocus={() => tell(at)}
      onKeyDown={(e) => {
        const d = step[e.key];
        if (d === undefined || !props.onCell) return;
        e.preventDefault();
        e.stopPropagation();
        const next = Math.max(0, Math.min(grid.cells.length - 1, at + d));
        setAt(next);
        tell(next);
      }}
    >
      {grid.cells.map((c, i) => (
        // The place in the grid is what the cell is.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <i key={i} data-i={i} className={`v${c.ink}${c.negative ? ' neg' : ''}${i === at && props.onCell ? ' at' : ''}`} title={`${c.at} ${c.exact}`}>
          {c.text}
        </i>
      ))}
      {grid.cut ? <em>{fill(t('cut'), { r: grid.rows, c: grid.cols })}</em> : null}
    </div>
  );
});

/** A tensor as a grid of ink with its figures; the exact one of the cell under the pointer or the arrow keys is told. */
import { Fragment, memo, useState } from 'react';
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
  const { elements, rows, columns } = grid.left;
  const left = [elements ? t('leftElements', { s: elements }) : '', rows ? t('leftRows', { s: rows }) : '', columns ? t('leftColumns', { s: columns }) : '']
    .filter(Boolean)
    .join(', ');
  const step: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: grid.cols, ArrowUp: -grid.cols };
  return (
    <div
      className={`heat c${grid.cols + (grid.gapCol === null ? 0 : 1)}${grid.marks ? ' marked' : ''}${props.small ? ' blk' : ''}${props.tight ? ' tight' : ''}`}
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
      {Array.from({ length: grid.rows }, (_, r) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the grid is what the row is
        <Fragment key={r}>
          {grid.marks ? <b>{grid.marks[r]}</b> : null}
          {grid.cells.slice(r * grid.cols, (r + 1) * grid.cols).map((c, k) => {
            const i = r * grid.cols + k;
            return (
              <Fragment key={c.at}>
                <i data-i={i} className={`v${c.ink}${c.negative ? ' neg' : ''}${i === at && props.onCell ? ' at' : ''}`} title={`${c.at} ${c.exact}`}>
                  {c.text}
                </i>
                {k === grid.gapCol ? <s>…</s> : null}
              </Fragment>
            );
          })}
          {r === grid.gapRow ? <s className="row">⋮</s> : null}
        </Fragment>
      ))}
      {left ? <em>{left}</em> : null}
    </div>
  );
});

/**
 * What the program printed, under its code: each text with the line that printed it, lit with its step. What is still
 * ahead of the cursor stands back. Where the run failed, the error ends it as it would a terminal.
 *
 * Of a long output a stretch around the cursor is drawn, longer at a press; all of it can be copied.
 */
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { unturned } from '../model/highlight.ts';
import { stepKey } from '../model/links.ts';
import { type OutputRow, outputOf, printedBy } from '../model/output.ts';
import type { RankRun } from '../model/run.ts';
import { useLab, useRun } from '../parts/context.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Icon } from '../parts/Icon.tsx';
import { FieldMark, isOwn, Mark } from '../parts/Mark.tsx';
import { Pane } from '../parts/Pane.tsx';
import { count } from '../strings.ts';

/** Rows drawn of a longer output, and by how many a press adds to them. */
const WINDOW = 200;
/** Longest text of one row that is drawn. */
const LONG = 20_000;

/** Something to show: a text, or an error. */
export const hasOutput = (rank: RankRun | null): boolean => rank !== null && (rank.stdout !== '' || rank.error !== null);

/** @param props `dead`: there is nothing yet that would answer a press */
export function OutputPane({ dead }: { dead?: boolean }) {
  const { t, model, rank, at } = useLab();
  const rows = useMemo(() => outputOf(rank), [rank]);
  const done = printedBy(rows, at);
  const ref = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ rank, before: 0, after: 0 });
  const extra = more.rank === rank ? more : { rank, before: 0, after: 0 };
  // By half windows, so that most steps draw no row anew.
  const half = Math.floor(Math.max(0, done - 1) / (WINDOW / 2)) * (WINDOW / 2);
  const first = rows.length <= WINDOW ? 0 : Math.max(0, Math.min(half - WINDOW / 2, rows.length - WINDOW) - extra.before);
  const end = rows.length <= WINDOW ? rows.length : Math.min(rows.length, first + extra.before + WINDOW + extra.after);
  const { error } = rank;
  const drawn = useRef(false);
  const failed = error !== null && at >= rank.steps.length - 1;
  // What was printed last stays in view: the pane scrolls, the page never does.
  useLayoutEffect(() => {
    const box = ref.current?.closest<HTMLElement>('.pb');
    const row = ref.current?.querySelector<HTMLElement>(`[data-row="${done - 1}"]`);
    if (!box) return;
    // At the end of a run that failed its error is what was said last, and its last line says most.
    if (failed) {
      box.scrollTop = box.scrollHeight;
      return;
    }
    // Drawn first it stands at its start: saying so would lay out the page before its time.
    const first = !drawn.current;
    drawn.current = true;
    if (!row) {
      if (done === 0 && !first) box.scrollTop = 0;
      return;
    }
    const top = row.offsetTop - (ref.current?.offsetTop ?? 0);
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top + Math.min(row.offsetHeight, box.clientHeight) - box.clientHeight + 8;
  }, [done, failed]);
  // A limit or a refusal is the engine's own: no mark of PyTorch's output lies over it.
  const own = isOwn(model.report);
  const nothing = rows.length === 0 && error === null;
  return (
    <Pane
      name="output"
      title={t('output')}
      head={nothing ? <span className="lab">{t('printsNothing')}</span> : null}
      end={
        nothing ? null : (
          <>
            {rows.length > 0 ? <CopyButton label={t('copyOutput')} text={() => rank.stdout} className="tool" /> : null}
            {rows.length > 0 || !own ? <FieldMark field="stdout" /> : null}
          </>
        )
      }
    >
      <div className="outrows" ref={ref} dir="ltr" lang="en">
        {first > 0 ? (
          <button type="button" className="tool" onClick={() => setMore({ ...extra, before: extra.before + WINDOW })}>
            {count(t, first, 'nRowsBefore', 'oneRowBefore')}
          </button>
        ) : null}
        {rows.slice(first, end).map((row, k) => (
          <Row key={row.step} row={row} index={first + k} ahead={first + k >= done} dead={dead} />
        ))}
        {end < rows.length ? (
          <button type="button" className="tool" onClick={() => setMore({ ...extra, after: extra.after + WINDOW })}>
            {count(t, rows.length - end, 'nRowsAfter', 'oneRowAfter')}
          </button>
        ) : null}
        {error ? (
          <div className={`oerr${at < rank.steps.length - 1 ? ' ahead' : ''}`} data-k={stepKey(rank.steps.length - 1)}>
            <Icon name="error" />
            {own ? <Mark kind="modelled" reason={t('engineSays')} /> : null}
            <pre>{unturned(error.traceback?.trimEnd() ?? `${error.type}: ${error.message}`)}</pre>
          </div>
        ) : null}
      </div>
    </Pane>
  );
}

const Row = memo(function Row({ row, index, ahead, dead }: { row: OutputRow; index: number; ahead: boolean; dead: boolean | undefined }) {
  const { t, go } = useRun();
  const text = row.text.replace(/\n$/, '');
  return (
    <button
      type="button"
      className={`printed${ahead ? ' ahead' : ''}`}
      data-row={index}
      data-k={stepKey(row.step)}
      data-rove=""
      tabIndex={-1}
      disabled={dead}
      onClick={() => go({ to: 'step', step: row.step })}
    >
      <span className="no">
        <span className="vh">{t('onLine', { n: '' }).trim()} </span>
        {row.line}
      </span>
      <span className="tx">{unturned(text.length > LONG ? `${text.slice(0, LONG)} …` : text)}</span>
    </button>
  );
});

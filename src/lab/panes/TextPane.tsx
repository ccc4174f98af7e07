/** The whole run in words: the alternative to every picture, the same text as the command line prints. */
import { useMemo } from 'react';
import { textOf } from '../../engine/report/text.ts';
import { duration } from '../model/format.ts';
import { unturned } from '../model/highlight.ts';
import type { RankRun, RunModel } from '../model/run.ts';
import { allOnHost } from '../model/partitions.ts';
import { blocksOf, sayIn, withReasons } from '../model/words.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useRun } from '../parts/context.ts';
import { Approx } from '../parts/Icon.tsx';
import { FieldMark } from '../parts/Mark.tsx';
import { Pane } from '../parts/Pane.tsx';
import { useReasons } from '../parts/site.ts';
import { count, type Words } from '../strings.ts';

/** Longest block of output that is drawn. */
const LONG = 20_000;

export function TextPane({ tab }: { tab?: { id: string; labelledBy: string } }) {
  const { t, lang, model, rank, go, turn } = useRun();
  const frameCounts = (f: (typeof rank.frames)[number]) => `${f.name}:${f.line} ${f.graphs.length}/${f.breaks.length}/${f.recompiles.length}`;
  const { report } = model;
  const reasons = useReasons(
    report.frames.flatMap((f) => f.breaks.map((b) => b.id)),
    lang,
  );
  const told = useMemo(() => withReasons(report, reasons), [report, reasons]);
  const blocks = useMemo(() => blocksOf(told, lang), [told, lang]);
  return (
    <Pane name="text" title={t('text')} tab={tab}>
      <div className="words">
        <p>
          <b>{summary(t, model, rank)}.</b> <FieldMark field="ops" />
        </p>
        {rank.frames.length > 1 ? (
          <p>
            <button type="button" className="vn" data-rove="" tabIndex={-1} onClick={() => turn('graphs')}>
              {t('byFunction', { n: rank.frames.length })}
            </button>{' '}
            <span className="mono ltr">{rank.frames.slice(0, 8).map(frameCounts).join('; ') + (rank.frames.length > 8 ? '; …' : '')}</span>
          </p>
        ) : null}
        {report.clock.total > 0 ? (
          <p>
            <Approx label={t('about')} />
            <span className="ltr">{duration(report.clock.total)}</span> <FieldMark field="clock" />
          </p>
        ) : null}
        <p>
          <CopyButton label={t('copyMarkdown')} text={() => textOf(told, sayIn(lang))} className="btn small" />
        </p>
        <div>
          {blocks.map((b, i) => {
            const key = `${b.kind}${i}`;
            if (b.kind === 'heading') {
              return (
                <h3 key={key}>
                  {b.text} {b.field ? <FieldMark field={b.field} /> : null}
                </h3>
              );
            }
            if (b.kind === 'text') return <p key={key}>{b.text}</p>;
            if (b.kind === 'code') {
              return (
                // A long output scrolls, so it takes the keyboard.
                // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
                <pre key={key} className="stdout" lang="en" dir="ltr" tabIndex={0}>
                  {unturned(b.text.length > LONG ? `${b.text.slice(0, LONG)}\n…` : b.text)}
                </pre>
              );
            }
            const { line } = b;
            return (
              <div key={key} className="item" data-k={b.keys || undefined}>
                {line === null ? (
                  b.text
                ) : (
                  <button type="button" className="vn" data-rove="" tabIndex={-1} onClick={() => go({ to: 'line', line })}>
                    {b.text}
                  </button>
                )}
              </div>
            );
          })}
          {report.error?.traceback ? (
            <>
              <h3>
                {t('traceback')} <FieldMark field="error" />
              </h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
              <pre className="stdout" lang="en" dir="ltr" tabIndex={0}>
                {unturned(report.error.traceback)}
              </pre>
            </>
          ) : null}
        </div>
      </div>
    </Pane>
  );
}

/** One line of counts, in the reader's language. */
export function summary(t: Words, model: RunModel, rank: RankRun): string {
  const { report } = model;
  const sum = (f: (row: (typeof rank.frames)[number]) => number) => rank.frames.reduce((a, row) => a + f(row), 0);
  const parts = [count(t, rank.ops.length, 'nOperators', 'oneOperator')];
  if (rank.frames.length > 0) {
    parts.push(
      count(
        t,
        sum((f) => f.graphs.length),
        'nGraphs',
        'oneGraph',
        'noGraph',
      ),
    );
    parts.push(
      count(
        t,
        sum((f) => f.breaks.length),
        'nBreaks',
        'oneBreak',
        'noBreak',
      ),
    );
    parts.push(
      count(
        t,
        sum((f) => f.recompiles.length),
        'nRecompiles',
        'oneRecompile',
        'noRecompile',
      ),
    );
  }
  if (report.device === 'neuron') {
    parts.push(count(t, report.syncs.length, 'nWaits', 'oneWait', 'noWait'));
    if (allOnHost(report)) return [...parts, t('allOnHost')].join(', ');
    parts.push(
      count(
        t,
        report.fallbacks.reduce((a, f) => a + f.count, 0),
        'nFallbacks',
        'oneFallback',
        'noFallbacks',
      ),
    );
  }
  return parts.join(', ');
}

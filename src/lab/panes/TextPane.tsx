/** The whole run in words, line by line; copied as Markdown it is the text twin that the command line prints. */
import { useMemo } from 'react';
import { tell } from '../model/words.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useRun } from '../parts/context.ts';
import { Approx } from '../parts/Icon.tsx';
import { FieldMark, Mark } from '../parts/Mark.tsx';
import { Pane } from '../parts/Pane.tsx';

export function TextPane({ tab }: { tab?: { id: string; labelledBy: string } }) {
  const { t } = useRun();
  return (
    <Pane name="text" title={t('text')} tab={tab}>
      <Telling />
    </Pane>
  );
}

export function Telling() {
  const { t, model, rank, go } = useRun();
  const told = useMemo(() => tell(model, rank, t), [model, rank, t]);
  return (
    <div className="words">
      <p>
        <b>{told.summary}.</b> <FieldMark field="ops" />
      </p>
      {told.clock ? (
        <p>
          <Approx label={t('about')} />
          {told.clock} <FieldMark field="clock" />
        </p>
      ) : null}
      {told.sentences.length > 0 ? (
        <ol>
          {told.sentences.map((s, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences in the order of the lines
            <li key={i} data-k={s.keys || undefined}>
              {s.line !== null ? (
                <button type="button" className="vn" data-rove="" tabIndex={-1} onClick={() => go({ to: 'line', line: s.line! })}>
                  <b>{t('onLine', { n: s.line })}.</b>
                </button>
              ) : null}{' '}
              {s.text}
            </li>
          ))}
        </ol>
      ) : null}
      {told.output.map((o) => (
        <section key={o.rank ?? 0}>
          <h3>
            {o.rank === null ? t('output') : t('outputOf', { n: o.rank })} {o === told.output[0] ? <FieldMark field="stdout" /> : null}
          </h3>
          {/* A long output scrolls, so it takes the keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
          <pre className="stdout ltr" tabIndex={0}>
            {o.text.length > 20_000 ? `${o.text.slice(0, 20_000)}\n…` : o.text}
          </pre>
        </section>
      ))}
      {model.report.error?.traceback ? (
        <section>
          <h3>{t('traceback')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
          <pre className="stdout ltr" tabIndex={0}>
            {model.report.error.traceback}
          </pre>
        </section>
      ) : null}
      <p>
        <CopyButton label={t('copyMarkdown')} text={() => markdown(told, t)} className="btn small" />
      </p>
      {told.clock === null && model.report.device === 'neuron' ? <Mark kind="modelled" /> : null}
    </div>
  );
}

function markdown(told: ReturnType<typeof tell>, t: ReturnType<typeof useRun>['t']): string {
  const lines = [`**${told.summary}.**`, ''];
  for (const s of told.sentences) lines.push(`- ${s.line !== null ? `**${t('onLine', { n: s.line })}.** ` : ''}${s.text}`);
  for (const o of told.output) lines.push('', `### ${o.rank === null ? t('output') : t('outputOf', { n: o.rank })}`, '', '```text', o.text.trimEnd(), '```');
  return `${lines.join('\n')}\n`;
}

/**
 * The lab before its scripts: what the first drawing of `Lab` shows for a program of the build, as plain markup. The page
 * serves it; the lab, once it has its run, takes the same places, so nothing moves. It is inert: its code and output
 * can be read, its controls wait.
 */
import { useMemo } from 'react';
import { renderToString } from 'react-dom/server';
import type { RunOptions, RunReport } from '../engine/report/types.ts';
import { indexRun } from './model/run.ts';
import { Bar, Columns } from './Frame.tsx';
import { PlaceCtx, type RunContext, RunCtx, WordsCtx } from './parts/context.ts';
import { Waiting } from './parts/Pane.tsx';
import { OptionFields, RunButton } from './parts/TopBar.tsx';
import { CodePane } from './panes/CodePane.tsx';
import { OutputPane } from './panes/OutputPane.tsx';
import { PANES } from './state/address.ts';
import { type Lang, words } from './strings.ts';
import './whole.ts';

const nothing = (): void => {};
const links = { relight: nothing, subscribe: () => nothing };

export interface StillProps {
  lang: Lang;
  /** Name in `content/programs`, without `.py`. */
  program: string;
  source: string;
  options: RunOptions;
  report: RunReport;
  homeHref: string;
  embed?: boolean;
}

/** As markup. */
export const still = (props: StillProps): string => renderToString(<Still {...props} />);

function Still({ lang, program, source, options, report, homeHref, embed }: StillProps) {
  const t = useMemo(() => words(lang), [lang]);
  const model = indexRun(report, source);
  const rank = model.ranks[0]!;
  const run: RunContext = { t, lang, uid: 'still', model, rank, go: nothing, turn: nothing };
  const line = rank.steps[0]?.line ?? null;
  const waiting = (id: 'values' | 'timeline' | 'graphs' | 'dispatch' | 'text') => <Waiting name={id} title={t(id)} />;
  return (
    <WordsCtx value={t}>
      <RunCtx value={run}>
        <PlaceCtx value={{ cursor: 0, at: 0 }}>
          <div className="tn shell still">
            <Bar
              dead
              home={embed ? null : homeHref}
              name={`${program}.py`}
              onPrograms={nothing}
              controls={
                <>
                  <RunButton status={{ kind: 'idle' }} stale={false} first={false} onRun={nothing} onStop={nothing} />
                  <span className="wideonly">
                    <OptionFields options={options} onChange={nothing} />
                  </span>
                </>
              }
            />
            <div className="notices" />
            <section className="ptabs">
              <div className="tabs">
                {PANES.map((id) => (
                  <span key={id} className={id === 'code' ? 'on' : undefined}>
                    {t(id)}
                  </span>
                ))}
              </div>
            </section>
            <Columns
              code={
                <CodePane
                  text={source}
                  model={model}
                  rank={rank}
                  ranText={source}
                  line={line}
                  selected={null}
                  onLine={nothing}
                  editing={false}
                  onEdit={nothing}
                  links={links}
                  wraps
                />
              }
              output={<OutputPane dead />}
              values={waiting('values')}
              timeline={waiting('timeline')}
              low={
                <>
                  {waiting('graphs')}
                  {waiting('dispatch')}
                  {waiting('text')}
                </>
              }
            />
            <footer className="foot2" />
          </div>
        </PlaceCtx>
      </RunCtx>
    </WordsCtx>
  );
}

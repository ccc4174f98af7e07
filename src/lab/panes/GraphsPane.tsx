/**
 * What torch.compile made: functions, their graphs node by node on a rail, breaks as tears between two sheets with
 * reason and cure, guards, recompiles by call. A stage has a tab where the report holds it.
 */
import { memo, useId, useLayoutEffect, useMemo, useState } from 'react';
import type { FrameRow, GraphRow } from '../../engine/report/types.ts';
import { shapeText, shortDtype } from '../model/format.ts';
import { unturned } from '../model/highlight.ts';
import { type FramePart, nodeText, partsOf, stagesOf } from '../model/graphs.ts';
import { breakKey, graphKeyOf, lineKey, nodeKey, stepsOfKey } from '../model/links.ts';
import { nodesOf } from '../../engine/report/nodes.ts';
import { count, type StringKey } from '../strings.ts';
import { useLab, useRun } from '../parts/context.ts';
import { FieldMark } from '../parts/Mark.tsx';
import { Glyph } from '../parts/Meaning.tsx';
import { Pane } from '../parts/Pane.tsx';
import { useExplained, useSite } from '../parts/site.ts';

const STAGE_WORD: Record<string, StringKey> = { captured: 'stageCaptured', aot: 'stageAot', aotBackward: 'stageAotBackward' };

/** Nodes drawn of one graph before the rest is folded away. */
const MANY = 200;

export function GraphsPane({ tab }: { tab?: { id: string; labelledBy: string } }) {
  const { t, rank, at } = useLab();
  const frames = rank.frames;
  const here = rank.steps[at]?.frame;
  const [chosen, choose] = useState(0);
  const [guards, setGuards] = useState(false);
  const [stage, setStage] = useState<string>('aot');
  // Stepping into another compiled function turns to it.
  useLayoutEffect(() => {
    if (here !== undefined) choose(here);
  }, [here]);
  const f = Math.min(chosen, Math.max(0, frames.length - 1));
  const frame = frames[f];
  const stages = useMemo(() => (frame ? stagesOf(frame) : []), [frame]);
  const shownStage = stages.includes(stage) ? stage : (stages[0] ?? 'aot');
  return (
    <Pane
      name="graphs"
      title={t('graphs')}
      tab={tab}
      end={
        frame && ((frame.guards?.length ?? 0) > 0 || frame.recompiles.length > 0) ? (
          <button type="button" className="tool" aria-pressed={guards} onClick={() => setGuards(!guards)}>
            {t('guards')}
          </button>
        ) : null
      }
    >
      {!frame ? <p className="cap first">{t('noFrames')}</p> : null}
      {frames.length > 1 ? <Functions frames={frames} chosen={f} choose={choose} /> : null}
      {frame && stages.length > 1 && !guards ? (
        <fieldset className="stages">
          <legend className="vh">{t('stages')}</legend>
          {stages.map((s) => (
            <button type="button" key={s} aria-pressed={s === shownStage} onClick={() => setStage(s)}>
              {STAGE_WORD[s] ? t(STAGE_WORD[s]) : s}
            </button>
          ))}
        </fieldset>
      ) : null}
      {frame ? <Summary frame={frame} /> : null}
      {frame && guards ? <Guards frame={frame} /> : null}
      {frame && !guards ? <Parts f={f} stage={shownStage} /> : null}
    </Pane>
  );
}

/** The compiled functions with what each of them has: which of them the counts of the whole run come from. */
function Functions({ frames, chosen, choose }: { frames: readonly FrameRow[]; chosen: number; choose: (f: number) => void }) {
  const { t } = useRun();
  return (
    <div className="frames">
      <table className="pl">
        <thead>
          <tr>
            <th scope="col">{t('compiledFunction')}</th>
            {(['line', 'graphs', 'breaksN', 'recompiles'] as const).map((word) => (
              <th key={word} scope="col" className="n">
                {t(word).replace('Recompiles', 'Re\u00adcompiles')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {frames.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: frames are their place in the report
            <tr key={i} className={i === chosen ? 'on' : undefined}>
              <td>
                <button type="button" className="vn mono ltr" data-rove="" tabIndex={-1} aria-pressed={i === chosen} onClick={() => choose(i)}>
                  {row.name}
                </button>
              </td>
              {[row.line, row.graphs.length, row.breaks.length, row.recompiles.length].map((n, k) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns stand in order
                <td key={k} className="n">
                  {n}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Summary({ frame }: { frame: FrameRow }) {
  const { t } = useRun();
  const says = useId();
  return (
    <div className="gfoot">
      <p>
        <b className="mono ltr">{frame.name}</b>: <b>{count(t, frame.graphs.length, 'nGraphs', 'oneGraph', 'noGraph')}</b>,{' '}
        {count(t, frame.breaks.length, 'nBreaks', 'oneBreak', 'noBreak')}, {count(t, frame.recompiles.length, 'nRecompiles', 'oneRecompile', 'noRecompile')}{' '}
        <FieldMark field="frames" />
      </p>
      {frame.skipped ? <p>{t('skippedFrame')}</p> : null}
      {frame.compiles.length > 1 ? (
        <div className="percalls">
          <span id={says}>{t('compilesPerCall')}</span>
          <ol className="percall" aria-labelledby={says}>
            {frame.compiles.slice(0, 24).map((n, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a call is its number
              <li key={i} className={n > 0 ? 'on' : undefined} title={`${t('callN', { n: i + 1 })}: ${count(t, n, 'nGraphs', 'oneGraph', 'noGraph')}`}>
                <span className="vh">{t('callN', { n: i + 1 })}: </span>
                {n}
              </li>
            ))}
            {frame.compiles.length > 24 ? <li>…</li> : null}
          </ol>
        </div>
      ) : null}
    </div>
  );
}

const Parts = memo(function Parts({ f, stage }: { f: number; stage: string }) {
  const { rank } = useRun();
  const parts = useMemo(() => partsOf(rank, f), [rank, f]);
  return (
    <>{parts.map((p) => (p.kind === 'graph' ? <Graph key={`g${p.index}`} f={f} part={p} stage={stage} /> : <Break key={`b${p.index}`} f={f} part={p} />))}</>
  );
});

function Graph({ f, part, stage }: { f: number; part: Extract<FramePart, { kind: 'graph' }>; stage: string }) {
  const { t, model, rank, go } = useRun();
  const { graph, index } = part;
  const key = graphKeyOf(f, index);
  const to = (k: string) => {
    const step = stepsOfKey(model, rank, k)[0];
    if (step !== undefined) go({ to: 'step', step });
  };
  const nodes = nodesOf(graph) ?? [];
  const ins = nodes.filter((n) => n.op === 'placeholder').map((n) => n.name);
  const recompile = rank.frames[f]!.recompiles.find((r) => r.call === part.call);
  const refused = useMemo(() => new Set(stepsOfKey(model, rank, key).flatMap((i) => rank.steps[i]?.refused ?? [])), [model, rank, key]);
  return (
    <div className="gbox">
      <button type="button" className="gh" data-k={key} data-rove="" tabIndex={-1} onClick={() => to(key)}>
        <Glyph shape="comp" />
        <b>{t('graphN', { n: index })}</b>
        <span>
          {[
            ins.length > 0 ? t('inputs', { n: ins.length <= 4 ? ins.join(', ') : ins.length }) : '',
            part.call !== null && rank.frames[f]!.compiles.length > 1 ? t('fromCall', { n: part.call }) : '',
          ]
            .filter(Boolean)
            .join('; ')}
        </span>
      </button>
      {recompile && part.call !== null && part.call > 1 ? <p className="guardline ltr">{unturned(recompile.guard)}</p> : null}
      <Body f={f} index={index} graph={graph} stage={stage} to={to} />
      {refused.size > 0 ? (
        <p className="refused">
          {t('graphRefused')} <RefusedOps rows={[...refused]} /> <FieldMark field="fallbacks" />
        </p>
      ) : null}
    </div>
  );
}

/** Operators with the codes of their refusals, which lead to their pages. */
function RefusedOps({ rows }: { rows: readonly string[] }) {
  const site = useSite();
  return (
    <span className="ltr mono">
      {rows.map((row) => {
        const [op, code] = row.split(' ');
        return (
          <span key={row}>
            {op} {site ? <a href={site.href(`/errors/${code}/`)}>{code}</a> : code}{' '}
          </span>
        );
      })}
    </span>
  );
}

function Body(props: { f: number; index: number; graph: GraphRow; stage: string; to: (key: string) => void }) {
  const { t } = useRun();
  const { f, index, graph, stage } = props;
  const [all, setAll] = useState(false);
  const drawn = nodesOf(graph, stage);
  if (drawn) {
    const nodes = drawn.map((node, n) => ({ node, n })).filter((x) => x.node.op !== 'placeholder' && x.node.op !== 'output');
    const shown = all ? nodes : nodes.slice(0, MANY);
    return (
      <>
        {shown.map(({ node, n }, i) => {
          // Links go to the forward graph: its nodes are what the steps of a launch are.
          const key = stage === 'aot' ? nodeKey(f, index, n) : node.line !== null ? lineKey(node.line) : graphKeyOf(f, index);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a row of a drawing, chosen like a button
            <div
              key={node.name}
              className="node"
              data-k={key}
              data-rove=""
              role="button"
              tabIndex={-1}
              onClick={() => props.to(key)}
              onKeyDown={(e) => {
                if (e.key === 'Enter') props.to(key);
              }}
            >
              <Rail first={i === 0} last={i === shown.length - 1} />
              <span>{nodeText(node)}</span>
              <i>
                {shapeText(node.shape)} {shortDtype(node.dtype)}
              </i>
            </div>
          );
        })}
        {nodes.length > shown.length ? (
          <button type="button" className="tool" onClick={() => setAll(true)}>
            {t('nOperators', { n: nodes.length })}
          </button>
        ) : null}
      </>
    );
  }
  const text = graph.text?.[stage];
  if (text) return <pre className="ir ltr">{text}</pre>;
  const ops = stage === 'aot' ? graph.ops : stage === 'aotBackward' ? (graph.backward ?? null) : undefined;
  if (ops === null && stage === 'aot') return <p className="cap">{t('nullGraph')}</p>;
  if (!ops) return <p className="cap">{t('noStage')}</p>;
  return (
    <>
      {ops.map((op, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is in order and does not change
        <div key={i} className="node">
          <Rail first={i === 0} last={i === ops.length - 1} />
          <span>{op.replace(/\.default$/, '')}</span>
          <i />
        </div>
      ))}
    </>
  );
}

function Rail({ first, last }: { first: boolean; last: boolean }) {
  return (
    <svg className="rail" viewBox="0 0 22 22" aria-hidden="true">
      <path d={`M11 ${first ? 11 : 0}V${last ? 11 : 22}`} />
      <circle cx="11" cy="11" r="3.5" />
    </svg>
  );
}

function Break({ f, part }: { f: number; part: Extract<FramePart, { kind: 'break' }> }) {
  const { t, lang, model, rank, go } = useRun();
  const { row } = part;
  const site = useSite();
  const key = breakKey(f, part.index);
  // The report speaks English; the catalogue has the reader's language.
  const own = useExplained(lang === 'en' ? {} : { id: row.id });
  const said = own && own.lang === lang ? own : null;
  const to = () => {
    const step = stepsOfKey(model, rank, key)[0] ?? stepsOfKey(model, rank, lineKey(row.line))[0];
    if (step !== undefined) go({ to: 'step', step });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: holds paragraphs, which a button may not
    <div
      className="brk"
      data-k={key}
      data-rove=""
      role="group"
      tabIndex={-1}
      onClick={to}
      onKeyDown={(e) => {
        if (e.key === 'Enter') to();
      }}
    >
      <svg viewBox="0 0 14 60" preserveAspectRatio="none" aria-hidden="true">
        <path d="M7 0l-5 7 10 9-10 9 10 9-10 9 10 9-5 8" />
      </svg>
      <div>
        <p>
          <b>
            {t('breakOn', { n: row.line })},{' '}
            {site && /^GB\d+$/.test(row.id) ? (
              <a className="ltr" href={site.href(`/errors/${row.id}/`)} onClick={(e) => e.stopPropagation()} onKeyDown={(e) => e.stopPropagation()}>
                {row.id}
              </a>
            ) : (
              <span className="ltr">{row.id}</span>
            )}
          </b>
        </p>
        {row.reason ? (
          <p className="why" lang={said ? lang : 'en'} dir={said ? 'auto' : 'ltr'}>
            {said ? said.means : unturned(row.reason)}
          </p>
        ) : null}
        {row.hint ? (
          <p className="cure">
            <b>{t('cure')}</b>{' '}
            {said ? (
              said.cure
            ) : (
              <bdi lang="en" dir="ltr">
                {unturned(row.hint)}
              </bdi>
            )}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function Guards({ frame }: { frame: FrameRow }) {
  const { t } = useRun();
  return (
    <div className="guards">
      {(frame.guards ?? []).length === 0 ? <p className="cap">{t('noGuards')}</p> : null}
      {(frame.guards ?? []).map((entry, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the cache
        <section key={i}>
          <h3>{t('guardsOf', { n: i })}</h3>
          <ul className="ltr">
            {entry.map((g) => (
              <li key={g}>{unturned(g)}</li>
            ))}
          </ul>
        </section>
      ))}
      {frame.recompiles.length > 0 ? (
        <section>
          <h3>{t('recompiles')}</h3>
          <ul>
            {frame.recompiles.map((r, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of the report in order
              <li key={i}>
                {t('callN', { n: r.call })}: <span className="ltr mono">{unturned(r.guard)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

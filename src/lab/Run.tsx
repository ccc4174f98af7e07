/**
 * A run inside an article: the same panes at a smaller size. Code stands beside one chosen view; the address of a step
 * is `#<run-id>~s12`. Options and sharing are the lab's, one link away.
 */
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { headerOf } from '../engine/report/header.ts';
import type { RunOptions, RunReport } from '../engine/report/types.ts';
import { stepKey } from './model/links.ts';
import { PlaceCtx, type RunContext, RunCtx, WordsCtx } from './parts/context.ts';
import { Defs } from './parts/Defs.tsx';
import { Icon } from './parts/Icon.tsx';
import { KeysDialog } from './parts/KeysDialog.tsx';
import { useLinks } from './parts/links.ts';
import { CrashedNotice, ExitNotice, Notice, ShapesNotice, StoppedNotice } from './parts/Notice.tsx';
import { OwnTableNotice } from './parts/OwnTableNotice.tsx';
import { RankPicker } from './parts/RankPicker.tsx';
import { type Site, SiteCtx } from './parts/site.ts';
import { useRoving } from './parts/roving.ts';
import { useStages } from './parts/stages.ts';
import { Tabs } from './parts/Tabs.tsx';
import { RunButton } from './parts/TopBar.tsx';
import { Transport } from './parts/Transport.tsx';
import { CodePane } from './panes/CodePane.tsx';
import { hasOutput, OutputPane } from './panes/OutputPane.tsx';
import { encodeState, type Pane, readRunFragment, runFragment, tooLong } from './state/address.ts';
import { useCursor } from './state/cursor.ts';
import { useKeys } from './state/keys.ts';
import { isBefore, sameOptions, useSession } from './state/session.ts';
import { beforeMark, busyMark } from './parts/before.ts';
import { useFailure } from './state/failure.ts';
import { type Lang, words } from './strings.ts';
import type { EngineClient } from './worker/client.ts';
import { View } from './Workspace.tsx';

export interface RunProps {
  /** Id in the page and in the address. */
  id: string;
  lang: Lang;
  /** Name in `content/programs`, without `.py`. */
  program: string;
  source: string;
  options: RunOptions;
  report: RunReport;
  title?: string | undefined;
  /** View shown first. */
  pane?: string | undefined;
  /** Views offered; those that have something to show when left out. */
  panes?: readonly Exclude<Pane, 'code'>[];
  /** Address of the lab, for "Open in the lab". */
  labHref?: string | undefined;
  html?: readonly string[] | undefined;
  /** Cursor when the address names none. */
  step?: number;
  /** false: drawn ahead of being reached for, outside the page. */
  shown?: boolean;
  /** What the page knows of the site around it. */
  site?: Site | undefined;
  makeClient?: () => EngineClient;
}

/** Height of the figure by the length of the program: fixed, so that turning to another view moves nothing. */
function tall(text: string): string {
  const lines = text.split('\n').length;
  return lines <= 13 ? 'short' : lines <= 22 ? 'mid' : 'long';
}

type ViewId = Exclude<Pane, 'code'>;

/** Views that have something to show for this report. */
export function viewsOf(report: RunReport): ViewId[] {
  const views: ViewId[] = [];
  const neuron = report.device === 'neuron';
  if (neuron) views.push('timeline');
  if (report.frames.length > 0) views.push('graphs');
  views.push('values', 'dispatch');
  if (neuron && (report.partitions.length > 1 || report.fallbacks.length > 0)) views.push('partitions');
  if (report.ranks && report.ranks.length > 1) views.unshift('mesh');
  views.push('text');
  return views;
}

export function Run(props: RunProps) {
  const t = useMemo(() => words(props.lang), [props.lang]);
  return (
    <WordsCtx value={t}>
      <SiteCtx value={props.site ?? null}>
        <Figure {...props} />
      </SiteCtx>
    </WordsCtx>
  );
}

function Figure(props: RunProps) {
  const { id, lang } = props;
  const t = useMemo(() => words(lang), [lang]);
  const uid = useId().replace(/[^\w-]/g, '');
  const root = useRef<HTMLElement>(null);
  const [session, act] = useSession({ program: props.program, original: props.source, options: props.options, report: props.report }, props.makeClient);
  const { report, ran, text, options, status } = session;
  const cur = useCursor(report, ran?.text ?? '', props.step ?? 0);
  const { model, rank, cursor, at, go } = cur;
  const views = useMemo(() => props.panes ?? (report ? viewsOf(report) : ['text' as const]), [props.panes, report]);
  const [view, setView] = useState<ViewId>(() => ((views as readonly string[]).includes(props.pane ?? '') ? (props.pane as ViewId) : views[0]!));
  const shown = views.includes(view) ? view : views[0]!;
  const turn = useCallback((p: Pane) => {
    if (p !== 'code') setView(p);
  }, []);
  const [editing, setEditing] = useState(false);
  const [selected, setSelected] = useState<number | null>(null);
  const [help, setHelp] = useState(false);
  const stale = ran !== null && (ran.text !== text || !sameOptions(ran.options, options));
  const before = isBefore(session);
  const links = useLinks(root, model, rank, at >= 0 ? stepKey(at) : null);
  useRoving(root);
  const here = props.shown !== false;
  const drawn = useStages(model && here ? 1 : 0);

  // The address names a step of this run: go there, now and whenever it changes.
  useLayoutEffect(() => {
    if (!here) return;
    const follow = () => {
      const step = readRunFragment(location.hash, id);
      if (step !== null) go({ to: 'step', step });
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [id, go, here]);
  const moved = useRef(cursor);
  useLayoutEffect(() => {
    if (!here) moved.current = cursor;
    if (moved.current === cursor) return;
    moved.current = cursor;
    const timer = setTimeout(() => history.replaceState(null, '', runFragment(id, cursor)), 250);
    return () => clearTimeout(timer);
  }, [cursor, id, here]);

  const [named] = useState(() => (props.step ?? 0) > 0 || readRunFragment(location.hash, id) !== null);
  useFailure(report, cur, setSelected, named);

  useKeys(
    () => root.current,
    (a) => {
      if (a === 'run') act.run();
      else if (a === 'help') setHelp(true);
      else if (a === 'edit') setEditing(true);
      else if (a === 'play') cur.setPlaying(!cur.playing);
      else if (a === 'cursor') selected !== null && go({ to: 'line', line: selected });
      else go({ to: a });
    },
  );

  const context = useMemo<RunContext | null>(() => (model && rank ? { t, lang, uid, model, rank, go, turn } : null), [t, lang, uid, model, rank, go, turn]);
  const place = useMemo(() => ({ cursor, at }), [cursor, at]);
  const labHref = (): string => {
    const state = { program: props.program, source: text === props.source ? null : text, options, step: cursor, rank: cur.rankIndex, pane: shown };
    const encoded = encodeState(state, headerOf(text).worldSize);
    return `${props.labHref ?? '/lab'}${tooLong(encoded) ? '' : `#lab=${encoded}`}`;
  };
  const line = rank && at >= 0 ? (rank.steps[at]?.line ?? null) : null;
  const showLine = (n: number) => {
    setSelected(n);
    go({ to: 'line', line: n });
  };
  const body = (
    <>
      <div className={`runstage ${tall(text)}`} {...busyMark(status.kind === 'running')}>
        <div className="codecol">
          <CodePane
            text={text}
            html={props.html ? { text: props.source, lines: props.html } : undefined}
            model={model}
            rank={rank}
            ranText={ran?.text ?? null}
            line={line}
            selected={selected}
            onLine={(n, activate) => (activate ? showLine(n) : setSelected(n))}
            editing={editing}
            onEdit={setEditing}
            onText={act.setText}
            onRun={() => act.run()}
            links={links}
            stale={stale ? t('changedShort') : null}
          />
          {context && hasOutput(rank) ? <OutputPane /> : null}
        </div>
        <div className="panestack">
          <div className="ph tabhead">
            <Tabs items={views.map((v) => ({ id: v, label: t(v) }))} value={shown} onChange={setView} label={t('panes')} prefix={uid} />
          </div>
          {context ? <View id={shown} prefix={uid} relight={links.relight} waiting={drawn < 1} /> : null}
        </div>
      </div>
      {context ? <Transport playing={cur.playing} onPlay={cur.setPlaying} selected={selected} compact /> : null}
    </>
  );
  return (
    <figure className="tn runfig" ref={root} aria-label={props.title ?? t('run')} data-status={status.kind} {...beforeMark(before, t)}>
      <Defs uid={uid} />
      <header className="rh">
        <b>{props.title ?? `${props.program}.py`}</b>
        <RankPicker cur={cur} />
        <span className="end">
          <RunButton status={status} stale={stale} first={false} onRun={() => act.run()} onStop={act.stop} onNear={act.warm} />
          <button type="button" className="tbtn" aria-label={t('keys')} aria-haspopup="dialog" onClick={() => setHelp(true)}>
            ?
          </button>
          <a
            className="btn small"
            href={props.labHref ?? '/lab'}
            onClick={(e) => {
              e.currentTarget.href = labHref();
            }}
          >
            {t('openInLab')}
            <Icon name="open" small />
          </a>
        </span>
      </header>
      <div className="notices">
        {session.fromDraft || text !== props.source ? (
          <Notice
            icon="file"
            title={session.fromDraft && text !== props.source ? t('draftRestored') : t(stale ? 'changed' : 'yourText')}
            actions={
              <button type="button" className="btn small" onClick={() => act.restore('original')}>
                {t('restoreOriginal')}
              </button>
            }
          />
        ) : null}
        {status.kind === 'stopped' ? <StoppedNotice {...status} onLine={showLine} before={before} /> : null}
        {status.kind === 'crashed' ? (
          <CrashedNotice
            message={status.message}
            away={status.away === true}
            again={
              <button type="button" className="btn small" onClick={() => act.run()}>
                {t('runAgain')}
              </button>
            }
          />
        ) : null}
        <OwnTableNotice session={session} onRun={() => act.run()} />
        {report && status.kind === 'idle' ? (
          <>
            <ShapesNotice report={report} onLine={showLine} onAll={() => act.run(undefined, { numbers: 'always' })} />
            <ExitNotice report={report} onLine={showLine} />
          </>
        ) : null}
      </div>
      {context ? (
        <RunCtx value={context}>
          <PlaceCtx value={place}>{body}</PlaceCtx>
        </RunCtx>
      ) : (
        body
      )}
      {help ? <KeysDialog onClose={() => setHelp(false)} /> : null}
    </figure>
  );
}

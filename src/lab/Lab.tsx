/**
 * The lab, full screen: one program, its run, and every view of it. State is in three places only: the session (text,
 * options, report), the cursor, and the address, which is written from the other two.
 */
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { headerOf } from '../engine/report/header.ts';
import { MAX_SOURCE } from '../engine/report/types.ts';
import { Bar } from './Frame.tsx';
import { stepKey } from './model/links.ts';
import { PlaceCtx, type RunContext, RunCtx, WordsCtx } from './parts/context.ts';
import { beforeMark } from './parts/before.ts';
import { Defs } from './parts/Defs.tsx';
import { EndTools } from './parts/EndTools.tsx';
import { Dialog, KeysDialog } from './parts/KeysDialog.tsx';
import { useLinks } from './parts/links.ts';
import { LabNotices } from './parts/LabNotices.tsx';
import { Programs } from './parts/Programs.tsx';
import { RankPicker } from './parts/RankPicker.tsx';
import { settle, useRoving } from './parts/roving.ts';
import { type Site, SiteCtx } from './parts/site.ts';
import { OptionFields, RunButton } from './parts/TopBar.tsx';
import { Transport } from './parts/Transport.tsx';
import { CodePane } from './panes/CodePane.tsx';
import { encodeState, type LabState, type Pane, tooLong } from './state/address.ts';
import { useCursor } from './state/cursor.ts';
import { earlierPrograms, readDraft, takeOwn } from './state/drafts.ts';
import { type Drawn, entryNow, noteOf, useEntries, useEntry } from './state/entry.ts';
import { useFailure } from './state/failure.ts';
import { useKeys } from './state/keys.ts';
import { useLayout } from './state/media.ts';
import { type Early, type Example, type Opening, opening, type Request } from './state/opening.ts';
import { useServed } from './state/served.ts';
import { fileOf, isBefore, sameOptions, useSession } from './state/session.ts';
import { type Lang, words } from './strings.ts';
import type { EngineClient } from './worker/client.ts';
import { Workspace } from './Workspace.tsx';

export interface LabProps {
  lang: Lang;
  examples: readonly Example[];
  /** Where the mark at the start of the bar leads. */
  homeHref?: string;
  /** Opened when the address names none. */
  first?: string;
  early?: Early;
  /** What it opens with, where that is known already. */
  opened?: Opening;
  /** In someone else's page: no home, no theme. */
  embed?: boolean;
  /** What the page knows of the site around it. */
  site?: Site;
  /** Tests give a client with a false worker. */
  makeClient?: () => EngineClient;
}

export function Lab(props: LabProps) {
  const t = useMemo(() => words(props.lang), [props.lang]);
  const [open, setOpen] = useState<{ o: Opening; n: number } | null>(props.opened ? { o: props.opened, n: 1 } : null);
  const given = useRef(props);
  given.current = props;
  const [away, setAway] = useState<Away | null>(null);
  const shown = useRef(open !== null);
  shown.current = open !== null;
  const [drawn] = useState(() => ({ current: { entry: entryNow(), left: false } }));
  const asked = useRef(0);
  const start = useCallback(
    (request: Request, arrived = () => {}) => {
      const mine = ++asked.current;
      void opening(request, given.current).then((o) => {
        if (mine !== asked.current) return; // another was asked for since
        const again = () => start(request, arrived);
        setAway(o.away === undefined ? null : { name: o.away, again, dismiss: () => setAway(null) });
        drawn.current.left = false;
        // What could not be fetched takes the place of nothing that is there.
        if (o.away !== undefined && shown.current) return;
        arrived();
        setOpen((was) => ({ o, n: (was?.n ?? 0) + 1 }));
      });
    },
    [drawn],
  );
  const go = useCallback(() => start({ hash: location.hash, note: noteOf(history.state) }), [start]);
  useEntries(drawn, go);
  useLayoutEffect(() => {
    if (!given.current.opened) start({ hash: location.hash || location.search, note: noteOf(history.state) });
  }, [start]);
  return (
    <WordsCtx value={t}>
      <SiteCtx value={props.site ?? null}>
        {open ? (
          <Shell key={open.n} {...props} opening={open.o} later={open.n > 1} away={away} drawn={drawn} onOpen={start} />
        ) : (
          <div className="tn shell wait" aria-busy="true" />
        )}
      </SiteCtx>
    </WordsCtx>
  );
}

/** A program that was asked for and could not be fetched. */
type Away = { name: string; again: () => void; dismiss: () => void };

function Shell(
  props: LabProps & {
    opening: Opening;
    /** Not the first that this page shows. */
    later: boolean;
    away: Away | null;
    drawn: { current: Drawn };
    onOpen: (request: Request, arrived?: () => void) => void;
  },
) {
  const { lang, opening: first } = props;
  const t = useMemo(() => words(lang), [lang]);
  const uid = useId().replace(/[^\w-]/g, '');
  const root = useRef<HTMLDivElement>(null);
  const layout = useLayout();
  const served = useServed();
  const [session, act] = useSession(first.start, props.makeClient);
  const { report, ran, text, options, program, status } = session;
  const cur = useCursor(report, ran?.text ?? '', first.step, first.rank);
  const [pane, setPane] = useState<Pane>(first.pane);
  const [selected, setSelected] = useState<number | null>(null);
  const kept = useRef(null);
  const [jump, setJump] = useState<{ line: number } | null>(null);
  const [editing, setEditing] = useState(first.fresh !== undefined);
  const [earlier, setEarlier] = useState(first.fresh === 'earlier' ? (earlierPrograms()[0] ?? null) : null);
  const [dialog, setDialog] = useState<'' | 'keys' | { programs: string } | 'options'>('');
  const [problem, setProblem] = useState(first.problem);
  const [tooLongShown, setTooLong] = useState(false);
  const example = props.examples.find((e) => e.id === program);
  const file = fileOf(session);
  const name = program === null && session.file === null ? t('ownProgram') : file;
  const stale = ran !== null && (ran.text !== text || !sameOptions(ran.options, options));
  const { model, rank, cursor, at, go } = cur;
  const line = rank && at >= 0 ? (rank.steps[at]?.line ?? null) : null;

  const links = useLinks(root, model, rank, at >= 0 ? stepKey(at) : null);
  useRoving(root);
  const { relight } = links;
  const onDrawn = useCallback(() => {
    relight();
    if (root.current) settle(root.current);
  }, [relight]);

  useFailure(report, cur, setSelected, first.step > 0 || (first.named && first.start.report !== null));

  // A program without a report of the build runs as soon as it is opened, unless there is nothing in it, or it was stopped
  // before a reload.
  const { run } = act;
  // What the entry at hand last ran, so that another program gets an entry of its own and Back leads to this one.
  const begun = useRef<{ text: string; state: LabState } | null>(null);
  const [ranAgain, setRanAgain] = useState(false);
  const again = (...how: Parameters<typeof run>) => {
    const was = begun.current;
    if (text.trim() !== '' && was !== null && was.text !== text) entry.apart({ ...was.state, source: was.text });
    begun.current = { text, state };
    // What was said about the opening is done with.
    setProblem(null);
    setRanAgain(true);
    run(...how);
  };
  const [rests] = useState(status.kind === 'stopped');
  useLayoutEffect(() => {
    if (!first.start.report && !rests) run();
  }, [first, run, rests]);

  // What was chosen is gone with what it was chosen from: the focus stays in the lab.
  const { later } = props;
  useLayoutEffect(() => {
    if (later && document.activeElement === document.body) root.current?.querySelector<HTMLElement>('.prog')?.focus({ preventScroll: true });
  }, [later]);

  // An address without a text opens the draft where there is one.
  const plain = useMemo(
    () => program !== null && text === session.original && readDraft(session.draft) === null,
    [program, text, session.original, session.draft],
  );
  const state: LabState = useMemo(
    () => ({
      program,
      source: plain ? null : text,
      options,
      step: cursor,
      rank: cur.rankIndex,
      pane,
    }),
    [program, plain, text, options, cursor, cur.rankIndex, pane],
  );
  if (begun.current === null || begun.current.text === text) begun.current = { text, state };
  const entry = useEntry(props.drawn, session, state, { now: props.later && !first.problem, rests: first.problem !== null });
  const onText = (next: string) => {
    entry.typed(next);
    act.setText(next);
  };

  const address = (): string | null => {
    const encoded = encodeState(state, headerOf(text).worldSize);
    if (tooLong(encoded)) {
      setTooLong(true);
      return null;
    }
    return `${location.origin}${location.pathname}#lab=${encoded}`;
  };

  // A dialog says that it was closed when another may be open already.
  const closed = (which: typeof dialog) => setDialog((now) => (now === which ? '' : now));

  const open = (request: Request) => {
    setDialog('');
    entry.flush();
    // A step in the history, so that Back returns to the program at hand.
    props.onOpen(request, () => history.pushState(history.state, '', location.hash || location.pathname));
  };
  const openProgram = (id: string | null, how: { fresh?: true; earlier?: string } = {}) => open({ program: id, ...how });
  const openFile = async (file: File) => {
    setDialog('');
    const content = await file.text();
    if (content.length > MAX_SOURCE) act.refuse(content);
    else open({ file: file.name, text: content, options });
  };

  const onLine = useCallback(
    (n: number, activate: boolean) => {
      setSelected(n);
      if (activate) go({ to: 'line', line: n });
    },
    [go],
  );
  const showLine = (n: number) => {
    setSelected(n);
    if (layout === 'phone') setPane('code');
    go({ to: 'line', line: n });
    setJump({ line: n });
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-line="${n}"]`)?.focus());
  };

  useKeys('page', (a) => {
    if (a === 'run') again();
    else if (a === 'help') setDialog('keys');
    else if (a === 'edit') {
      if (layout === 'phone') setPane('code');
      setEditing(true);
      root.current?.querySelector<HTMLElement>('.cm-content, .plainedit')?.focus();
    } else if (a === 'play') cur.setPlaying(!cur.playing);
    else if (a === 'cursor') selected !== null && go({ to: 'line', line: selected });
    else go({ to: a });
  });

  const context = useMemo<RunContext | null>(() => (model && rank ? { t, lang, uid, model, rank, go, turn: setPane } : null), [t, lang, uid, model, rank, go]);
  const place = useMemo(() => ({ cursor, at }), [cursor, at]);
  const empty = (
    <div className="empty">
      {status.kind === 'running' ? null : (
        <p>
          <b>{t('notRunYet')}</b>
        </p>
      )}
      <p className="quiet">
        {t(text.trim() === '' ? 'emptyProgram' : status.kind === 'running' ? (status.began !== undefined ? 'firstRun' : 'loadingEngine') : 'notRunHint')}
      </p>
    </div>
  );
  const body = (
    <>
      <Workspace
        layout={layout}
        pane={pane}
        onPane={setPane}
        ready={context !== null}
        ranks={model?.ranks.length ?? 1}
        empty={empty}
        relight={relight}
        onDrawn={onDrawn}
        prefix={uid}
        busy={status.kind === 'running'}
        served={served}
        code={(tab) => (
          <CodePane
            text={text}
            html={example?.html ? { text: session.original, lines: example.html } : undefined}
            model={model}
            rank={rank}
            ranText={ran?.text ?? null}
            line={line}
            selected={selected}
            onLine={onLine}
            jump={jump}
            editing={editing}
            kept={kept}
            onEdit={served ? undefined : setEditing}
            onText={onText}
            onRun={() => again()}
            links={links}
            wraps
            stale={stale ? t(ran?.text !== text ? 'changed' : 'optionsChanged') : null}
            tab={tab}
          />
        )}
      />
      <footer className="foot2">{context && !served ? <Transport playing={cur.playing} onPlay={cur.setPlaying} selected={selected} /> : null}</footer>
    </>
  );

  const fields = <OptionFields options={options} onChange={act.setOptions} />;

  return (
    <div
      className={`tn shell ${served ? 'still' : layout}`}
      ref={root}
      {...(served ? {} : { 'data-program': program ?? '', 'data-status': status.kind, 'data-exit': report?.exit, ...beforeMark(isBefore(session), t) })}
    >
      {served ? null : <Defs uid={uid} />}
      <h1 className="vh">{`${t('lab')}: ${(text === session.original && example?.title) || name}`}</h1>
      <Bar
        dead={served}
        home={props.embed ? null : (props.homeHref ?? '/')}
        name={name}
        onPrograms={() => setDialog({ programs: '' })}
        controls={
          <>
            <RunButton
              status={status}
              stale={stale}
              first={report === null}
              onRun={() => again()}
              onStop={act.stop}
              onNear={act.warm}
              disabled={text.trim() === ''}
            />
            {served ? <span className="wideonly">{fields}</span> : layout === 'wide' ? fields : null}
            {served ? null : <RankPicker cur={cur} foldsLabel />}
          </>
        }
      >
        {served ? null : (
          <EndTools
            file={file}
            text={text}
            model={model}
            address={address}
            onOptions={() => setDialog('options')}
            onKeys={() => setDialog('keys')}
            theme={!props.embed}
          />
        )}
      </Bar>
      {served ? (
        <div className="notices" />
      ) : (
        <LabNotices
          session={session}
          act={{ ...act, run: again }}
          problem={problem}
          restored={first.restored && !ranAgain && problem === null}
          onPrograms={(query) => setDialog({ programs: query })}
          earlier={earlier}
          onEarlier={(put) => {
            if (put && earlier !== null) {
              takeOwn(earlier);
              act.setText(earlier);
            }
            setEarlier(null);
          }}
          onProblem={setProblem}
          linkTooLong={tooLongShown}
          onLinkTooLong={setTooLong}
          file={file}
          onLine={showLine}
          away={props.away}
        />
      )}
      {context ? (
        <RunCtx value={context}>
          <PlaceCtx value={place}>{body}</PlaceCtx>
        </RunCtx>
      ) : (
        body
      )}
      {dialog === 'keys' ? <KeysDialog onClose={() => closed('keys')} /> : null}
      {typeof dialog === 'object' ? (
        <Programs
          query={dialog.programs}
          examples={props.examples}
          current={program}
          onOpen={openProgram}
          onNew={() => openProgram(null, { fresh: true })}
          onEarlier={(earlier) => openProgram(null, { earlier })}
          onFile={(f) => void openFile(f)}
          onClose={() => closed(dialog)}
        />
      ) : null}
      {dialog === 'options' ? (
        <Dialog label={t('options')} onClose={() => closed('options')}>
          <div className="optlist">
            <OptionFields options={options} onChange={act.setOptions} all />
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}

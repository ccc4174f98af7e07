/** Everything the lab has to say above its panes: addresses, drafts, files, and how the last run ended. */
import { useMemo, useState } from 'react';
import { MAX_SOURCE } from '../../engine/report/types.ts';
import type { Problem } from '../state/opening.ts';
import { isBefore, type Session, type SessionActions } from '../state/session.ts';
import { BUDGET_SECONDS, LONG_SECONDS } from '../worker/client.ts';
import { download } from './CopyButton.tsx';
import { useWords } from './context.ts';
import { CrashedNotice, ExitNotice, Notice, ShapesNotice, StoppedNotice } from './Notice.tsx';
import { OwnTableNotice } from './OwnTableNotice.tsx';

export function LabNotices(props: {
  session: Session;
  act: SessionActions;
  problem: Problem | null;
  /** The text is the reader's own, kept from another time. */
  restored: boolean;
  /** The reader's program before the new one, while it is offered. */
  earlier: string | null;
  onEarlier: (put: boolean) => void;
  onProblem: (none: null) => void;
  /** The list of programs, opened to look for one. */
  onPrograms: (query: string) => void;
  linkTooLong: boolean;
  onLinkTooLong: (on: boolean) => void;
  /** Name of the program's file. */
  file: string;
  onLine: (line: number) => void;
  /** A program that was asked for and could not be fetched. */
  away: { name: string; again: () => void; dismiss: () => void } | null;
}) {
  const t = useWords();
  const { session, act, problem, onProblem, linkTooLong, onLinkTooLong, file } = props;
  const { status, report, text } = session;
  const [kept, setKept] = useState(true);
  const restored = kept && props.restored;
  return (
    <div className="notices">
      {props.earlier !== null ? (
        <Notice
          icon="file"
          title={t('newKept')}
          onDismiss={() => props.onEarlier(false)}
          actions={
            <button type="button" className="btn small" onClick={() => props.onEarlier(true)}>
              {t('putBack')}
            </button>
          }
        />
      ) : null}
      {props.away ? (
        <Notice
          urgent
          title={t('programAway', { name: props.away.name })}
          onDismiss={props.away.dismiss}
          actions={
            <button type="button" className="btn small" onClick={props.away.again}>
              {t('tryAgain')}
            </button>
          }
        />
      ) : null}
      {problem ? (
        <Notice
          title={problem.says}
          onDismiss={() => onProblem(null)}
          actions={
            problem.asked === undefined ? null : (
              <button type="button" className="btn small" onClick={() => props.onPrograms(problem.asked ?? '')}>
                {t('nearPrograms')}
              </button>
            )
          }
        >
          <span className="cure">{problem.cure}</span>
          <code className="msg ltr">{problem.typed}</code>
        </Notice>
      ) : null}
      {restored ? (
        <Notice
          icon="file"
          title={t('draftRestored')}
          onDismiss={() => setKept(false)}
          actions={
            <button type="button" className="btn small" onClick={() => act.restore(session.fromDraft ? 'original' : 'mine')}>
              {t(session.fromDraft ? 'restoreOriginal' : 'restoreMine')}
            </button>
          }
        />
      ) : null}
      {session.tooLarge !== null ? <TooLargeNotice text={session.tooLarge} act={act} file={file} /> : null}
      {linkTooLong ? (
        <Notice
          title={t('linkTooLong')}
          onDismiss={() => onLinkTooLong(false)}
          actions={
            <button type="button" className="btn small" onClick={() => download(file, text, 'text/x-python')}>
              {t('saveFile')}
            </button>
          }
        />
      ) : null}
      {session.draftKept ? null : <Notice title={t('draftNotKept')} />}
      {status.kind === 'stopped' ? (
        <StoppedNotice
          {...status}
          onLine={props.onLine}
          before={isBefore(session)}
          shapes={
            status.by === 'budget' && session.options.numbers !== false ? (
              <button type="button" className="btn small" onClick={() => act.run(BUDGET_SECONDS, { numbers: false })}>
                {t('runShapes')}
              </button>
            ) : null
          }
          again={
            status.by === 'budget' && status.seconds < LONG_SECONDS ? (
              <button type="button" className="btn small" onClick={() => act.run(LONG_SECONDS)}>
                {t('moreTime', { s: LONG_SECONDS })}
              </button>
            ) : (
              <button type="button" className="btn small" onClick={() => act.run(BUDGET_SECONDS)}>
                {t(status.by === 'before' ? 'run' : 'runAgain')}
              </button>
            )
          }
        />
      ) : null}
      {status.kind === 'crashed' ? (
        <CrashedNotice
          message={status.message}
          away={status.away === true}
          again={
            <button type="button" className="btn small" onClick={() => act.run(BUDGET_SECONDS)}>
              {t('runAgain')}
            </button>
          }
        />
      ) : null}
      <OwnTableNotice session={session} onRun={() => act.run(BUDGET_SECONDS)} />
      {report && status.kind === 'idle' ? (
        <>
          <ShapesNotice report={report} onLine={props.onLine} onAll={() => act.run(BUDGET_SECONDS, { numbers: 'always' })} />
          <ExitNotice report={report} onLine={props.onLine} />
        </>
      ) : null}
    </div>
  );
}

/** A text that the lab did not take: it can be kept as a file, or its beginning taken, in whole lines. */
function TooLargeNotice({ text, act, file }: { text: string; act: SessionActions; file: string }) {
  const t = useWords();
  const end = text.lastIndexOf('\n', MAX_SOURCE - 1) + 1;
  const start = useMemo(() => text.slice(0, end), [text, end]);
  return (
    <Notice
      urgent
      title={t('tooLarge', { size: text.length.toLocaleString('en'), max: MAX_SOURCE.toLocaleString('en') })}
      onDismiss={() => act.refuse(null)}
      actions={
        <>
          {end > 0 ? (
            <button
              type="button"
              className="btn small"
              onClick={() => {
                act.refuse(null);
                act.setText(start);
              }}
            >
              {t('takeStart', { n: (start.split('\n').length - 1).toLocaleString('en') })}
            </button>
          ) : null}
          <button type="button" className="btn small" onClick={() => download(file, text, 'text/x-python')}>
            {t('saveFile')}
          </button>
        </>
      }
    >
      <span className="cure">{t('tooLargeCure')}</span>
    </Notice>
  );
}

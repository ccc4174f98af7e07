/** Everything the lab has to say above its panes: addresses, drafts, files, and how the last run ended. */
import { MAX_SOURCE } from '../../engine/report/types.ts';
import { isBefore, type Session, type SessionActions } from '../state/session.ts';
import { BUDGET_SECONDS, LONG_SECONDS } from '../worker/client.ts';
import { download } from './CopyButton.tsx';
import { useWords } from './context.ts';
import { CrashedNotice, ExitNotice, Notice, ShapesNotice, StoppedNotice } from './Notice.tsx';
import { OwnTableNotice } from './OwnTableNotice.tsx';

export function LabNotices(props: {
  session: Session;
  act: SessionActions;
  problem: string | null;
  /** The reader's program before the new one, while it is offered. */
  earlier: string | null;
  onEarlier: (put: boolean) => void;
  onProblem: (text: string | null) => void;
  linkTooLong: boolean;
  onLinkTooLong: (on: boolean) => void;
  /** Name of the program's file, without its ending. */
  file: string;
  onLine: (line: number) => void;
  /** A program that was asked for and could not be fetched. */
  away: { name: string; again: () => void; dismiss: () => void } | null;
}) {
  const t = useWords();
  const { session, act, problem, onProblem, linkTooLong, onLinkTooLong, file } = props;
  const { status, report, text } = session;
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
          title={problem}
          onDismiss={() => onProblem(null)}
          actions={
            session.fromDraft ? (
              <button
                type="button"
                className="btn small"
                onClick={() => {
                  act.restore('original');
                }}
              >
                {t('restoreOriginal')}
              </button>
            ) : problem === t('draftRestored') ? (
              <button type="button" className="btn small" onClick={() => act.restore('mine')}>
                {t('restoreMine')}
              </button>
            ) : null
          }
        />
      ) : null}
      {session.tooLarge !== null ? (
        <Notice
          urgent
          title={t('tooLarge', { size: session.tooLarge.length.toLocaleString('en'), max: MAX_SOURCE.toLocaleString('en') })}
          onDismiss={() => act.refuse(null)}
          actions={
            <button type="button" className="btn small" onClick={() => download('program.py', session.tooLarge ?? '', 'text/x-python')}>
              {t('saveFile')}
            </button>
          }
        />
      ) : null}
      {linkTooLong ? (
        <Notice
          title={t('linkTooLong')}
          onDismiss={() => onLinkTooLong(false)}
          actions={
            <button type="button" className="btn small" onClick={() => download(`${file}.py`, text, 'text/x-python')}>
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

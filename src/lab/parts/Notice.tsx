/** What the reader must know about a run that did not go to its end: what, where, and what to do. */
import type { ReactNode } from 'react';
import type { ReportError, RunReport } from '../../engine/report/types.ts';
import { unturned } from '../model/highlight.ts';
import { useWords } from './context.ts';
import { type Topic, useExplained, useSite } from './site.ts';
import { COUNTED, hasNumbers, limitOf, topicOf } from './topic.ts';
import { Icon, type IconName } from './Icon.tsx';
import type { StringKey } from '../strings.ts';

export function Notice(props: { icon?: IconName; title: ReactNode; children?: ReactNode; actions?: ReactNode; onDismiss?: () => void; urgent?: boolean }) {
  const t = useWords();
  return (
    <div className="notice" role={props.urgent ? 'alert' : 'status'}>
      <Icon name={props.icon ?? 'error'} />
      <div className="say">
        <b>{props.title}</b>
        {props.children}
      </div>
      {props.actions ? <div className="acts">{props.actions}</div> : null}
      {props.onDismiss ? (
        <button type="button" className="tool" aria-label={t('dismiss')} onClick={props.onDismiss}>
          <Icon name="cross" />
        </button>
      ) : null}
    </div>
  );
}

const EXIT: Record<Exclude<RunReport['exit'], 'ok'>, { word: StringKey; cure: StringKey | null }> = {
  error: { word: 'exitError', cure: null },
  hang: { word: 'exitHang', cure: 'cureHang' },
  unsupported: { word: 'exitUnsupported', cure: 'cureUnsupported' },
  limit: { word: 'exitLimit', cure: 'cureLimit' },
};

/** A hang in which every rank waits for a message of one other, and no collective is in play. */
const inPairs = (r: RunReport): boolean => r.hang?.waits.every(({ op }) => /^i?(send|recv)\b/.test(op)) === true;

/** What helps, by how the run ended. */
function cureOf(report: RunReport): StringKey | null {
  if (report.exit === 'ok') return null;
  if (report.exit === 'unsupported' && !hasNumbers(report)) return 'cureNeedsNumber';
  if (report.exit === 'limit' && limitOf(report) === 'steps') return 'cureSteps';
  if (report.exit === 'limit' && !ofNumbers(report)) return null;
  return inPairs(report) ? 'cureHangPair' : EXIT[report.exit].cure;
}

/** The limit met is one of numbers: on shapes alone the program goes past it. */
function ofNumbers(report: RunReport): boolean {
  const name = limitOf(report);
  return hasNumbers(report) && name !== undefined && Object.hasOwn(COUNTED, name);
}

/** The text could not be read: Python's own traceback of that has no call in it, for nothing was called. */
const unread = (r: RunReport): boolean => r.exit === 'error' && r.error?.traceback?.startsWith('  File ') === true;

/** What an error says, not too much of it. */
function said({ message }: ReportError): string {
  return unturned(message.length > 600 ? `${message.slice(0, 600)} …` : message);
}

/** Exceptions that Python's own documentation explains. What PyTorch raises is mostly RuntimeError, which says nothing there. */
const PYTHON =
  /^(Assertion|Attribute|EOF|FileNotFound|Import|Indentation|Index|Key|ModuleNotFound|Name|NotImplemented|OS|Overflow|Recursion|Syntax|Tab|Type|UnboundLocal|UnicodeDecode|UnicodeEncode|Value|ZeroDivision)Error$/;

/** Nothing ran: no pane stands at a step. */
const UNREAD = /^(Syntax|Indentation|Tab)Error$/;

/** Where a stop is explained, and the first thing to do where nothing better is said already. */
export function Why({ topic, error, cured }: { topic: Topic; error?: ReportError | null; cured?: boolean }) {
  const t = useWords();
  const site = useSite();
  const found = useExplained(topic);
  if (!site || found === undefined) return null;
  if (found)
    return (
      <span className="cure">
        {cured ? null : (
          <>
            <bdi lang={found.lang}>{found.cure}</bdi>{' '}
          </>
        )}
        {t('explained')}{' '}
        <a href={found.href} lang={found.lang}>
          {found.title}
        </a>
      </span>
    );
  if (!error) return null;
  const python = PYTHON.test(error.type);
  return (
    <span className="cure">
      {UNREAD.test(error.type) ? null : `${t('cureError')} `}
      <a href={python ? `https://docs.python.org/3.11/library/exceptions.html#${error.type}` : site.href(`/errors/#q=${encodeURIComponent(said(error))}`)}>
        {python ? t('pythonOn', { type: error.type }) : t('lookUp')}
      </a>
    </span>
  );
}

/** The run went on without numbers: what it passed, where, and how to have them all the same. */
export function ShapesNotice({ report, onLine, onAll }: { report: RunReport; onLine: (line: number) => void; onAll: () => void }) {
  const t = useWords();
  const why = report.shapesAlone;
  if (!why) return null;
  const { line, limit, count } = why;
  const what = COUNTED[limit];
  return (
    <Notice
      icon="options"
      title={
        <>
          {line !== null ? `${t('onLine', { n: line })}: ` : ''}
          {t('shapesAlone')}
        </>
      }
      actions={
        <>
          <button type="button" className="btn small" onClick={onAll}>
            {t('computeAll')}
          </button>
          {line !== null ? (
            <button type="button" className="btn small" onClick={() => onLine(line)}>
              {t('goToLine', { n: line })}
            </button>
          ) : null}
        </>
      }
    >
      <span className="cure">{t('shapesAloneWhy', { count: count.toLocaleString('en'), what: what ? t(what) : limit })}</span>
      <Why topic={{ id: 'LAB-NUMBERS' }} cured />
    </Notice>
  );
}

/** How the run ended, where that was not at the program's end. */
export function ExitNotice({ report, onLine }: { report: RunReport; onLine: (line: number) => void }) {
  const t = useWords();
  if (report.exit === 'ok') return null;
  const e = report.error;
  const word = unread(report) ? 'exitUnread' : EXIT[report.exit].word;
  const cure = cureOf(report);
  const line = e?.line ?? report.hang?.waits[0]?.line ?? null;
  return (
    <Notice
      urgent
      title={
        <>
          {line !== null ? `${t('onLine', { n: line })}: ` : ''}
          {t(word)}
        </>
      }
      actions={
        line !== null ? (
          <button type="button" className="btn small" onClick={() => onLine(line)}>
            {t('goToLine', { n: line })}
          </button>
        ) : null
      }
    >
      {e ? (
        <code className="msg ltr">
          {e.type}: {said(e)}
        </code>
      ) : report.hang ? (
        // One sentence here; the mesh pane has them all.
        <span>{report.hang.text.split('\n')[0]}</span>
      ) : null}
      {cure ? <span className="cure">{t(cure)}</span> : null}
      <Why topic={topicOf(report)} error={report.exit === 'error' ? e : null} cured={cure !== null || report.exit === 'limit'} />
    </Notice>
  );
}

/** A run that the page ended, by hand or after its time: no report, but the line where it stood. */
export function StoppedNotice(props: {
  by: 'reader' | 'budget' | 'before';
  seconds: number;
  line: number | null;
  onLine: (line: number) => void;
  again?: ReactNode;
  /** Without numbers most programs come to their end: offered beside more time. */
  shapes?: ReactNode;
  before?: boolean;
}) {
  const t = useWords();
  const { by, seconds: s, line: n } = props;
  const title =
    by === 'before' ? t('stoppedEarlier') : by === 'reader' ? t('stoppedByReader') : n === null ? t('stoppedByBudget', { s }) : t('stoppedAtLine', { s, n });
  return (
    <Notice
      icon="stop"
      urgent={by !== 'before'}
      title={title}
      actions={
        <>
          {props.again}
          {props.shapes}
          {n !== null ? (
            <button type="button" className="btn small" onClick={() => props.onLine(n)}>
              {t('goToLine', { n })}
            </button>
          ) : null}
        </>
      }
    >
      {props.before ? <span>{t('panesBefore')}</span> : null}
      {by === 'budget' && n !== null ? <span className="cure">{t('stoppedLoop', { n })}</span> : null}
      <span className="cure">{t(by === 'budget' ? 'stoppedCure' : 'stoppedKept')}</span>
      {by === 'budget' ? <Why topic={{ id: 'LAB-TIME' }} cured /> : null}
    </Notice>
  );
}

/** The engine itself came to nothing: by a fault of its own, or because a part of it could not be fetched. */
export function CrashedNotice({ message, away, again }: { message: string; away: boolean; again?: ReactNode }) {
  const t = useWords();
  if (away)
    return (
      <Notice urgent title={t('engineAway')} actions={again}>
        <span className="cure">{t('engineAwayCure')}</span>
      </Notice>
    );
  return (
    <Notice urgent title={t('crashed')} actions={again}>
      <code className="msg ltr">{message}</code>
      <Why topic={{ id: 'LAB-FAULT' }} />
    </Notice>
  );
}

/**
 * Says that the reader's own operator table decides what falls back, so that nobody wonders why a run differs from the
 * page; takes the table away and puts it back. Says too when the run shown does not follow what is kept now.
 */
import { useEffect, useState } from 'react';
import { loadOwn, type OwnTable, removeOwn, saveOwn, watchOwn } from '../state/own-table.ts';
import type { Session } from '../state/session.ts';
import { useWords } from './context.ts';
import { Notice } from './Notice.tsx';

export function OwnTableNotice({ session, onRun }: { session: Session; onRun: () => void }) {
  const t = useWords();
  // Storage is the browser's: what is in it is known only after the first drawing.
  const [own, setOwn] = useState<OwnTable | null>(null);
  const [gone, setGone] = useState<OwnTable | null>(null);
  useEffect(() => {
    const look = () => setOwn(loadOwn());
    look();
    return watchOwn(look);
  }, []);
  const { options, ran, status } = session;
  if (options.device !== 'neuron') return null;
  const followed = ran?.own ?? false;
  const again =
    ran && followed !== (own !== null) ? (
      <button type="button" className="btn small" onClick={onRun} disabled={status.kind === 'running'}>
        {t('runAgain')}
      </button>
    ) : null;
  if (own)
    return (
      <Notice
        icon="host"
        title={t('ownInUse', { n: Object.keys(own.ops).length.toLocaleString('en'), torch: own.torch })}
        actions={
          <>
            {again}
            <button
              type="button"
              className="btn small"
              onClick={() => {
                setGone(own);
                removeOwn();
              }}
            >
              {t('ownRemove')}
            </button>
          </>
        }
      >
        <span className="cure">{t(ran && !followed ? 'ownNotYet' : 'ownFollows')}</span>
      </Notice>
    );
  if (!gone && !followed) return null;
  return (
    <Notice
      icon="host"
      title={t('ownRemoved')}
      {...(followed ? {} : { onDismiss: () => setGone(null) })}
      actions={
        <>
          {again}
          {gone ? (
            <button
              type="button"
              className="btn small"
              onClick={() => {
                saveOwn(gone);
                setGone(null);
              }}
            >
              {t('ownPutBack')}
            </button>
          ) : null}
        </>
      }
    >
      {followed ? <span className="cure">{t('ownStillFollows')}</span> : null}
    </Notice>
  );
}

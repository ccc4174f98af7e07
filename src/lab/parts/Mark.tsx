/** The mark of a statement: icon + word + line, never colour alone. The reason stands in the title and for readers. */
import type { Mark as Kind, RunReport } from '../../engine/report/types.ts';
import { reasonIn } from '../model/words.ts';
import { useRun, useWords } from './context.ts';
import { Icon } from './Icon.tsx';

const LOOK: Record<Kind, string> = { exact: 'exact', documented: 'doc', measured: 'meas', modelled: 'model', prerelease: 'model' };

export function Mark({ kind, reason }: { kind: Kind; reason?: string | undefined }) {
  const t = useWords();
  return (
    <span className={`mark ${LOOK[kind]}`} title={reason}>
      <Icon name={kind === 'prerelease' ? 'modelled' : kind} />
      {t(kind)}
      {reason ? <span className="vh">: {reason}</span> : null}
    </span>
  );
}

/** Fields of the lab that rest on a field of the report. */
const SAME: Record<string, string> = { partitions: 'where', path: 'where', crossings: 'where' };

/** The run ended by the engine's own word, a limit or a refusal, of which PyTorch knows nothing. */
export const isOwn = ({ exit }: RunReport): boolean => exit === 'limit' || exit === 'unsupported';

/** The mark that the report gives to one of its fields; modelled where it gives none, so that nothing is unmarked. */
export function FieldMark({ field }: { field: string }) {
  const { t, model, lang } = useRun();
  if (field === 'error' && isOwn(model.report)) return <Mark kind="modelled" reason={t('engineSays')} />;
  const m = model.report.marks[field] ?? model.report.marks[SAME[field] ?? ''];
  return <Mark kind={m?.mark ?? 'modelled'} reason={reasonIn(lang, m?.reason)} />;
}

/** The end of the lab's bar: options, the link to what is at hand, copies and files of program, report and trace, keys, theme. */
import { chromeTrace } from '../model/trace.ts';
import type { RunModel } from '../model/run.ts';
import { CopyButton, download } from './CopyButton.tsx';
import { useWords } from './context.ts';
import { Icon } from './Icon.tsx';
import { Menu, ThemeButton } from './TopBar.tsx';

export function EndTools(props: {
  /** Name of the program's file. */
  file: string;
  text: string;
  model: RunModel | null;
  /** null: too long, which is said elsewhere. */
  address: () => string | null;
  onOptions: () => void;
  onKeys: () => void;
  theme: boolean;
}) {
  const t = useWords();
  const { file, text, model } = props;
  const report = model?.report;
  const stem = file.replace(/\.py$/, '');
  const saved = (name: string, type: string, what: () => string, label: string) => (
    <button type="button" className="tool" onClick={() => download(name, what(), type)}>
      {label}
    </button>
  );
  return (
    <div className="end">
      <button type="button" className="tool" onClick={props.onOptions} aria-haspopup="dialog">
        <Icon name="options" />
        <span className="hide">{t('options')}</span>
      </button>
      <CopyButton label={t('copyLink')} icon="link" text={props.address} className="tool copylink" labelClass="hide" />
      <Menu label={t('share')} icon="open">
        <CopyButton label={t('copyLink')} text={props.address} />
        {report ? <CopyButton label={t('copyReport')} text={() => JSON.stringify(report, null, 1)} /> : null}
        {saved(file, 'text/x-python', () => text, t('downloadProgram'))}
        {report ? saved(`${stem}.report.json`, 'application/json', () => JSON.stringify(report), t('downloadReport')) : null}
        {model && report?.device === 'neuron'
          ? saved(`${stem}.trace.json`, 'application/json', () => JSON.stringify(chromeTrace(model)), t('downloadTrace'))
          : null}
      </Menu>
      <button type="button" className="tbtn keysbtn" aria-label={t('keys')} aria-haspopup="dialog" onClick={props.onKeys}>
        ?
      </button>
      {props.theme ? <ThemeButton /> : null}
    </div>
  );
}

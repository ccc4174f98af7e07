/**
 * The frame of the lab: the bar, and panes in their columns, on a phone in one. The code and the output keep their place in
 * the tree of elements in each of them: what is served for all (served.ts) is taken over, not drawn anew.
 */
import type { ReactNode } from 'react';
import { useWords } from './parts/context.ts';
import { Icon } from './parts/Icon.tsx';
import { Splitter } from './parts/Splitter.tsx';
import { Brand } from './parts/TopBar.tsx';
import type { Layout } from './state/media.ts';

/** @param props `home`: where the mark leads, null for none; `dead`: there is nothing yet that would answer a press */
export function Bar(props: { home: string | null; name: string; onPrograms: () => void; dead?: boolean; controls: ReactNode; children?: ReactNode }) {
  return (
    <header className="topbar">
      {props.home === null ? null : <Brand href={props.home} />}
      <span className="ctls" inert={props.dead}>
        <button type="button" className="prog" title={props.name} onClick={props.onPrograms} aria-haspopup="dialog">
          <Icon name="file" />
          <span className="ltr">{props.name}</span>
          <Icon name="chevron" small />
        </button>
        {props.controls}
      </span>
      {props.children}
    </header>
  );
}

export interface ColumnsProps {
  /** Undefined in what is served, whose places the style chooses. */
  layout?: Layout | undefined;
  busy?: object;
  code: ReactNode;
  output: ReactNode;
  values: ReactNode;
  timeline: ReactNode;
  /** Panes side by side below the timeline. */
  low: ReactNode;
  /** Stands in the place of timeline and low where there is no run; on a phone, of all. */
  instead?: ReactNode;
  /** The bars between them can be moved. */
  moves?: boolean;
}

export function Columns(props: ColumnsProps) {
  const t = useWords();
  const bar = (still: string, moved: ReactNode) => (props.moves ? moved : <div className={still} />);
  if (props.layout === 'phone')
    return (
      <div className="work phone" {...props.busy}>
        {props.instead ?? (
          <div className="stack">
            {props.code}
            {props.output}
            {props.timeline}
          </div>
        )}
      </div>
    );
  return (
    <div className={`work ${props.layout ?? ''}`} data-split="" {...props.busy}>
      <div className="colL" data-split="">
        {props.code}
        {props.output}
        {bar('sep h', <Splitter name="--vals" label={t('splitValues')} orientation="horizontal" sign={-1} min={80} max={700} start={312} />)}
        {props.values}
      </div>
      {bar('sep', <Splitter name="--left" label={t('splitCode')} orientation="vertical" min={240} max={900} start={440} />)}
      {props.instead ? (
        <div className="colR none">{props.instead}</div>
      ) : (
        <div className="colR" data-split="">
          {props.timeline}
          {bar('sep h', <Splitter name="--tl" label={t('splitTimeline')} orientation="horizontal" min={120} max={700} start={324} />)}
          <div className="low">{props.low}</div>
        </div>
      )}
    </div>
  );
}

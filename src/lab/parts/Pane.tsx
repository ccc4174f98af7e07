/** A pane: its name, what stands at the end of its head, and a body that scrolls and takes the arrow keys. */
import { type ReactNode, useId } from 'react';

export function Pane(props: {
  name: string;
  title: string;
  head?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
  /** Under a tab: the tab names the pane, so the head is left out where it would say the same again. */
  tab?: { id: string; labelledBy: string } | undefined;
  hidden?: boolean | undefined;
}) {
  const id = useId();
  const { tab } = props;
  return (
    <section
      className={`pane p-${props.name}`}
      aria-labelledby={tab ? tab.labelledBy : id}
      {...(tab ? { role: 'tabpanel', id: tab.id } : {})}
      hidden={props.hidden}
    >
      <div className="ph">
        <h2 id={id} className={tab ? 'tabbed' : undefined}>
          {props.title}
        </h2>
        {props.head}
        {props.end ? <span className="end">{props.end}</span> : null}
      </div>
      <div className="pb">{props.children}</div>
    </section>
  );
}

/** The place of a pane that is drawn a moment later (stages.ts). */
export function Waiting(props: { name: string; title: string; tab?: { id: string; labelledBy: string } }) {
  return (
    <Pane {...props}>
      <div className="waiting" aria-busy="true" />
    </Pane>
  );
}

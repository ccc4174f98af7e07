/**
 * The panes of the lab in their places: three layouts of the same parts. Wide: code and values beside timeline,
 * graphs, dispatch and tabs. Medium: two columns below. Phone: one pane at a time, code with the timeline under it.
 */
import { memo, type ReactNode, useLayoutEffect } from 'react';
import { Columns } from './Frame.tsx';
import { busyMark } from './parts/before.ts';
import { useWords } from './parts/context.ts';
import { Waiting } from './parts/Pane.tsx';
import { useStages } from './parts/stages.ts';
import { Tabs } from './parts/Tabs.tsx';
import { DispatchPane } from './panes/DispatchPane.tsx';
import { GraphsPane } from './panes/GraphsPane.tsx';
import { LaterPane } from './panes/LaterPane.tsx';
import { OutputPane } from './panes/OutputPane.tsx';
import { TextPane } from './panes/TextPane.tsx';
import { TimelinePane } from './panes/TimelinePane.tsx';
import { ValuesPane } from './panes/ValuesPane.tsx';
import { PANES, type Pane as PaneId } from './state/address.ts';
import type { Layout } from './state/media.ts';

/** A pane that needs a run. */
type View = Exclude<PaneId, 'code'>;

type TabProps = { tab?: { id: string; labelledBy: string } };

/** Panes that need a run, by name. */
const VIEWS: Record<View, (p: TabProps & { relight: () => void }) => ReactNode> = {
  values: ({ tab }) => <ValuesPane {...(tab ? { tab } : {})} />,
  timeline: ({ tab, relight }) => <TimelinePane {...(tab ? { tab } : {})} relight={relight} />,
  partitions: ({ tab }) => <LaterPane name="partitions" {...(tab ? { tab } : {})} />,
  graphs: ({ tab }) => <GraphsPane {...(tab ? { tab } : {})} />,
  dispatch: ({ tab }) => <DispatchPane {...(tab ? { tab } : {})} />,
  mesh: ({ tab }) => <LaterPane name="mesh" {...(tab ? { tab } : {})} />,
  text: ({ tab }) => <TextPane {...(tab ? { tab } : {})} />,
};

/** One pane. It reads run and cursor by itself, so it is drawn again for those alone and not with what is around it. */
export const View = memo(function View(props: { id: View; prefix?: string; relight: () => void; waiting?: boolean }) {
  const t = useWords();
  const tab = props.prefix ? { tab: { id: `${props.prefix}-p-${props.id}`, labelledBy: `${props.prefix}-t-${props.id}` } } : {};
  if (props.waiting) return <Waiting name={props.id} title={t(props.id)} {...tab} />;
  return VIEWS[props.id]({ ...tab, relight: props.relight });
});

/** Order in which the panes beside the code are drawn. */
const STAGES = ['timeline', 'values', 'graphs', 'dispatch', 'side'] as const;

const SIDE: Record<Exclude<Layout, 'phone'>, readonly View[]> = {
  wide: ['mesh', 'partitions', 'text'],
  medium: ['dispatch', 'mesh', 'partitions', 'text'],
};

/** What stands below the timeline in what is served. */
const DEAD_LOW: readonly View[] = ['graphs', 'dispatch', 'text'];

export function Workspace(props: {
  layout: Layout;
  pane: PaneId;
  onPane: (p: PaneId) => void;
  code: (tab?: { id: string; labelledBy: string }) => ReactNode;
  /** false: nothing has been run. */
  ready: boolean;
  /** Ranks of the run: several open on the mesh. */
  ranks: number;
  empty: ReactNode;
  relight: () => void;
  /** Told when panes have been added: they take their part in linked highlighting and in the tab order. */
  onDrawn: () => void;
  prefix: string;
  /** A run goes on: what stands here is about to change. */
  busy?: boolean;
  /** This drawing is what the page serves: one for all layouts, without views. */
  served: boolean;
}) {
  const t = useWords();
  const { layout, pane, onPane, prefix, relight, onDrawn, served } = props;
  const drawn = useStages(props.ready && !served ? STAGES.length : 0);
  const waits = (stage: (typeof STAGES)[number]) => STAGES.indexOf(stage) >= drawn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told for each stage
  useLayoutEffect(onDrawn, [drawn]);
  const view = (id: View, stage: (typeof STAGES)[number], tab = false) => (
    <View id={id} {...(tab ? { prefix } : {})} relight={relight} waiting={waits(stage)} />
  );
  const tabs = (items: readonly PaneId[], shown: PaneId, label: string) => (
    <Tabs items={items.map((id) => ({ id, label: t(id) }))} value={shown} onChange={onPane} label={label} prefix={prefix} />
  );
  const phone = layout === 'phone' && !served;
  return (
    <>
      {phone || served ? <section className="ptabs">{served ? <DeadTabs /> : tabs(PANES, pane, t('panes'))}</section> : null}
      <Columns
        moves={!served}
        layout={served ? undefined : layout}
        busy={busyMark(props.busy === true)}
        code={props.code(phone ? { id: `${prefix}-p-code`, labelledBy: `${prefix}-t-code` } : undefined)}
        output={props.ready ? <OutputPane dead={served} /> : phone ? null : <div />}
        values={props.ready ? view('values', 'values') : <section className="pane" aria-label={t('values')} />}
        timeline={phone && !props.ready ? props.empty : view('timeline', 'timeline')}
        low={served ? DEAD_LOW.map((id) => <View key={id} id={id} relight={relight} waiting />) : low()}
        instead={phone ? alone() : props.ready ? undefined : props.empty}
      />
    </>
  );

  /** Panes side by side below the timeline. */
  function low(): ReactNode {
    if (layout === 'phone') return null;
    const side = SIDE[layout];
    const shown = side.find((id) => id === pane) ?? (props.ranks > 1 ? 'mesh' : 'text');
    return (
      <>
        {view('graphs', 'graphs')}
        {layout === 'wide' ? view('dispatch', 'dispatch') : null}
        <div className="panestack">
          <div className="ph tabhead">{tabs(side, shown, t('morePanes'))}</div>
          {view(shown, 'side', true)}
        </div>
      </>
    );
  }

  /** On a phone: the pane that was chosen in place of the code. */
  function alone(): ReactNode {
    if (pane === 'code') return undefined;
    if (props.ready) return view(pane, 'timeline', true);
    return (
      <section className="pane" role="tabpanel" id={`${prefix}-p-${pane}`} aria-labelledby={`${prefix}-t-${pane}`}>
        {props.empty}
      </section>
    );
  }
}

/** The phone's tabs before they answer. */
function DeadTabs() {
  const t = useWords();
  return (
    <div className="tabs">
      {PANES.map((id) => (
        <span key={id} className={id === 'code' ? 'on' : undefined}>
          {t(id)}
        </span>
      ))}
    </div>
  );
}

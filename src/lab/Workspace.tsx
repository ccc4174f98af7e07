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
import { MeshPane } from './panes/MeshPane.tsx';
import { OutputPane } from './panes/OutputPane.tsx';
import { PartitionsPane } from './panes/PartitionsPane.tsx';
import { TextPane } from './panes/TextPane.tsx';
import { TimelinePane } from './panes/TimelinePane.tsx';
import { ValuesPane } from './panes/ValuesPane.tsx';
import { PANES, type Pane as PaneId } from './state/address.ts';
import type { Layout } from './state/media.ts';

type TabProps = { tab?: { id: string; labelledBy: string } };

/** Panes that need a run, by name. */
const VIEWS: Record<Exclude<PaneId, 'code'>, (p: TabProps & { relight: () => void }) => ReactNode> = {
  values: ({ tab }) => <ValuesPane {...(tab ? { tab } : {})} />,
  timeline: ({ tab, relight }) => <TimelinePane {...(tab ? { tab } : {})} relight={relight} />,
  partitions: ({ tab }) => <PartitionsPane {...(tab ? { tab } : {})} />,
  graphs: ({ tab }) => <GraphsPane {...(tab ? { tab } : {})} />,
  dispatch: ({ tab }) => <DispatchPane {...(tab ? { tab } : {})} />,
  mesh: ({ tab }) => <MeshPane {...(tab ? { tab } : {})} />,
  text: ({ tab }) => <TextPane {...(tab ? { tab } : {})} />,
};

/** One pane. It reads run and cursor by itself, so it is drawn again for those alone and not with what is around it. */
export const View = memo(function View(props: { id: Exclude<PaneId, 'code'>; prefix?: string; relight: () => void; waiting?: boolean }) {
  const t = useWords();
  const tab = props.prefix ? { tab: { id: `${props.prefix}-p-${props.id}`, labelledBy: `${props.prefix}-t-${props.id}` } } : {};
  if (props.waiting) return <Waiting name={props.id} title={t(props.id)} {...tab} />;
  return VIEWS[props.id]({ ...tab, relight: props.relight });
});

/** Order in which the panes beside the code are drawn. */
const STAGES = ['timeline', 'values', 'graphs', 'dispatch', 'side'] as const;

const SIDE: Record<Exclude<Layout, 'phone'>, readonly Exclude<PaneId, 'code'>[]> = {
  wide: ['mesh', 'partitions', 'text'],
  medium: ['dispatch', 'mesh', 'partitions', 'text'],
};

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
}) {
  const t = useWords();
  const { layout, pane, onPane, prefix, relight, onDrawn } = props;
  const busy = busyMark(props.busy === true);
  const drawn = useStages(props.ready ? STAGES.length : 0);
  const waits = (stage: (typeof STAGES)[number]) => STAGES.indexOf(stage) >= drawn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told for each stage
  useLayoutEffect(onDrawn, [drawn]);
  if (layout === 'phone') {
    const shown = pane;
    const tab = { id: `${prefix}-p-code`, labelledBy: `${prefix}-t-code` };
    return (
      <>
        <section className="ptabs">
          <Tabs items={PANES.map((id) => ({ id, label: t(id) }))} value={shown} onChange={onPane} label={t('panes')} prefix={prefix} />
        </section>
        <div className="work phone" {...busy}>
          {shown === 'code' ? (
            <div className="stack">
              {props.code(tab)}
              {props.ready ? <OutputPane /> : null}
              {props.ready ? <View id="timeline" relight={relight} waiting={waits('timeline')} /> : props.empty}
            </div>
          ) : props.ready ? (
            <View id={shown} prefix={prefix} relight={relight} waiting={waits('timeline')} />
          ) : (
            <section className="pane" role="tabpanel" id={`${prefix}-p-${shown}`} aria-labelledby={`${prefix}-t-${shown}`}>
              {props.empty}
            </section>
          )}
        </div>
      </>
    );
  }
  const side = SIDE[layout];
  const start = props.ranks > 1 ? 'mesh' : 'text';
  const shown = (side as readonly string[]).includes(pane) ? (pane as (typeof side)[number]) : start;
  const view = (id: Exclude<PaneId, 'code'>, stage: (typeof STAGES)[number]) => <View id={id} relight={relight} waiting={waits(stage)} />;
  return (
    <Columns
      moves
      layout={layout}
      busy={busy}
      code={props.code()}
      output={props.ready ? <OutputPane /> : <div />}
      values={props.ready ? view('values', 'values') : <section className="pane" aria-label={t('values')} />}
      timeline={view('timeline', 'timeline')}
      low={
        <>
          {view('graphs', 'graphs')}
          {layout === 'wide' ? view('dispatch', 'dispatch') : null}
          <div className="panestack">
            <div className="ph tabhead">
              <Tabs items={side.map((id) => ({ id, label: t(id) }))} value={shown} onChange={onPane} label={t('morePanes')} prefix={prefix} />
            </div>
            <View id={shown} prefix={prefix} relight={relight} waiting={waits('side')} />
          </div>
        </>
      }
      instead={props.ready ? undefined : props.empty}
    />
  );
}

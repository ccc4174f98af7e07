/**
 * The lanes of the timeline as SVG shapes. Each meaning has its own shape as well as its colour: eager cells with a
 * heavy left edge, compiled between two rails, host hatched, waiting an outlined box.
 */
import { memo } from 'react';
import type { Lane } from '../../engine/report/types.ts';
import { TEAR, toPx } from '../model/axis.ts';
import { bytes, duration } from '../model/format.ts';
import { graphKeyOf, stepKey } from '../model/links.ts';
import { type RankRun, shortOp } from '../model/run.ts';
import { barsInView, type Drawn, type Timeline, waitArrows } from '../model/timeline.ts';
import { useRun } from '../parts/context.ts';
import { ICONS } from '../parts/icons.ts';

/** Top and height of each lane's bars; the row of a lane ends at the next one's top. */
const HEIGHT: Record<Lane, { h: number; row: number }> = {
  host: { h: 22, row: 32 },
  compiler: { h: 22, row: 30 },
  queue: { h: 11, row: 22 },
  core: { h: 20, row: 28 },
  copies: { h: 12, row: 24 },
  link: { h: 18, row: 28 },
};

export interface LaneBox {
  lane: Lane;
  y: number;
  h: number;
  /** Bottom of the row, where its rule is. */
  bottom: number;
}

export function layLanes(used: readonly Lane[]): { boxes: LaneBox[]; height: number } {
  let y = 6;
  const boxes = used.map((lane) => {
    const { h, row } = HEIGHT[lane];
    const box = { lane, y: y + (row - h) / 2, h, bottom: y + row };
    y += row;
    return box;
  });
  return { boxes, height: y };
}

/** Meaning of a bar, as the class that colours it. */
export const KIND: Record<Drawn['kind'], string> = {
  eager: 'eager',
  compiled: 'comp',
  partitioned: 'part',
  host: 'host',
  wait: 'wait',
  compile: 'comp',
  copy: 'eager',
  collective: 'part',
};

/** Width of a character of the labels, in pixels. */
const CHAR = 6.3;
export const fits = (text: string, w: number): boolean => text.length * CHAR + 5 <= w;

export interface LanesProps {
  tl: Timeline;
  boxes: LaneBox[];
  height: number;
  scale: number;
  from: number;
  to: number;
}

export const Lanes = memo(function Lanes({ tl, boxes, scale, from, to }: LanesProps) {
  const shown = new Map(boxes.map((b) => [b.lane, barsInView(tl, b.lane, scale, from, to)]));
  const host = shown.get('host') ?? [];
  const hostBox = boxes.find((b) => b.lane === 'host');
  const coreBox = boxes.find((b) => b.lane === 'core');
  const arrows = hostBox && coreBox ? waitArrows(tl, host) : [];
  return (
    <>
      {boxes.map((box) => (
        <g key={box.lane} className={`lane l-${box.lane}`}>
          {withRoom(shown.get(box.lane) ?? []).map(({ d, room }) => (
            <Bar key={`${d.step}-${d.start}-${d.end}-${d.label}`} d={d} box={box} room={room} />
          ))}
        </g>
      ))}
      <g className="cause">
        {arrows.length <= 40
          ? arrows.map((a) => {
              const x0 = toPx(tl.axis, scale, a.from);
              const x1 = toPx(tl.axis, scale, a.to) - 6;
              const y0 = coreBox!.y + 10;
              const y1 = hostBox!.y + hostBox!.h + 3;
              return <path key={a.step} d={`M${x0} ${y0}C${x0 + 14} ${y0} ${x1 - 3} ${y1 + 34} ${x1} ${y1}m-3.5 5l3.5-5l3.5 5`} />;
            })
          : null}
      </g>
    </>
  );
});

/** Which copies have room for their figure: one that would run into the figure before it goes without. */
function withRoom(bars: readonly Drawn[]): { d: Drawn; room: boolean }[] {
  let free = Number.NEGATIVE_INFINITY;
  return bars.map((d) => {
    const w = (d.bytes === null ? 0 : bytes(d.bytes).length * CHAR) + 12;
    const left = d.label === 'to host' ? Math.max(0, d.x + d.w - w) : d.x;
    const room = left > free + 3;
    if (room) free = left + w;
    return { d, room };
  });
}

/** A bar is its step; the bar of a graph is the graph too, so that its operators light it. */
function keysOf(rank: RankRun, i: number): string {
  const s = rank.steps[i];
  const graph = s && s.frame !== undefined && s.graph !== undefined ? ` ${graphKeyOf(s.frame, s.graph)}` : '';
  return stepKey(i) + graph;
}

function Bar({ d, box, room }: { d: Drawn; box: LaneBox; room: boolean }) {
  const { t, go, uid, rank } = useRun();
  const { y, h } = box;
  const x = d.x;
  const kind = KIND[d.kind];
  const graph = rank.steps[d.step]?.graph;
  const name = d.count > 1 ? `× ${d.count}` : d.kind === 'compiled' && graph !== undefined ? t('graphN', { n: graph }) : label(d);
  // The report's times are rounded; what the core does takes some.
  const took = box.lane === 'core' ? Math.max(d.end - d.start, Number.MIN_VALUE) : d.end - d.start;
  const told = `${d.count > 1 ? t('nBars', { n: d.count }) : name}, ${duration(took)}${d.bytes ? `, ${bytes(d.bytes)}` : ''}`;
  const common = {
    className: `bar ${kind} k-${d.kind}${d.count > 1 ? ' many' : ''}`,
    'data-k': d.count > 1 ? undefined : keysOf(rank, d.step),
    onClick: () => go({ to: 'step', step: d.step }),
  };
  const title = <title>{told}</title>;
  if (box.lane === 'queue') {
    const w = Math.max(5, Math.min(9, d.w));
    return (
      <g {...common}>
        {title}
        <rect className="bx open" x={d.w > 9 ? x : x + d.w - w} y={y} width={d.w > 9 ? d.w : w} height={h} />
      </g>
    );
  }
  if (box.lane === 'core' || box.lane === 'link') {
    return (
      <g {...common}>
        {title}
        <rect className="bx solid" x={x} y={y} width={Math.max(3, d.w)} height={h} />
        {box.lane === 'link' && fits(name, d.w) ? (
          <text className="onsolid" x={x + 5} y={y + h - 5}>
            {name}
          </text>
        ) : null}
      </g>
    );
  }
  if (box.lane === 'copies') {
    const up = d.label === 'to host';
    const text = d.bytes === null ? '' : bytes(d.bytes);
    const end = up ? x + d.w : x;
    const before = end - text.length * CHAR - 4 > 2;
    return (
      <g {...common}>
        {title}
        <rect className="bx thin" x={x} y={y + h - 2} width={Math.max(2, d.w)} height={2} />
        {room ? <path className="arrow" d={up ? `M${end - 4} ${y + 9}v-9m-3 3l3-3l3 3` : `M${end + 4} ${y}v9m-3-3l3 3l3-3`} /> : null}
        {room ? (
          <text className="figure" x={up && before ? end - 9 : end + 10} y={y + 8} text-anchor={up && before ? 'end' : 'start'}>
            {text}
          </text>
        ) : null}
      </g>
    );
  }
  const w = Math.max(1.5, d.w);
  const pad = d.kind === 'wait' ? 17 : d.kind === 'compile' ? 0 : w < 40 ? 4.5 : 6;
  const clip = fits(name, w) ? name : w > 30 ? name.slice(0, Math.floor((w - 8) / CHAR)) : '';
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a button on the host lane; on the compiler's it repeats that one */}
      <g
        {...common}
        {...(box.lane === 'host' ? { 'data-rove': '', tabIndex: -1, role: 'button', 'aria-label': told } : {})}
        onKeyDown={(e) => {
          if (e.key === 'Enter') go({ to: 'step', step: d.step });
        }}
      >
        {title}
        <rect className="bx" x={x} y={y} width={w} height={h} />
        {kind === 'comp' || kind === 'host' || kind === 'part' ? (
          <rect className="pat" x={x} y={y} width={w} height={h} fill={d.kind === 'compile' ? 'none' : `url(#${uid}-${kind})`} />
        ) : null}
        {kind === 'eager' && w > 4 ? <path className="edge" d={`M${x + 1.5} ${y}v${h}`} /> : null}
        {d.kind === 'compiled' && w > 4 ? <path className="edge" d={`M${x} ${y + 0.5}h${w}M${x} ${y + h - 0.5}h${w}`} /> : null}
        {d.kind === 'host' && clip ? <rect className="back" x={x + pad} y={y + 3} width={clip.length * CHAR + 6} height={h - 6} /> : null}
        {d.kind === 'wait' && w > 13 ? (
          <path className="ink" transform={`translate(${x + Math.min(4, (w - 11) / 2)} ${y + 5.5}) scale(.79)`} d={ICONS.wait} />
        ) : null}
      </g>
      {/* The name may be cut, so it stands beside the button, whose own name is whole. */}
      {d.kind === 'compile' ? (
        <text className="barname" data-k={common['data-k']} x={x + w / 2} y={y + 15} text-anchor="middle">
          {fits(duration(d.end - d.start), w) ? duration(d.end - d.start) : ''}
        </text>
      ) : clip && (d.kind !== 'wait' || w > 17 + clip.length * CHAR) ? (
        <text className="barname" data-k={common['data-k']} x={x + pad + (d.kind === 'host' ? 3 : 0)} y={y + 15}>
          {clip}
        </text>
      ) : null}
    </>
  );
}

/** Names that say more in the reader's own words. */
const WORDS: Record<string, string> = { _to_copy: 'copy', _copy_from: 'copy', _local_scalar_dense: 'read', bool: 'if' };

/** A bar's word: the operator's short name, or what the engine says. */
function label(d: Drawn): string {
  const name = d.label.startsWith('aten.') || d.label.startsWith('prims.') ? shortOp(d.label) : d.label;
  return WORDS[name] ?? name;
}

/** A torn-out stretch: two ragged edges of paper. */
export function TearPath({ x, y0, y1 }: { x: number; y0: number; y1: number }) {
  const edge = (at: number) => {
    let d = `M${at} ${y0}`;
    for (let y = y0, side = 1; y < y1; y += 8, side = -side) d += `l${4 * side} ${Math.min(8, y1 - y)}`;
    return d;
  };
  return (
    <g className="tearband">
      <rect x={x} y={y0} width={TEAR} height={y1 - y0} />
      <path d={edge(x - 1)} />
      <path d={edge(x + TEAR + 1)} />
    </g>
  );
}

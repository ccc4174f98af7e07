/**
 * Lanes by place, width by modelled time, and under them the partitions on the same axis. Compile time is a torn-out
 * stretch, never to scale. The host stands above the device in both, so an arrow down is a copy to the device. Zoom with W
 * and S or the buttons, pan by scrolling, Fit shows the whole run.
 */
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { drawnToPx, fitScale, splitTime, TEAR, tickStep, toPx, toTime, widthOf } from '../model/axis.ts';
import { bytes, duration } from '../model/format.ts';
import { crossKey, partKey } from '../model/links.ts';
import { allOnHost, partitionView } from '../model/partitions.ts';
import { stripOf } from '../model/strip.ts';
import { type Timeline, timelineOf } from '../model/timeline.ts';
import { count, type StringKey } from '../strings.ts';
import { useLab, useRun } from '../parts/context.ts';
import { Icon } from '../parts/Icon.tsx';
import { FieldMark } from '../parts/Mark.tsx';
import { Meaning } from '../parts/Meaning.tsx';
import { Pane } from '../parts/Pane.tsx';
import { settle } from '../parts/roving.ts';
import { fits, Lanes, layLanes, TearPath } from './Lanes.tsx';

const LANE_WORD: Record<string, StringKey> = {
  host: 'laneHost',
  compiler: 'laneCompiler',
  queue: 'laneQueue',
  core: 'laneCore',
  copies: 'laneCopies',
  link: 'laneLink',
};

/** Heights of the partitions strip and of the axis. */
const STRIP = 74;
const AXIS = 22;
/** Width that is drawn for where the pane has none, because it is not shown. */
const UNSEEN = 900;
/** Room kept free at the two ends of the drawing. */
const PAD = 22;

export function TimelinePane({ tab, relight, width: given }: { tab?: { id: string; labelledBy: string }; relight: () => void; width?: number }) {
  const { t, model, rank, clockless } = useTimelineRun();
  const tl = useMemo(() => timelineOf(rank), [rank]);
  const zoom = useZoom(tl, given);
  return (
    <Pane
      name="timeline"
      title={t('timeline')}
      tab={tab}
      head={
        <span className="key">
          <Meaning shape="eager">{t('eager')}</Meaning>
          <Meaning shape="comp">{t('compiled')}</Meaning>
          <Meaning shape="host">{t('host')}</Meaning>
          <Meaning shape="wait">{t('waits')}</Meaning>
        </span>
      }
      end={
        clockless ? null : (
          <>
            <FieldMark field="clock" />
            <span className="group">
              <button type="button" className="tool" aria-label={t('zoomOut')} title={`${t('zoomOut')} (S)`} onClick={() => zoom.by(1 / 1.6)}>
                <Icon name="minus" />
              </button>
              <button type="button" className="tool" aria-label={t('zoomIn')} title={`${t('zoomIn')} (W)`} onClick={() => zoom.by(1.6)}>
                <Icon name="plus" />
              </button>
              <button type="button" className="tool" onClick={zoom.fit} title={`${t('fit')} (F)`}>
                {t('fit')}
              </button>
            </span>
          </>
        )
      }
    >
      {clockless ? (
        <p className="cap first untimed">{t(model.report.device === 'cpu' ? 'noTimeline' : 'nothingTimed')}</p>
      ) : zoom.width === 0 ? (
        <div className="tlgrid">
          <div className="tllabels" />
          <div className="tlw" ref={zoom.ref} />
        </div>
      ) : (
        <Drawing tl={tl} zoom={zoom} relight={relight} key={rank.rank + model.report.device} />
      )}
    </Pane>
  );
}

function useTimelineRun() {
  const lab = useRun();
  return { ...lab, clockless: !lab.rank.steps.some((s) => s.bars && s.bars.length > 0) };
}

/** A short run in a narrow pane starts at a scale at which the names of its bars can be read, and scrolls. */
function readable(tl: Timeline, fitted: number, room: number): number {
  const bars = tl.lanes.host;
  if (room > 700 || bars.length === 0 || bars.length > 80) return fitted;
  const widths = bars.map((b) => b.end - b.start).sort((a, b) => a - b);
  return Math.max(fitted, Math.min(35 / (widths[widths.length >> 1] || 1), fitted * 6));
}

/** Room for the drawing on the narrower of the usual sheets (A4), beside the names of the lanes. */
const SHEET = 600;

/** Scale and window of the drawing. `own`: chosen by the reader; null: none chosen yet. */
function useZoom(tl: Timeline, given: number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  // 0: not measured yet. Nothing is drawn for a width that may not be the true one, only to be drawn again.
  const [seen, setWidth] = useState(given ?? 0);
  // Paper does not scroll: it has the whole run, in the room of a sheet.
  const [paper, setPaper] = useState(false);
  const width = paper ? Math.min(seen, SHEET) : seen;
  const [own, setScale] = useState<number | 'fit' | null>(null);
  const [scroll, setScroll] = useState(0);
  const room = width - PAD;
  const fitted = fitScale(tl.axis, room);
  const scale = paper ? fitted : typeof own === 'number' ? Math.max(own, fitted) : own === 'fit' ? fitted : readable(tl, fitted, room);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing stands in another element than the bare frame
  useLayoutEffect(() => {
    const el = ref.current;
    if (!el) return;
    const measure = () => setWidth((was) => el.clientWidth || was || UNSEEN);
    measure();
    const o = new ResizeObserver(measure);
    o.observe(el);
    const [before, after] = [() => setPaper(true), () => setPaper(false)];
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      o.disconnect();
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, [width === 0]);
  const by = useCallback(
    (factor: number, at?: number) => {
      const el = ref.current;
      const px = at ?? (el ? el.clientWidth / 2 : 0);
      const time = toTime(tl.axis, scale, (el?.scrollLeft ?? 0) + px);
      const next = Math.max(fitted, Math.min(scale * factor, fitted * 4000, 40));
      setScale(next <= fitted * 1.001 ? 'fit' : next);
      requestAnimationFrame(() => {
        if (el) el.scrollLeft = toPx(tl.axis, next, time) - px;
      });
    },
    [tl, scale, fitted],
  );
  const fit = useCallback(() => setScale('fit'), []);
  return { ref, width, scale, scroll, setScroll, by, fit, total: widthOf(tl.axis, scale) + PAD - 8 };
}

function Drawing({ tl, zoom, relight }: { tl: Timeline; zoom: ReturnType<typeof useZoom>; relight: () => void }) {
  const { t, model, rank, at } = useLab();
  const { scale, scroll, width } = zoom;
  const { boxes, height } = useMemo(() => layLanes(tl.used), [tl]);
  // A window half as wide again as what is seen: short scrolls draw nothing new.
  const page = Math.floor(scroll / Math.max(200, width / 2));
  const x0 = page * Math.max(200, width / 2) - width / 2;
  const from = toTime(tl.axis, scale, Math.max(0, x0));
  const to = toTime(tl.axis, scale, x0 + width * 2.5);
  const view = useMemo(() => partitionView(model), [model]);
  const strip = useMemo(() => stripOf(rank, view, tl.axis, scale), [rank, view, tl, scale]);
  const withStrip = strip.runs.length > 0 && rank.rank === model.ranks[0]?.rank;
  useLayoutEffect(relight);
  // Drawn after its pane was measured, later than the rest: its one tab stop is given now.
  useLayoutEffect(() => {
    const pane = zoom.ref.current?.closest('.pane');
    if (pane) settle(pane);
  }, [zoom.ref]);

  const clock = rank.clock[at] ?? 0;
  const head = toPx(tl.axis, scale, clock);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window follows the playhead, and else goes where the reader puts it
  useLayoutEffect(() => {
    const el = zoom.ref.current;
    if (!el || zoom.total <= width || (head < 40 && scroll === 0)) return;
    if (head < el.scrollLeft + 40 || head > el.scrollLeft + el.clientWidth - 40) el.scrollLeft = head - el.clientWidth * 0.7;
  }, [head, zoom.ref]);

  const waits = model.report.syncs.length;
  const grid = useMemo(() => ticks(tl, scale, from, to), [tl, scale, from, to]);
  const lanesText = tl.used.map((l) => t(LANE_WORD[l]!)).join(', ');
  const strips = withStrip ? STRIP : 0;
  const tears = (y1: number) => tl.axis.tears.map((tear) => <TearPath key={tear.start} x={toPx(tl.axis, scale, tear.start)} y0={0} y1={y1} />);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the drawing, each also a button in the head
    <div
      className="tlgrid"
      onKeyDown={(e) => {
        if (e.ctrlKey || e.metaKey || e.altKey) return;
        const k = e.key.toLowerCase();
        const el = zoom.ref.current;
        if (k === 'w') zoom.by(1.6);
        else if (k === 's') zoom.by(1 / 1.6);
        else if (k === 'f') zoom.fit();
        else if (k === 'a' && el) el.scrollLeft -= 80;
        else if (k === 'd' && el) el.scrollLeft += 80;
        else return;
        e.preventDefault();
        e.stopPropagation();
      }}
    >
      <div className="tllabels">
        <svg width="74" height={height} aria-hidden="true">
          {boxes.map((b) => (
            <text key={b.lane} x="12" y={b.y + b.h / 2 + 4}>
              {t(LANE_WORD[b.lane]!)}
            </text>
          ))}
        </svg>
        {withStrip ? (
          <div className="sub">
            <h3>
              <Meaning shape="part">{t('partitions')}</Meaning>
            </h3>
            <span>
              {count(t, waits, 'nWaits', 'oneWait', 'noWait')},{' '}
              {allOnHost(model.report) ? t('allOnHost') : count(t, view.fallbackSteps, 'nFallbacks', 'oneFallback', 'noFallbacks')}:{' '}
              {count(t, view.crossings.length, 'nCrossings', 'oneCrossing')}, <bdi>{bytes(view.bytes)}</bdi>
            </span>
          </div>
        ) : null}
        {withStrip ? (
          <svg width="74" height={STRIP + AXIS} aria-hidden="true">
            <text x="12" y="20">
              {t('laneHost')}
            </text>
            <text x="12" y="62">
              {t('neuron')}
            </text>
          </svg>
        ) : null}
      </div>
      <div
        className="tlw"
        ref={zoom.ref}
        onScroll={(e) => zoom.setScroll(e.currentTarget.scrollLeft)}
        onWheel={(e) => {
          if (e.ctrlKey) zoom.by(e.deltaY < 0 ? 1.25 : 1 / 1.25, e.clientX - e.currentTarget.getBoundingClientRect().left);
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset */}
        <svg
          width={Math.max(zoom.total, 10)}
          height={height}
          role="group"
          aria-label={t('timelineAlt', { n: rank.steps.length, lanes: lanesText, end: duration(tl.axis.end) })}
        >
          <g className="grid">
            {tears(height)}
            <path className="dots" d={grid.map((g) => `M${g.x} 4V${height}`).join('')} />
            <path
              className="rules"
              d={boxes
                .slice(0, -1)
                .map((b) => `M0 ${b.bottom}H${zoom.total}`)
                .join('')}
            />
          </g>
          <Lanes tl={tl} boxes={boxes} height={height} scale={scale} from={from} to={to} />
          <g className="playhead" transform={`translate(${head} 0)`}>
            <path d={`M0 4V${height}`} />
            <path className="tip" d="M-5 0h10l-5 6z" />
          </g>
        </svg>
        {withStrip ? <div className="gap" /> : null}
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <svg
          width={Math.max(zoom.total, 10)}
          height={strips + AXIS}
          role="group"
          aria-label={t('partAlt', {
            a: t('neuron'),
            b: t('host'),
            runs: count(t, strip.runs.length, 'nRuns', 'oneRun'),
            crossings: count(t, view.crossings.length, 'nCrossings', 'oneCrossing'),
          })}
        >
          {withStrip ? (
            <>
              <g className="grid">
                {tears(STRIP)}
                <path className="dots" d={grid.map((g) => `M${g.x} 0v${STRIP}`).join('')} />
              </g>
              <Strip strip={strip} total={zoom.total} />
            </>
          ) : null}
          <g className="axis" transform={`translate(0 ${strips})`}>
            <path d={`M0 .5H${zoom.total}${grid.map((g) => `M${g.x} 0v4`).join('')}`} />
            {grid.map((g) =>
              g.label && !tl.axis.tears.some((tear) => Math.abs(toPx(tl.axis, scale, tear.start) + TEAR / 2 - g.x) < 46) ? (
                <text key={g.x} x={g.x} y="15" text-anchor={g.x < 8 ? 'start' : g.x > zoom.total - 40 ? 'end' : 'middle'}>
                  {g.label}
                </text>
              ) : null,
            )}
            {tl.axis.tears.map((tear) => (
              <text key={tear.start} className="word" x={toPx(tl.axis, scale, tear.start) + TEAR / 2} y="15" text-anchor="middle">
                {t('compileGap')}
              </text>
            ))}
          </g>
          {withStrip ? (
            <g className="playhead" transform={`translate(${head} 0)`}>
              <path d={`M0 0v${STRIP}`} />
            </g>
          ) : null}
        </svg>
      </div>
    </div>
  );
}

const Strip = memo(function Strip({ strip, total }: { strip: ReturnType<typeof stripOf>; total: number }) {
  const { t, go, uid } = useRun();
  return (
    <g className="pstrip">
      <path className="border" d={`M0 37H${total}`} />
      {strip.runs.map((r) => {
        const y = r.side === 'host' ? 6 : 48;
        const kind = r.side === 'neuron' ? 'part' : 'host';
        const text = r.count > 1 ? t('nRuns', { n: r.count }) : r.label || count(t, r.ops, 'nOps', 'oneOp');
        const w = Math.max(1.5, r.w);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the runs are also rows of the Partitions pane
          <g
            key={r.index}
            className={`bar ${kind}`}
            data-k={r.count > 1 ? undefined : r.parts.map(partKey).join(' ')}
            onClick={() => go({ to: 'step', step: r.step })}
          >
            <title>{text}</title>
            <rect className="bx" x={r.x} y={y} width={w} height={20} />
            <rect className="pat" x={r.x} y={y} width={w} height={20} fill={`url(#${uid}-${kind})`} />
            {fits(text, r.w - 4) ? (
              <>
                <rect className="back" x={r.x + 3} y={y + 3} width={text.length * 6.4 + 5} height={14} />
                <text x={r.x + 6} y={y + 14}>
                  {text}
                </text>
              </>
            ) : null}
          </g>
        );
      })}
      {strip.crossings.length <= 400
        ? strip.crossings.map((c) => (
            <g key={c.index} className="cross" data-k={crossKey(c.index)}>
              <path d={c.toHost ? `M${c.x} 48v-20m-3.5 5l3.5-5l3.5 5` : `M${c.x} 26v20m-3.5-5l3.5 5l3.5-5`} />
              {c.label ? (
                <text className="halo" x={c.label === 'after' ? c.x + 7 : c.x - 7} y="41" text-anchor={c.label === 'after' ? 'start' : 'end'}>
                  {bytes(c.bytes)}
                </text>
              ) : null}
            </g>
          ))
        : null}
    </g>
  );
});

/** Axis figures in drawn time: microseconds, or milliseconds in a long run. */
function ticks(tl: Timeline, scale: number, from: number, to: number): { x: number; label: string }[] {
  const step = tickStep(scale, 52);
  const every = tickStep(scale, 104);
  const a = splitTime(tl.axis, from).drawn;
  const b = splitTime(tl.axis, to).drawn;
  const long = tl.axis.drawn >= 1e4;
  const out: { x: number; label: string }[] = [];
  for (let d = Math.floor(a / step) * step; d <= Math.min(b, tl.axis.drawn); d += step) {
    const on = Math.abs(d / every - Math.round(d / every)) < 1e-6;
    const v = long ? d / 1000 : d;
    const last = d + every > tl.axis.drawn;
    out.push({ x: drawnToPx(tl.axis, scale, d), label: on ? `${Number(v.toPrecision(6))}${last || d === 0 ? ` ${long ? 'ms' : 'µs'}` : ''}` : '' });
  }
  return out;
}

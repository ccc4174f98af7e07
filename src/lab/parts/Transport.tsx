/**
 * One step number drives all panes: buttons, a slider with one tick an operator (tall: waits and host), and where the
 * run stands in words and in modelled time.
 */
import { memo, useMemo, useState } from 'react';
import { splitTime } from '../model/axis.ts';
import { duration } from '../model/format.ts';
import { stopAhead } from '../model/cursor.ts';
import { type Meaning, isWait, meaningOf, type RankRun } from '../model/run.ts';
import { timelineOf } from '../model/timeline.ts';
import { useLab } from './context.ts';
import { Approx, Icon } from './Icon.tsx';
import { FieldMark } from './Mark.tsx';
import { grouped } from '../strings.ts';
import { stepLabel } from './stepLabel.ts';

export function Transport(props: { playing: boolean; onPlay: (on: boolean) => void; selected: number | null; compact?: boolean }) {
  const { t, model, rank, cursor, at, go } = useLab();
  const step = rank.steps[at];
  // The slider says its own value; a run that plays would talk without end.
  const [sliding, slide] = useState(false);
  const axis = useMemo(() => timelineOf(rank).axis, [rank]);
  const time = splitTime(axis, rank.clock[at] ?? 0);
  const say = step ? `\u2068${stepLabel(t, rank, at)}\u2069, ${t('onLine', { n: step.line }).toLowerCase()}` : t('noSteps');
  const of = t('stepOf', { n: grouped(cursor + 1), m: grouped(model.length) });
  const button = (icon: Parameters<typeof Icon>[0]['name'], label: string, key: string, act: () => void, word?: string, off?: boolean, why?: string) => (
    <button
      type="button"
      className="tool"
      aria-label={word && !label.startsWith(word) ? `${word}: ${label} (${key})` : `${label} (${key})`}
      title={why ?? `${label} (${key})`}
      onClick={act}
      // With a reason it stays in reach, so that the reason can be read and the focus is not lost.
      disabled={off && !why}
      aria-disabled={why ? true : undefined}
      aria-description={why}
    >
      <Icon name={icon} />
      {word ? <span className="lbl">{word}</span> : null}
    </button>
  );
  const ahead = useMemo(() => stopAhead(model, rank, cursor), [model, rank, cursor]);
  const stopWord = t(ahead?.kind === 'break' ? 'nextBreak' : 'nextStop');
  return (
    // biome-ignore lint/a11y/useSemanticElements: controls of the run, not fields of a form
    <div className={`transport${props.compact ? ' compact' : ''}`} role="group" aria-label={t('transport')}>
      <div className="tr" dir="ltr">
        {button('first', t('first'), 'Home', () => go({ to: 'first' }))}
        {button('back', t('back'), '←', () => go({ to: 'back' }))}
        {button('next', t('next'), '→', () => go({ to: 'next' }))}
        {button('last', t('last'), 'End', () => go({ to: 'last' }))}
        {button(props.playing ? 'pause' : 'play', t(props.playing ? 'pause' : 'play'), '␣', () => props.onPlay(!props.playing))}
        {props.compact
          ? null
          : button(
              'cursor',
              t('toCursorLong'),
              'C',
              () => props.selected !== null && go({ to: 'line', line: props.selected }),
              t('toCursor'),
              props.selected === null,
            )}
        {button('break', stopWord, 'N', () => go({ to: 'break' }), stopWord, !ahead, ahead ? undefined : t('noStopAhead'))}
      </div>
      <div className="slide" dir="ltr">
        <Ticks rank={rank} length={model.length} device={model.report.device} />
        <input
          type="range"
          min={0}
          max={Math.max(0, model.length - 1)}
          value={cursor}
          aria-label={t('step')}
          aria-valuetext={`${of}, ${say}`}
          onFocus={() => slide(true)}
          onBlur={() => slide(false)}
          onChange={(e) => go({ to: 'step', step: Number(e.currentTarget.value) })}
        />
      </div>
      <div className="read">
        <span className="quiet steps" aria-live={props.playing || sliding ? 'off' : 'polite'}>
          {of}, <span>{clip(say)}</span>
        </span>
        {axis.end > 0 ? (
          <>
            <span className="big">
              <Approx label={t('about')} />
              {duration(time.drawn)}
            </span>
            {time.torn > 0 ? (
              <span className="quiet torn">
                + {t('compileGap')} {duration(time.torn)}
              </span>
            ) : null}
            <FieldMark field="clock" />
          </>
        ) : null}
      </div>
    </div>
  );
}

const clip = (text: string): string => (text.length > 44 ? `${text.slice(0, 43)}…` : text);

const TALL: Record<Meaning, [number, number]> = { none: [14, 20], eager: [11, 23], comp: [11, 23], part: [11, 23], host: [7, 27], wait: [7, 27] };
/** Where several ticks fall on one place the rarer meaning is drawn. */
const RANKED: Meaning[] = ['none', 'eager', 'comp', 'part', 'host', 'wait'];
const PLACES = 320;

const Ticks = memo(function Ticks({ rank, length, device }: { rank: RankRun; length: number; device: string }) {
  const paths = useMemo(() => {
    const n = Math.max(1, length - 1);
    const places = new Map<number, Meaning>();
    const waits = new Set<number>();
    rank.steps.forEach((s, i) => {
      const x = n > PLACES ? Math.round((i / n) * PLACES) / PLACES : i / n;
      const m = meaningOf(rank, s, device);
      if (m === 'host' && isWait(s)) waits.add(x);
      const had = places.get(x);
      if (!had || RANKED.indexOf(m) > RANKED.indexOf(had)) places.set(x, m);
    });
    const out: Record<Meaning, string> = { none: '', eager: '', comp: '', part: '', host: '', wait: '' };
    for (const [x, m] of places) out[m] += `M${Math.round(x * 1e5) / 100} ${TALL[m][0]}V${TALL[m][1]}`;
    // A fallback for which the host waits is both: the line of a wait runs through its tick.
    for (const x of waits) out.wait += `M${Math.round(x * 1e5) / 100} 3V31`;
    return out;
  }, [rank, length, device]);
  return (
    <svg viewBox="0 0 1000 34" preserveAspectRatio="none" aria-hidden="true" className={length > 400 ? 'dense' : undefined}>
      <path className="line" d="M0 17H1000" />
      {RANKED.map((m) => (paths[m] ? <path key={m} className={`tick ${m}`} d={paths[m]} /> : null))}
    </svg>
  );
});

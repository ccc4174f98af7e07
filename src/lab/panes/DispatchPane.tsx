/**
 * The road of the operator at the cursor through the dispatch keys, as a rail map: the stations stand still, the road
 * taken is drawn heavy in the colour of its meaning, the others stay hairlines.
 */
import type { DispatchStop } from '../../engine/report/types.ts';
import { type Dispatch, dispatchAt, lastOp, type Road } from '../model/dispatch.ts';
import { reasonIn } from '../model/words.ts';
import type { StringKey } from '../strings.ts';
import { useLab } from '../parts/context.ts';
import { Mark } from '../parts/Mark.tsx';
import { Pane } from '../parts/Pane.tsx';
import { stepLabel } from '../parts/stepLabel.ts';

type Mark5 = Parameters<typeof Mark>[0]['kind'];

/** Caption and mark of each road. */
const CAPTIONS: Record<Exclude<Road, 'none'>, { text: StringKey; mark: Mark5 }> = {
  hit: { text: 'capHit', mark: 'modelled' },
  miss: { text: 'capMiss', mark: 'modelled' },
  fall: { text: 'capFall', mark: 'documented' },
  copy: { text: 'capCopy', mark: 'modelled' },
  graph: { text: 'capGraph', mark: 'documented' },
  hostGraph: { text: 'capHostGraph', mark: 'documented' },
  cpu: { text: 'capCpu', mark: 'exact' },
  view: { text: 'capView', mark: 'exact' },
};

const Y = { autocast: 14, autograd: 60, view: 106, backend: 152, cache: 196, result: 242, queue: 304, core: 342 };

/** Roads as paths; each passes the stations of its name. */
const ROADS: Record<Exclude<Road, 'none' | 'copy'>, string> = {
  hit: `M40 ${Y.autocast}V${Y.core}`,
  miss: `M40 ${Y.autocast}V${Y.cache}C40 212 110 204 110 222V274C110 294 40 286 40 ${Y.queue}V${Y.core}`,
  fall: `M40 ${Y.autocast}V${Y.backend}C40 170 206 162 206 182V218C206 240 40 230 40 ${Y.result}`,
  graph: `M40 ${Y.autocast}V${Y.autograd}C40 76 14 76 14 92V272C14 292 40 286 40 ${Y.queue}V${Y.core}`,
  hostGraph: `M40 ${Y.autocast}V${Y.autograd}C40 76 14 76 14 92V${Y.backend}`,
  cpu: `M40 ${Y.autocast}V${Y.backend}`,
  view: `M40 ${Y.autocast}V${Y.backend}`,
};

/** A copy, either way, leaves the map at the first station of the branch. */
const COPY = `M40 ${Y.autocast}V${Y.backend}C40 170 206 162 206 178`;

const STATIONS: { key: keyof typeof Y; word: StringKey; on: Road[]; note?: DispatchStop['key'] }[] = [
  { key: 'autocast', word: 'stAutocast', on: ['hit', 'miss', 'fall', 'copy', 'graph', 'hostGraph', 'cpu', 'view'], note: 'autocast' },
  { key: 'autograd', word: 'stAutograd', on: ['hit', 'miss', 'fall', 'copy', 'graph', 'hostGraph', 'cpu', 'view'], note: 'autograd' },
  { key: 'view', word: 'stView', on: ['hit', 'miss', 'fall', 'copy', 'cpu', 'view'], note: 'view' },
  { key: 'backend', word: 'stBackend', on: ['hit', 'miss', 'fall', 'copy', 'cpu', 'view'], note: 'backend' },
  { key: 'cache', word: 'stCache', on: ['hit', 'miss'] },
  { key: 'result', word: 'stResult', on: ['hit', 'fall'] },
  { key: 'queue', word: 'stQueue', on: ['hit', 'miss', 'graph'] },
  { key: 'core', word: 'stCore', on: ['hit', 'miss', 'graph'] },
];

const BRANCH: { y: number; word: StringKey; note: DispatchStop['key'] }[] = [
  { y: 178, word: 'stToHost', note: 'to-host' },
  { y: 200, word: 'stCpu', note: 'cpu' },
  { y: 222, word: 'stToDevice', note: 'to-device' },
];

/** The engine's words at a station, in the reader's own. What is not here is a name or a figure. */
const NOTES: Readonly<Record<string, StringKey>> = {
  'casts its inputs': 'noteCasts',
  'off: passes': 'noteOff',
  'records a node for backward': 'noteRecords',
  'no gradient needed: passes': 'noteNoGrad',
  'result shares its input’s storage': 'noteShares',
  'no view: passes': 'noteNoView',
  'no Neuron kernel': 'noteNoKernel',
};

export function DispatchPane({ tab }: { tab?: { id: string; labelledBy: string } }) {
  const { t, lang, model, rank, at, go, turn } = useLab();
  const here = dispatchAt(rank, at, model.report);
  // A step that is no operator (a print, a break, the end) shows the road of the last one before it, and says so.
  const before = here.road === 'none' ? lastOp(rank, at) : null;
  const d = before === null ? here : dispatchAt(rank, before, model.report);
  const caption = d.road === 'none' ? null : CAPTIONS[d.road];
  return (
    <Pane
      name="dispatch"
      title={t('dispatch')}
      tab={tab}
      end={
        d.road === 'fall' ? (
          <button type="button" className="tool" onClick={() => turn('partitions')}>
            {t('whatIf')}
          </button>
        ) : d.line ? (
          <span>{t('onLine', { n: d.line })}</span>
        ) : null
      }
    >
      <p className="opn">
        <b className={here.operator ? 'mono ltr' : undefined}>{here.operator ? here.title : stepLabel(t, rank, at)}</b>
      </p>
      {before !== null ? (
        <p className="cap lastop">
          {t('noOp')}{' '}
          <button type="button" className="vn" data-rove="" tabIndex={-1} onClick={() => go({ to: 'step', step: before })}>
            {t('lastOp', { op: stepLabel(t, rank, before), n: before + 1 })}
          </button>
        </p>
      ) : null}
      {rank.ops.length > 0 ? <RailMap d={d} /> : null}
      <p className="cap">
        {caption ? (
          <>
            {t(caption.text)}{' '}
            <Mark kind={caption.mark} reason={caption.mark === 'modelled' ? reasonIn(lang, model.report.marks['where']?.reason) : undefined} />
          </>
        ) : (
          t(rank.ops.length > 0 ? 'noOpYet' : 'noOpAtAll')
        )}
      </p>
    </Pane>
  );
}

function RailMap({ d }: { d: Dispatch }) {
  const { t } = useLab();
  const note = (key: DispatchStop['key'] | undefined) => {
    const said = key && d.road !== 'none' ? d.notes[key] : undefined;
    const text = said && Object.hasOwn(NOTES, said) ? t(NOTES[said]!) : said;
    return text && text.length > 34 ? `${text.slice(0, 33)}…` : text;
  };
  const down = d.road === 'copy' && d.taken.has('to-device');
  const lit = (b: (typeof BRANCH)[number]) => d.road === 'fall' || (d.road === 'copy' && b.note === 'to-host');
  const word = (b: (typeof BRANCH)[number]) => t(down && b.note === 'to-host' ? 'stCopyDevice' : b.word);
  const size = (b: (typeof BRANCH)[number]) => note(down ? 'to-device' : b.note);
  const station = (s: (typeof STATIONS)[number]) => (s.key === 'backend' && d.road === 'cpu' ? 'CPU' : t(s.word));
  const stationNote = (s: (typeof STATIONS)[number]) => (s.key === 'backend' && (d.road === 'fall' || d.road === 'cpu') ? undefined : note(s.note));
  // What is drawn at the stations is in the words for those who do not see it.
  const stops = STATIONS.filter((s) => s.on.includes(d.road)).map((s) => (stationNote(s) ? `${station(s)} (${stationNote(s)})` : station(s)));
  stops.splice(4, 0, ...BRANCH.filter(lit).map(word));
  return (
    <svg
      className={`railmap on-${d.road}`}
      viewBox="0 0 336 356"
      role="img"
      aria-label={t('dispatchAlt', { op: d.title, path: stops.join(', ') || t('noOp') })}
    >
      <g className="base">
        <path d={ROADS.hit} />
        <path d={ROADS.fall} />
        <path d={ROADS.graph} />
        <path className="dash" d={ROADS.miss} />
      </g>
      {d.road !== 'none' ? <path className={`way ${d.meaning}`} d={d.road === 'copy' ? COPY : ROADS[d.road]} /> : null}
      <text className="side" transform="translate(9 214) rotate(-90)">
        {t('stInGraph')}
      </text>
      <text className="small" x="48" y="223">
        {t('stHit')}
      </text>
      <text className="small" x="116" y="216">
        {t('stMiss')}
      </text>
      <text className="small" x="118" y="258">
        StableHLO
      </text>
      <text className="small" x="118" y="272">
        neuronx-cc
      </text>
      <text className="small" x="118" y="286">
        NEFF
      </text>
      <text className="small host" x="216" y="160">
        {t('stNoKernel')}
      </text>
      {STATIONS.map((s) => {
        const on = s.on.includes(d.road);
        const y = Y[s.key];
        return (
          <g key={s.key} className={on ? 'st on' : 'st'}>
            <circle cx="40" cy={y} r="5" />
            <text x="56" y={y + 4}>
              {station(s)}
            </text>
            {on && stationNote(s) ? (
              <text className="small" x="56" y={y + 19}>
                {stationNote(s)}
              </text>
            ) : null}
          </g>
        );
      })}
      {BRANCH.map((b) => (
        <g key={b.y} className={lit(b) ? 'st on' : 'st'}>
          <circle cx="206" cy={b.y} r="5" />
          <text x="218" y={b.y + 4}>
            {word(b)}
            {lit(b) && size(b)?.endsWith(' B') ? <tspan className="small"> {`\u2066${size(b)}\u2069`}</tspan> : null}
          </text>
        </g>
      ))}
    </svg>
  );
}

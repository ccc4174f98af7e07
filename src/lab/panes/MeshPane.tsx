/**
 * Devices as a grid, the chosen tensor's block on each with its numbers, the placements of every tensor, the
 * collectives to step through, and a hang drawn as the circle of ranks that wait for each other.
 */
import { useMemo, useState } from 'react';
import type { Hang } from '../../engine/report/types.ts';
import { bytes, shapeText, shortDtype } from '../model/format.ts';
import { heatOf } from '../model/heat.ts';
import { collKey, varKey } from '../model/links.ts';
import { type Block, meshAt } from '../model/mesh.ts';
import { useLab } from '../parts/context.ts';
import { Heat } from '../parts/Heat.tsx';
import { FieldMark } from '../parts/Mark.tsx';
import { Pane } from '../parts/Pane.tsx';

export function MeshPane({ tab }: { tab?: { id: string; labelledBy: string } }) {
  const { t, model, rank, cursor, go } = useLab();
  const [chosen, choose] = useState<string | null>(null);
  const [cell, setCell] = useState<string | null>(null);
  const view = useMemo(() => meshAt(model, cursor, chosen), [model, cursor, chosen]);
  if (model.ranks.length < 2) {
    return (
      <Pane name="mesh" title={t('mesh')} tab={tab}>
        <p className="cap first">{t('oneRank')}</p>
      </Pane>
    );
  }
  const wide = view.blocks.some((b) => (b.value?.shape?.at(-1) ?? 1) > 2);
  // A row of devices with wide blocks is broken in two, so that the figures can be read.
  const cols = view.dims.length === 1 && wide ? Math.min(2, view.dims[0]!) : (view.dims.at(-1) ?? 1);
  const hang = model.report.hang;
  const rows = rank.collectiveRows;
  const waits = hang?.waits.find((w) => w.rank === rank.rank);
  return (
    <Pane name="mesh" title={t('mesh')} tab={tab} end={<FieldMark field="values" />}>
      {hang ? <HangPicture hang={hang} /> : null}
      <p className="meshh">
        <span>
          {t('meshIs')} <b className="mono ltr">{view.dims.join(' × ')}</b>
        </span>
        <span>
          {view.name
            ? view.whole
              ? t('blocksOf', { name: view.name, shape: view.whole.shape?.join(' × ') ?? '' })
              : t('copiesOf', { name: view.name })
            : t('noTensor')}
        </span>
        {cell ? <output className="mono ltr">{cell}</output> : null}
      </p>
      <div className={`mesh m${Math.min(cols, 8)}`} dir="ltr">
        {view.blocks.map((b) => (
          <Device key={b.rank} b={b} name={view.name} onCell={setCell} tight={wide && cols > 2} />
        ))}
      </div>
      {view.table.length > 0 ? (
        <table className="pl">
          <thead>
            <tr>
              <th scope="col">{t('tensor')}</th>
              <th scope="col">{t('placements')}</th>
              <th scope="col" className="n">
                {t('whole')}
              </th>
              <th scope="col" className="n">
                {t('block')}
              </th>
            </tr>
          </thead>
          <tbody>
            {view.table.map((row) => (
              <tr key={row.name} className={row.name === view.name ? 'on' : undefined} data-k={varKey(row.name)}>
                <td>
                  <button type="button" className="vn mono" data-rove="" tabIndex={-1} aria-pressed={row.name === view.name} onClick={() => choose(row.name)}>
                    {row.name}
                  </button>
                </td>
                <td className="ltr">{row.placements ? row.placements.join(', ') : t('plain')}</td>
                <td className="n">{row.placements ? row.whole : ''}</td>
                <td className="n">{row.block}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <div className="meshh">
        <b>{t('collectives')}</b> <FieldMark field="collectives" />
      </div>
      {rows.length === 0 && !waits ? <p className="cap">{t('noCollectives')}</p> : null}
      <ol className="colls">
        {rows.slice(0, 200).map((c, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: collectives in the order of issue
          <li key={i} data-k={collKey(i)} className={c.step <= cursor ? 'done' : undefined}>
            <button
              type="button"
              className="vn"
              data-rove=""
              tabIndex={-1}
              aria-current={c.step === cursor ? 'step' : undefined}
              onClick={() => go({ to: 'step', step: c.step })}
            >
              <span className="mono ltr">
                {c.op} {shapeText(c.shape)} {shortDtype(c.dtype)}
                {c.reduce ? ` ${c.reduce}` : ''}
              </span>
              <span>
                {t('onLine', { n: c.line })}, {t('group')} <span className="ltr">{c.group.join(' ')}</span>, <bdi>{bytes(c.bytes)}</bdi>
              </span>
            </button>
          </li>
        ))}
        {waits ? (
          <li className="waits">
            <span className="mono ltr">{waits.op}</span>
            <span>
              {t('onLine', { n: waits.line })}, {t('waitsHere')}
            </span>
          </li>
        ) : null}
      </ol>
    </Pane>
  );
}

function Device({ b, name, onCell, tight }: { b: Block; name: string | null; onCell: (text: string | null) => void; tight: boolean }) {
  const { t } = useLab();
  const grid = useMemo(() => (b.value ? heatOf(b.value) : null), [b.value]);
  return (
    <div className={`dev${b.waits ? ' waits' : ''}`}>
      <span>
        {t('rank', { n: b.rank })}
        {b.waits ? <em> {t('waitsHere')}</em> : null}
      </span>
      {grid && name ? (
        <Heat
          grid={grid}
          small
          tight={tight}
          onCell={(text) => onCell(`${t('rank', { n: b.rank })} ${text}`)}
          label={`${t('rank', { n: b.rank })}, ${t('heatAlt', { name, shape: shapeText(b.value?.shape), dtype: shortDtype(b.value?.dtype), range: grid.alt })}`}
        />
      ) : (
        <em>{b.value ? (b.value.shape?.includes(0) ? t('empty') : shapeText(b.value.shape)) : '–'}</em>
      )}
      {b.ranges ? <em className="mono">{b.ranges}</em> : null}
    </div>
  );
}

/** Ranks on a circle, an arrow from each waiting rank to those it waits for. */
function HangPicture({ hang }: { hang: Hang }) {
  const { t, model } = useLab();
  const n = model.ranks.length;
  const at = (rank: number): [number, number] => {
    const a = (rank / n) * 2 * Math.PI - Math.PI / 2;
    return [150 + 92 * Math.cos(a), 84 + 62 * Math.sin(a)];
  };
  const sentences = hang.waits.map((w) => t('waitsFor', { a: w.rank, op: w.op, line: w.line, b: w.for.map((r) => t('rank', { n: r })).join(', ') }));
  return (
    <div className="hang">
      <h3>{t('hang')}</h3>
      <svg viewBox="0 0 300 168" role="img" aria-label={t('hangAlt', { text: sentences.join('; ') })}>
        {hang.waits.flatMap((w) =>
          w.for.map((to) => {
            const [x0, y0] = at(w.rank);
            const [x1, y1] = at(to);
            const d = Math.hypot(x1 - x0, y1 - y0) || 1;
            const ux = (x1 - x0) / d;
            const uy = (y1 - y0) / d;
            // Bent to the side, so that two ranks waiting for each other show two arrows.
            const mx = (x0 + x1) / 2 - uy * 14;
            const my = (y0 + y1) / 2 + ux * 14;
            const ex = x1 - ux * 17;
            const ey = y1 - uy * 17;
            return (
              <g key={`${w.rank}-${to}`} className="wait">
                <path d={`M${x0 + ux * 16} ${y0 + uy * 16}Q${mx} ${my} ${ex} ${ey}`} />
                <path className="tip" transform={`translate(${ex} ${ey}) rotate(${(Math.atan2(ey - my, ex - mx) * 180) / Math.PI})`} d="M-6-4L0 0l-6 4" />
              </g>
            );
          }),
        )}
        {model.ranks.map((r) => {
          const [x, y] = at(r.rank);
          const waits = hang.waits.some((w) => w.rank === r.rank);
          return (
            <g key={r.rank} className={waits ? 'rk waits' : 'rk'}>
              <rect x={x - 14} y={y - 11} width="28" height="22" />
              <text x={x} y={y + 4} text-anchor="middle">
                {r.rank}
              </text>
            </g>
          );
        })}
      </svg>
      <ul>
        {sentences.map((s) => (
          <li key={s}>{s}</li>
        ))}
      </ul>
    </div>
  );
}

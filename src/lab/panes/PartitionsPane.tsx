/**
 * Which operators ran on Neuron and which on the host, what crossed and how many bytes; and the question
 * "what if this operator had a kernel", answered from the report and marked Modelled.
 */
import { useMemo, useState } from 'react';
import { bytes, duration } from '../model/format.ts';
import { crossKey, partKey } from '../model/links.ts';
import { fallbackOps, partitionView, whatIf } from '../model/partitions.ts';
import { shortOp } from '../model/run.ts';
import { count } from '../strings.ts';
import { useRun } from '../parts/context.ts';
import { FieldMark, Mark } from '../parts/Mark.tsx';
import { Glyph } from '../parts/Meaning.tsx';
import { Pane } from '../parts/Pane.tsx';

/** Rows listed before the rest is counted. */
const MANY = 60;

export function PartitionsPane({ tab }: { tab?: { id: string; labelledBy: string } }) {
  const { t, model, rank, go } = useRun();
  const [kernels, setKernels] = useState<ReadonlySet<string>>(new Set());
  const first = model.ranks[0]!;
  const now = useMemo(() => partitionView(model), [model]);
  const missing = useMemo(() => fallbackOps(first), [first]);
  const guess = useMemo(() => (kernels.size > 0 ? whatIf(model, kernels) : null), [model, kernels]);
  const view = guess?.view ?? now;
  if (now.rows.length === 0) {
    return (
      <Pane name="partitions" title={t('partitions')} tab={tab}>
        <p className="cap first">{t('noPartitions')}</p>
      </Pane>
    );
  }
  return (
    <Pane name="partitions" title={t('partitions')} tab={tab} end={guess ? <Mark kind="modelled" /> : <FieldMark field="partitions" />}>
      <p className="cap first">
        {view.rows.length === 1 && view.crossings.length === 0
          ? t('oneSide')
          : `${count(t, view.rows.length, 'nRuns', 'oneRun')}, ${count(t, view.crossings.length, 'nCrossings', 'oneCrossing')}, ${bytes(view.bytes)}`}
      </p>
      <table className="pl">
        <thead>
          <tr>
            <th scope="col">{t('side')}</th>
            <th scope="col" className="n">
              {t('steps')}
            </th>
            <th scope="col" className="n">
              {t('ops')}
            </th>
            <th scope="col">{t('lines')}</th>
          </tr>
        </thead>
        <tbody>
          {view.rows.slice(0, MANY).map((row, i) => (
            <tr key={row.first} data-k={guess ? undefined : partKey(i)}>
              <td>
                <button
                  type="button"
                  className={`vn side ${row.side === 'neuron' ? 'part' : 'host'}`}
                  data-rove=""
                  tabIndex={-1}
                  onClick={() => go({ to: 'step', step: row.first })}
                >
                  <Glyph shape={row.side === 'neuron' ? 'part' : 'host'} />
                  {t(row.side === 'neuron' ? 'neuron' : 'host')}
                </button>
              </td>
              <td className="n">{row.first === row.last ? row.first + 1 : `${row.first + 1}–${row.last + 1}`}</td>
              <td className="n">{row.ops}</td>
              <td className="mono">{row.lines.length > 6 ? `${row.lines.slice(0, 6).join(', ')} …` : row.lines.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {view.crossings.length > 0 ? (
        <table className="pl">
          <thead>
            <tr>
              <th scope="col">{t('direction')}</th>
              <th scope="col" className="n">
                {t('bytes')}
              </th>
              <th scope="col">{t('cause')}</th>
              <th scope="col" className="n">
                {t('lines')}
              </th>
            </tr>
          </thead>
          <tbody>
            {view.crossings.slice(0, MANY).map(({ row, index }) => (
              <tr key={index} data-k={crossKey(index)}>
                <td>
                  <button type="button" className="vn" data-rove="" tabIndex={-1} onClick={() => go({ to: 'step', step: row.step })}>
                    {t(row.direction === 'to-host' ? 'toHost' : 'toDevice')}
                  </button>
                </td>
                <td className="n ltr">{bytes(row.bytes)}</td>
                <td className="mono ltr">{row.cause.startsWith('aten.') ? shortOp(row.cause) : row.cause}</td>
                <td className="n">{row.line}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {missing.length > 0 ? (
        <fieldset className="whatif">
          <legend>{t('whatIfLegend')}</legend>
          {missing.map((op) => (
            <label key={op}>
              <input
                type="checkbox"
                checked={kernels.has(op)}
                onChange={(e) => {
                  const next = new Set(kernels);
                  if (e.currentTarget.checked) next.add(op);
                  else next.delete(op);
                  setKernels(next);
                }}
              />
              <code className="ltr">{op}</code>
            </label>
          ))}
          <div aria-live="polite">
            {guess ? (
              <>
                <p>
                  {t('whatIfResult', {
                    a: guess.view.rows.length,
                    b: now.rows.length,
                    c: guess.view.crossings.length,
                    d: now.crossings.length,
                    e: bytes(guess.view.bytes),
                    f: bytes(now.bytes),
                    t: duration(guess.saved),
                  })}{' '}
                  <Mark kind="modelled" />
                </p>
                <p className="how">{t('whatIfHow', { n: guess.steps, t: duration(guess.launch) })}</p>
              </>
            ) : null}
          </div>
        </fieldset>
      ) : (
        <p className="cap">{rank.ops.length > 0 ? t('noFallback') : null}</p>
      )}
    </Pane>
  );
}

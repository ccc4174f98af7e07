/**
 * Variables and tensors after the step of the cursor: a table, and the numbers of the chosen one as a grid of ink.
 * What the step made or changed is named and shown first.
 */
import { useMemo, useState } from 'react';
import type { ValueRow } from '../../engine/report/types.ts';
import { exact, shapeText, shortDtype, tupleText } from '../model/format.ts';
import { heatOf } from '../model/heat.ts';
import { unturned } from '../model/highlight.ts';
import { stepKey, varKey } from '../model/links.ts';
import { changedAt, latestTensor, valueOf, varsAround, varsAt } from '../model/run.ts';
import { useLab } from '../parts/context.ts';
import { Heat } from '../parts/Heat.tsx';
import { FieldMark } from '../parts/Mark.tsx';
import { Pane } from '../parts/Pane.tsx';
import { grouped } from '../strings.ts';

export function ValuesPane({ tab }: { tab?: { id: string; labelledBy: string } }) {
  const { t, model, rank, at } = useLab();
  const [chosen, choose] = useState<string | null>(null);
  const vars = useMemo(() => varsAt(rank, at), [rank, at]);
  const changed = useMemo(() => new Map(changedAt(rank, at).map((c) => [c.name, c.fresh])), [rank, at]);
  const rows = Object.entries(vars)
    .map(([name, key]) => ({ name, value: valueOf(model, key) }))
    .filter((r): r is { name: string; value: ValueRow } => r.value !== null);
  const tensors = rows.filter((r) => r.value.kind === 'tensor');
  const others = rows.filter((r) => r.value.kind !== 'tensor');
  const out = valueOf(model, rank.steps[at]?.out);
  const last = useMemo(() => latestTensor(model, rank, at), [model, rank, at]);
  const shown = chosen && vars[chosen] ? chosen : last;
  const shownValue = shown ? valueOf(model, vars[shown]) : null;
  return (
    <Pane
      name="values"
      title={t('values')}
      tab={tab}
      end={
        <>
          <span>{t('afterStep', { n: grouped(at + 1) })}</span>
          <FieldMark field="values" />
        </>
      }
    >
      {rows.length === 0 ? <NoVars /> : null}
      {tensors.length > 0 ? (
        <table className="vars">
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('shape')}</th>
              <th scope="col">{t('dtype')}</th>
              <th scope="col">{t('device')}</th>
              <th scope="col">{t('strides')}</th>
            </tr>
          </thead>
          <tbody>
            {tensors.map(({ name, value }) => (
              <tr key={name} className={shown === name ? 'on' : undefined} data-k={varKey(name)}>
                <td>
                  <button
                    type="button"
                    className="vn"
                    data-rove=""
                    tabIndex={-1}
                    aria-pressed={shown === name}
                    onClick={() => choose(chosen === name ? null : name)}
                  >
                    {name}
                  </button>
                  {changed.has(name) ? ' ' : null}
                  {changed.has(name) ? <span className="chg">{t(changed.get(name) ? 'isNew' : 'isChanged')}</span> : null}
                </td>
                <td>{shapeText(value.shape)}</td>
                <td>{shortDtype(value.dtype)}</td>
                <td>{value.placements ? value.placements.join(', ') : value.device}</td>
                <td>{tupleText(value.strides)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {others.length > 0 ? (
        <dl className="plainvars">
          {others.map(({ name, value }) => (
            <div key={name} data-k={varKey(name)}>
              <dt>
                {name}
                {changed.has(name) ? ' ' : null}
                {changed.has(name) ? <span className="chg">{t(changed.get(name) ? 'isNew' : 'isChanged')}</span> : null}
              </dt>
              <dd>
                {value.text.startsWith(value.type) ? null : <span className="ty">{value.type} </span>}
                {unturned(value.text.length > 200 ? `${value.text.slice(0, 200)} …` : value.text)}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {shown && shownValue ? <Numbers key={shown} name={shown} value={shownValue} k={varKey(shown)} /> : null}
      {out && out !== shownValue && out.kind === 'tensor' ? <Numbers key="out" name={t('result')} value={out} k={stepKey(at)} plain /> : null}
    </Pane>
  );
}

/** Why there is nothing to show: not yet, no more, or never. */
function NoVars() {
  const { t, rank, at, go } = useLab();
  const { before, later } = useMemo(() => varsAround(rank, at), [rank, at]);
  if (before === null) return <p className="cap first">{t(later ? 'noVars' : 'noVarsAtAll')}</p>;
  return (
    <p className="cap first">
      {t('noVarsNow')}{' '}
      <button type="button" className="vn" data-rove="" tabIndex={-1} onClick={() => go({ to: 'step', step: before })}>
        {t('lastVars', { n: before + 1 })}
      </button>
    </p>
  );
}

function Numbers(props: { name: string; value: ValueRow; k: string; plain?: boolean }) {
  const { t } = useLab();
  const { value } = props;
  const [plane, setPlane] = useState(0);
  const [cell, setCell] = useState<string | null>(null);
  const local = useLocal(value);
  const grid = useMemo(() => heatOf(local, plane), [local, plane]);
  return (
    <div className="nums">
      <div className="vh2">
        <span>
          <b className={props.plain ? undefined : 'mono'}>{props.name}</b>{' '}
          <span className="mono ltr">
            {shapeText(value.shape)} {shortDtype(value.dtype)}
          </span>
          {value.requiresGrad ? <span className="mono ltr"> requires_grad</span> : null}
        </span>
        {cell ? (
          <span>
            {t('exactFigure')} <output className="mono ltr">{cell}</output>
          </span>
        ) : null}
      </div>
      {grid ? (
        <>
          <Heat
            grid={grid}
            onCell={setCell}
            label={t('heatAlt', { name: props.name, shape: shapeText(value.shape), dtype: shortDtype(value.dtype), range: grid.alt })}
          />
          {grid.planes > 1 ? (
            <label className="plane">
              {t('plane')} <span className="num">{grid.plane + 1}</span> / {grid.planes}
              <input type="range" min={0} max={grid.planes - 1} value={grid.plane} onChange={(e) => setPlane(Number(e.currentTarget.value))} />
            </label>
          ) : null}
        </>
      ) : (
        <p className="cap">{summary(t, value)}</p>
      )}
    </div>
  );
}

/** A distributed tensor shows the block of the rank followed. */
function useLocal(value: ValueRow): ValueRow {
  const { model } = useLab();
  return value.placements && !value.data ? (valueOf(model, value.local) ?? value) : value;
}

function summary(t: ReturnType<typeof useLab>['t'], value: ValueRow): string {
  if (value.shape?.includes(0)) return t('noElements');
  const s = value.summary;
  if (!s) return t('noNumbers');
  const f = (n: number) => exact(n, value.dtype);
  return t('tooMany', { n: s.numel.toLocaleString('en'), min: f(s.min), max: f(s.max), mean: f(s.mean) });
}

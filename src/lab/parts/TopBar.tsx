/** The bar of the lab: program, options, run and stop, sharing, keys, theme. */
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { RunOptions } from '../../engine/report/types.ts';
import { inBrowser } from '../state/kept.ts';
import type { Status } from '../state/session.ts';
import { useWords } from './context.ts';
import { Icon } from './Icon.tsx';

/** The mark at the start of the bar: the way back to the site. */
export function Brand({ href }: { href: string }) {
  const t = useWords();
  return (
    <a className="brand" href={href}>
      <svg viewBox="0 0 20 20" aria-hidden="true" className="logo">
        <path d="M1 1h18v18H1z" />
        <path className="thin" d="M1 7.5h18M1 13.5h18M7 1v18M13 1v18" />
        <path className="fill" d="M7 7.5h6v6H7z" />
      </svg>
      <span className="hide">{t('lab')}</span>
      <span className="vh">, {t('home')}</span>
    </a>
  );
}

export function OptionFields(props: { options: RunOptions; onChange: (o: Partial<RunOptions>) => void; all?: boolean }) {
  const t = useWords();
  const { options: o, onChange } = props;
  const field = <K extends keyof RunOptions>(key: K, label: string, choices: [string, RunOptions[K]][], cls = '') => (
    <label className={`opt2 ${cls}`}>
      {label}
      <select
        value={String(o[key])}
        onChange={(e) => {
          const found = choices.find(([, v]) => String(v) === e.currentTarget.value);
          if (found) onChange({ [key]: found[1] } as Partial<RunOptions>);
        }}
      >
        {choices.map(([word, v]) => (
          <option key={String(v)} value={String(v)}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
  const ranks = [...new Set([1, 2, 4, 8, 16, o.worldSize])].sort((a, b) => a - b);
  const caches: [string, 'cold' | 'warm'][] = [
    [t('cold'), 'cold'],
    [t('warm'), 'warm'],
  ];
  return (
    <>
      {field('device', t('device'), [
        ['neuron', 'neuron'],
        ['cpu', 'cpu'],
      ])}
      {field(
        'worldSize',
        t('ranks'),
        ranks.map((n): [string, number] => [String(n), n]),
      )}
      {field('kernelCache', t('kernelCache'), caches, 'w')}
      {field('graphCache', t('graphCache'), caches, 'w')}
      {props.all
        ? field('numbers', t('numbers'), [
            [t('numbersOn'), true],
            [t('numbersAlways'), 'always'],
            [t('numbersOff'), false],
          ])
        : null}
      {props.all
        ? field('target', t('target'), [
            ['trn2', 'trn2'],
            ['trn3', 'trn3'],
          ])
        : null}
    </>
  );
}

/** A key that is held down starts and stops nothing again. */
const once = (e: KeyboardEvent<HTMLElement>): void => void (e.repeat && e.preventDefault());

export function RunButton(props: {
  status: Status;
  stale: boolean;
  first: boolean;
  onRun: () => void;
  onStop: () => void;
  onNear?: () => void;
  disabled?: boolean;
}) {
  const t = useWords();
  const running = props.status.kind === 'running' ? props.status : null;
  const [, tick] = useState(0);
  useLayoutEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [running]);
  // Run and Stop take each other's place: whoever pressed the one by key stands on the other, until the focus goes elsewhere.
  const button = useRef<HTMLButtonElement>(null);
  const held = useRef(false);
  const pressed = (then: () => void) => (e: { currentTarget: EventTarget }) => {
    held.current = document.activeElement === e.currentTarget;
    then();
  };
  const runs = running !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the one takes the place of the other
  useLayoutEffect(() => {
    if (!held.current) return;
    held.current = document.activeElement === document.body;
    if (held.current) button.current?.focus({ preventScroll: true });
  }, [runs]);
  if (running) {
    const s = running.began === undefined ? 0 : Math.floor((performance.now() - running.began) / 1000);
    const here = running.arrived;
    const says = here !== undefined ? t('arriving', { p: Math.round(here * 100) }) : running.began === undefined ? t('loadingEngine') : t('running', { s });
    return (
      <span className="running">
        <progress aria-label={says} max={here === undefined ? running.seconds : 1} value={here ?? Math.min(s, running.seconds)} />
        <span className="num quiet hide">{says}</span>
        <button type="button" ref={button} className="btn small" onClick={pressed(props.onStop)} onKeyDown={once}>
          <Icon name="stop" />
          {t('stop')}
        </button>
      </span>
    );
  }
  return (
    <button
      type="button"
      ref={button}
      className={`btn small${props.stale || props.first ? ' solid' : ''}`}
      onClick={pressed(props.onRun)}
      onKeyDown={once}
      onPointerEnter={props.onNear}
      onFocus={props.onNear}
      disabled={props.disabled}
      title="Ctrl Enter"
    >
      <Icon name="play" />
      <span className="phonehide">{t(props.first || props.stale ? 'run' : 'runAgain')}</span>
    </button>
  );
}

/** A menu of actions: a disclosure that closes when something in it was done, or on Escape. */
export function Menu(props: { label: string; icon: Parameters<typeof Icon>[0]['name']; children: ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (ref.current) ref.current.open = false;
  };
  useLayoutEffect(() => {
    const outside = (e: PointerEvent) => {
      if (ref.current?.open && e.target instanceof Node && !ref.current.contains(e.target)) ref.current.open = false;
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, []);
  return (
    <details
      className="pop"
      ref={ref}
      onKeyDown={(e) => {
        if (e.key !== 'Escape') return;
        close();
        ref.current?.querySelector('summary')?.focus();
      }}
    >
      <summary className="tool">
        <Icon name={props.icon} />
        <span className="hide">{props.label}</span>
        <span className="vh onlynarrow">{props.label}</span>
      </summary>
      <div className="poplist">{props.children}</div>
    </details>
  );
}

/** Light or dark; kept where the site keeps it. */
export function ThemeButton() {
  const t = useWords();
  return (
    <button
      type="button"
      className="tbtn"
      aria-label={t('theme')}
      onClick={() => {
        const root = document.documentElement;
        const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
        root.dataset.theme = dark ? 'light' : 'dark';
        inBrowser.keep('starlight-theme', root.dataset.theme);
      }}
    >
      <Icon name="theme" />
    </button>
  );
}

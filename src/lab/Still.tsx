/**
 * The lab before its scripts, as plain markup: the first drawing of `Lab` (served.ts), made at build for a program of the
 * build. The page serves it; the lab, once it has its run, takes over the same nodes, so nothing moves and what the
 * reader has marked stays marked. It is inert: its code and output can be read, its controls wait.
 */
import { renderToString } from 'react-dom/server';
import type { RunOptions, RunReport } from '../engine/report/types.ts';
import { Lab } from './Lab.tsx';
import { START } from './state/opening.ts';
import type { Lang } from './strings.ts';
import './whole.ts';

export interface StillProps {
  lang: Lang;
  /** Name in `content/programs`, without `.py`. */
  program: string;
  title: string;
  source: string;
  options: RunOptions;
  report: RunReport;
  homeHref: string;
  embed?: boolean;
}

/** As markup. */
export function still({ lang, program, title, source, options, report, homeHref, embed = false }: StillProps): string {
  const opened = { ...START, start: { program, original: source, options, report } };
  return renderToString(<Lab lang={lang} examples={[{ id: program, title }]} homeHref={homeHref} first={program} opened={opened} embed={embed} />);
}

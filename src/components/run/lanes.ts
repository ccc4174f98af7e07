/**
 * The geometry of a run for the home page's figure: host and core bars on one time axis, the border between Neuron and
 * host with what crosses it, and the keys that link everything to its line. Pure; the lab has the full timeline.
 * Time is the report's modelled clock. Only steps from the first of the given lines on are drawn.
 */
import type { Bar, RunReport, Step } from '../../engine/report/types.ts';
import { isCounted } from '../../lab/model/partitions.ts';
import { type Lang, text } from '../strings.ts';
import { shortName } from './story.ts';

export interface Box {
  lane: 'host' | 'core';
  kind: Bar['kind'];
  start: number;
  end: number;
  label: string;
  line: number;
  key: string;
}

export interface Move {
  toHost: boolean;
  at: number;
  bytes: number;
  line: number;
  key: string;
}

export interface Stretch {
  side: 'neuron' | 'host';
  start: number;
  end: number;
  ops: number;
  label: string;
  lines: number[];
  key: string;
}

export interface Lanes {
  boxes: Box[];
  moves: Move[];
  stretches: Stretch[];
  end: number;
  /** One entry a drawn step, in order. */
  steps: { key: string; line: number; say: string; stop: boolean; at: number }[];
}

const name = (label: string) => (label.startsWith('aten.') ? shortName(label) : label);

export function lanesOf(report: RunReport, lines: readonly number[], prefix: string, lang: Lang): Lanes {
  const first = report.steps.findIndex((step) => lines.includes(step.line) && step.bars?.length);
  const shown = report.steps.map((step, i) => ({ step, i })).filter(({ i }) => i >= Math.max(first, 0));
  const zero = Math.min(...shown.flatMap(({ step }) => (step.bars ?? []).map((bar) => bar.start)), Number.MAX_VALUE);
  const out: Lanes = { boxes: [], moves: [], stretches: [], end: 0, steps: [] };
  for (const { step, i } of shown) {
    const key = `${prefix}${i}`;
    for (const bar of step.bars ?? []) {
      const [start, end] = [bar.start - zero, bar.end - zero];
      out.end = Math.max(out.end, end);
      if (bar.lane === 'host' || bar.lane === 'core')
        out.boxes.push({ lane: bar.lane, kind: bar.kind, start, end, label: name(bar.label), line: step.line, key });
      if (bar.lane === 'copies' && bar.bytes)
        out.moves.push({
          toHost: bar.label === 'to host',
          at: bar.label === 'to host' ? start : end,
          bytes: bar.bytes,
          line: step.line,
          key,
        });
    }
    if (step.bars?.some((bar) => bar.lane === 'host'))
      out.steps.push({
        key,
        line: step.line,
        say: sayOf(report, step, lang),
        stop: step.kind === 'sync',
        at: Math.max(...step.bars.map((bar) => bar.end)) - zero,
      });
  }
  out.stretches = stretches(report, Math.max(first, 0), zero, prefix);
  return out;
}

function stretches(report: RunReport, from: number, zero: number, prefix: string): Stretch[] {
  return report.partitions.flatMap((row, index) => {
    const steps = report.steps.slice(Math.max(row.first, from), row.last + 1);
    const bars = steps.flatMap((step) => (step.bars ?? []).filter((bar) => bar.lane === 'host'));
    if (row.last < from || !bars.length) return [];
    const ops = steps.filter((step) => isCounted(step, report.ops)).length;
    const host = steps.find((step) => step.kind === 'op' && report.ops[step.op ?? -1]?.where === 'fallback');
    return {
      side: row.side,
      start: Math.min(...bars.map((bar) => bar.start)) - zero,
      end: Math.max(...bars.map((bar) => bar.end)) - zero,
      ops,
      label: row.side === 'host' ? name(host?.label ?? steps[0]?.label ?? '') : ops === 1 ? '1 op' : `${ops} ops`,
      lines: row.lines,
      key: `${prefix}p${index}`,
    };
  });
}

function sayOf(report: RunReport, step: Step, lang: Lang): string {
  const row = step.op === null ? undefined : report.ops[step.op];
  if (row?.where === 'fallback') return text(lang, 'sayFallback', { op: shortName(row.op) });
  if (step.kind === 'sync' || step.bars?.some((bar) => bar.kind === 'wait')) return text(lang, 'sayWait', { op: name(step.label) });
  if (row) return text(lang, 'sayLaunch', { op: shortName(row.op) });
  if (step.kind === 'break') return text(lang, 'sayBreak', { op: step.label });
  if (step.kind === 'graph') return text(lang, 'sayGraph', { op: step.label });
  return step.label;
}

/**
 * The run in words: the text twin of the report (`src/engine/report/text.ts`, Markdown), cut into blocks that light up
 * with the rest. The words have one source; this only finds the line, graph or break that each speaks of.
 */
import { textOf } from '../../engine/report/text.ts';
import type { RunReport } from '../../engine/report/types.ts';
import { breakKey, graphKeyOf, lineKey } from './links.ts';

export type Block =
  | { kind: 'heading'; text: string; field: string }
  | { kind: 'text'; text: string }
  | { kind: 'item'; text: string; line: number | null; keys: string }
  | { kind: 'code'; text: string };

/** Field of the report whose mark a section carries. */
const FIELDS: [RegExp, string][] = [
  [/^Output/, 'stdout'],
  [/^Operators/, 'ops'],
  [/^Waits/, 'syncs'],
  [/^Compiled/, 'frames'],
  [/^Collectives/, 'collectives'],
  [/^Time/, 'clock'],
];

export function blocksOf(report: RunReport): Block[] {
  const out: Block[] = [];
  let code: string[] | null = null;
  let frame = -1;
  let breaks = 0;
  for (const row of textOf(report).split('\n')) {
    if (row.startsWith('```')) {
      if (code) out.push({ kind: 'code', text: code.join('\n') });
      code = code ? null : [];
    } else if (code) code.push(row);
    else if (row.startsWith('# ') || row.trim() === '') continue;
    else if (row.startsWith('## ')) {
      const text = row.slice(3);
      if (text.startsWith('Compiled')) {
        frame++;
        breaks = 0;
      }
      out.push({ kind: 'heading', text, field: FIELDS.find(([re]) => re.test(text))?.[1] ?? '' });
    } else if (row.startsWith('- ')) {
      const text = row.slice(2);
      const line = Number(/\bline (\d+)/.exec(text)?.[1] ?? Number.NaN);
      const graph = /^graph (\d+):/.exec(text);
      const keys = graph && frame >= 0 ? [graphKeyOf(frame, Number(graph[1]))] : [];
      if (/^break on line/.test(text) && frame >= 0) keys.push(breakKey(frame, breaks++));
      if (!Number.isNaN(line)) keys.push(lineKey(line));
      out.push({ kind: 'item', text, line: Number.isNaN(line) ? null : line, keys: keys.join(' ') });
    } else out.push({ kind: 'text', text: row });
  }
  return out;
}

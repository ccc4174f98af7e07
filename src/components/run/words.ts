/** A run in sentences, from the report alone: the text beside the picture. English; the lab has the full twin. */
import type { RunReport } from '../../engine/report/types.ts';
import { about, countsOf, shortName } from './story.ts';

const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export function words(report: RunReport): string[] {
  const n = countsOf(report);
  const ranks = report.worldSize > 1 ? ` on ${plural(report.worldSize, 'rank')}; what follows is rank 0` : '';
  const out = [`The program ran on ${report.device}${ranks}. It executed ${plural(n.operators, 'operator')}.`];
  for (const frame of report.frames) {
    out.push(
      `${frame.name} (line ${frame.line}) was compiled: ${plural(frame.graphs.length, 'graph')}, by call ${frame.compiles.join(', ')}${frame.skipped ? '; the frame was left to eager' : ''}.`,
    );
    frame.graphs.forEach((graph, i) => {
      if (graph.ops) out.push(`Graph ${i}: ${graph.ops.map(shortName).join(', ')}.`);
    });
    for (const b of frame.breaks) out.push(`Break ${b.id} on line ${b.line}${b.reason ? `: ${b.reason}` : ''}.`);
    for (const r of frame.recompiles) out.push(`Call ${r.call} compiled again, since a guard failed: ${r.guard}.`);
  }
  for (const sync of report.syncs) out.push(`The host waited on line ${sync.line} (${sync.cause}).`);
  for (const row of report.fallbacks)
    out.push(`${shortName(row.op)} on line ${row.line} ran on the host, ${plural(row.count, 'time')}.`);
  const collectives = Object.entries(report.collectives);
  if (collectives.length) out.push(`Collectives: ${collectives.map(([op, times]) => `${op} ${times}`).join(', ')}.`);
  if (report.error) out.push(`It stopped on line ${report.error.line}: ${report.error.type}: ${report.error.message}`);
  if (report.hang) out.push(report.hang.text);
  if (report.device === 'neuron') out.push(`Modelled time: about ${about(report.clock.total)}.`);
  return out;
}

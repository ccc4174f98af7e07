/**
 * The timeline as a Chrome trace (JSON, "Trace Event Format"), which Perfetto opens: one process a rank, one thread a
 * lane, one complete event ("X") a bar. Times are the modelled microseconds, which is the format's own unit.
 */
import type { RunModel } from './run.ts';
import { LANES } from './timeline.ts';

interface TraceEvent {
  name: string;
  ph: 'X' | 'M';
  pid: number;
  tid: number;
  ts?: number;
  dur?: number;
  cat?: string;
  args?: Record<string, string | number>;
}

export function chromeTrace(model: RunModel): { traceEvents: TraceEvent[]; displayTimeUnit: 'ns'; otherData: Record<string, string> } {
  const traceEvents: TraceEvent[] = [];
  for (const rank of model.ranks) {
    const pid = rank.rank;
    traceEvents.push({ name: 'process_name', ph: 'M', pid, tid: 0, args: { name: `rank ${pid}` } });
    LANES.forEach((lane, tid) => {
      traceEvents.push({ name: 'thread_name', ph: 'M', pid, tid, args: { name: lane } });
    });
    rank.steps.forEach((step, i) => {
      for (const bar of step.bars ?? []) {
        traceEvents.push({
          name: bar.label,
          cat: bar.kind,
          ph: 'X',
          pid,
          tid: LANES.indexOf(bar.lane),
          ts: bar.start,
          dur: bar.end - bar.start,
          args: { step: i + 1, line: step.line, ...(bar.bytes === undefined ? {} : { bytes: bar.bytes }) },
        });
      }
    });
  }
  return { traceEvents, displayTimeUnit: 'ns', otherData: { note: 'Modelled times of TorchNeuron Atlas, not measured on hardware' } };
}

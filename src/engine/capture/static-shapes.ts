/**
 * Automatic dynamic shapes are not modelled yet: the place where PyTorch would make a size or a number dynamic ends the
 * run as unsupported with its line (decision 4), so that a static graph is never passed off as the dynamic one.
 *
 * Idea: `frame_state` of torch/_dynamo/pgo.py: what each source was on the first compile.
 */
import { Unsupported } from '../python/errors.ts';
import { PyFloat } from '../python/values.ts';
import type { Place } from './cache.ts';
import type { CaptureContext } from './context.ts';
import type { Recorder } from './recorder.ts';
import type { Trace } from './trace.ts';

export function checkDynamic(cx: CaptureContext, place: Place, trace: Trace, _recorder: Recorder): void {
  const { dynamic } = cx.options;
  if (dynamic === false || !cx.config.automaticDynamicShapes) return;
  const line = cx.vm.currentLine();
  if (dynamic === true) throw new Unsupported('torch.compile(dynamic=True)', line);
  for (const { source, sizes, number, fixed } of trace.dynamicFacts()) {
    const before = place.seen.get(source.fullText);
    place.seen.set(source.fullText, sizes ? [...sizes] : number);
    if (before === undefined || fixed) continue;
    if (sizes && Array.isArray(before) && before.length === sizes.length && sizes.some((s, i) => s !== before[i])) {
      throw new Unsupported(`automatic dynamic shapes (${source.text} changed its size; say dynamic=False)`, line);
    }
    if (number !== null && typeof before === typeof number && before !== number) {
      throw new Unsupported(`automatic dynamic numbers (${source.text} changed; say dynamic=False)`, line);
    }
  }
}

/** A number as `seen` keeps it: ints as numbers, floats as text. */
export const numberFact = (v: unknown): number | string | null =>
  typeof v === 'number' ? v : v instanceof PyFloat ? `float ${v.v}` : null;

/** A frame's state before a trace, and the dispatcher's switches with it: what a rolled-back trace starts from again. */
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { DType } from '../tensor/dtype.ts';
import type { Frame } from '../python/frame.ts';

export interface FrameState {
  readonly frame: Frame;
  readonly gradMode: boolean;
  readonly inferenceMode: boolean;
  readonly autocast: { enabled: boolean; dtype: DType; cacheEnabled: boolean };
}

export function saveFrame(frame: Frame, d: Dispatcher): FrameState {
  const { enabled, dtype, cacheEnabled } = d.autocast;
  return { frame: frame.copy(), gradMode: d.gradMode, inferenceMode: d.inferenceMode, autocast: { enabled, dtype, cacheEnabled } };
}

export function restoreFrame(frame: Frame, d: Dispatcher, s: FrameState): void {
  const from = s.frame;
  frame.locals = from.locals.slice();
  frame.cells = from.cells.slice();
  frame.stack = from.stack.slice();
  frame.sp = from.sp;
  frame.pc = from.pc;
  frame.next = from.next;
  frame.blocks = from.blocks.slice();
  frame.handled = from.handled;
  d.gradMode = s.gradMode;
  d.inferenceMode = s.inferenceMode;
  Object.assign(d.autocast, s.autocast);
}

/** Capture: `torch.compile` for the session and the torch layer. */
export { installCapture } from './bind.ts';
export { BREAKS, type BreakKind } from './breaks.ts';
export { CaptureContext, type CaptureEvents, type CompileOptions } from './context.ts';

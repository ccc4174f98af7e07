/** The stages of a captured graph: traced ahead of time, compiled, printed. Lies in the pack `graph`. */
import type { Tensor } from '../tensor/tensor.ts';
import { defaultsOf } from './aot.ts';
import { capturedGraph } from './captured-graph.ts';
import type { Captured } from './captured.ts';
import type { Graph } from './ir.ts';
import { printGraph } from './print.ts';

export { aotTrace } from './aot.ts';
export { AOT_COMPOSITES } from './composites.ts';
export { CompiledGraph, backwardSizes } from './compiled.ts';
export { condOp } from './cond.ts';

/** Arguments that have their default value are left out. */
export const textOf = (graph: Graph): string => printGraph(graph, defaultsOf);
export const capturedText = (captured: Captured, nameOf: (t: Tensor) => string | null): string => textOf(capturedGraph(captured, nameOf));

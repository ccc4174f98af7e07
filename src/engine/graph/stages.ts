/** The stages of a captured graph: traced ahead of time, compiled, printed. Lies in the pack `graph`. */
export { aotTrace, defaultsOf } from './aot.ts';
export { capturedGraph } from './captured-graph.ts';
export { CompiledGraph, savedShapes } from './compiled.ts';
export { condOp } from './cond.ts';
export { printGraph } from './print.ts';

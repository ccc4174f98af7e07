/** The dispatch layer's public names. */
export { Dispatcher } from './dispatcher.ts';
export { cpuBackend } from './backend.ts';
export type { Backend, Emit, Mode, OpEvent } from './backend.ts';
export { Autocast } from './autocast.ts';
export { backward, isLeaf, registerHook, registerPostAccumulateHook, retainGrad, runBackward, setRequiresGrad } from './autograd/index.ts';
export type { BackwardOptions } from './autograd/index.ts';
export { AutogradMeta, bumpVersion, metaOf, peek, requiresGrad, sequence, touch, versionOf } from './autograd/meta.ts';
export { Node, Saved, setHistory } from './autograd/node.ts';
export type { Edge, Grads, Request, Steps } from './autograd/node.ts';
export { CustomNode } from './autograd/custom.ts';
export { gradFnOf, gradientEdge } from './autograd/views.ts';

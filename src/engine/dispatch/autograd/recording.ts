/** What the dispatcher needs once an argument requires a gradient: nodes, edges, histories. Lies in the pack `autograd`. */
export { kept } from './kept.ts';
export { setHistory } from './node.ts';
export { OpNode } from './op_node.ts';
export { refuseGradient } from './underived.ts';
export { checkInplace, gradFnOf, gradientEdge, rebaseHistory } from './views.ts';

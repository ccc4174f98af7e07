/**
 * `grad_fn` as Python sees it: name, next_functions, hooks.
 *
 * One Python object a node, of a type with the node's own name (`AddBackward0`). A custom Function's node is its `ctx`.
 */
import { Node } from '../dispatch/autograd/node.ts';
import { AccumulateGrad } from '../dispatch/autograd/accumulate.ts';
import { attributeError } from '../python/attr.ts';
import { PyDict, PyTuple } from '../python/containers.ts';
import type { NativeResult } from '../python/functions.ts';
import { extendType } from '../python/native.ts';
import { part } from '../python/packs.ts';
import { newType, objectType, type PyType } from '../python/types.ts';
import { idOf, PyInstance, type Value } from '../python/values.ts';
import { addHook } from './handles.ts';
import { wrap } from './objects.ts';

const fields = part<typeof import('./fields.ts')>('torch-more', 'fields');

export const nodeType = newType('Node', objectType, 'torch.autograd.graph');
nodeType.hasDict = true;

const types = new Map<string, PyType>();

export class PyNode extends PyInstance {
  metadata: PyDict | null = null;
  readonly node: Node;
  constructor(cls: PyType, node: Node) {
    super(cls);
    this.node = node;
    node.py = this;
  }
}

export function nodeObject(node: Node): Value {
  if (node.py) return node.py as Value;
  let t = types.get(node.name);
  if (!t) types.set(node.name, (t = newType(node.name, nodeType, 'torch.autograd')));
  return new PyNode(t, node);
}

const WRITTEN_BY_HAND: ReadonlySet<string> = new Set(['AccumulateGrad', 'CopyBackwards', 'CopySlices']);

extendType(nodeType, {
  methods: {
    // Nodes written by hand in C++ tell their whole name.
    'name(self)': (_vm, self: { node: Node }) => (WRITTEN_BY_HAND.has(self.node.name) ? `torch::autograd::${self.node.name}` : self.node.name),
    '__repr__(self)': (_vm, self: PyNode) => `<${self.node.name} object at 0x${idOf(self).toString(16)}>`,
    '__getattr__(self, name, /)': (vm, self: PyNode, name: string): NativeResult =>
      self instanceof PyNode && /^_(raw_)?saved_/.test(name) ? fields().field(vm, self, name) : attributeError(self, name),
    '__dir__(self, /)': (vm, self: PyNode) => fields().listed(vm, self),
    'register_hook(self, fn, /)': (_vm, self: PyNode, fn: Value) => addHook((self.node.postHooks ??= new Map()), fn),
    'register_prehook(self, fn, /)': (_vm, self: PyNode, fn: Value) => addHook((self.node.preHooks ??= new Map()), fn),
  },
  attrs: {
    next_functions: ((_vm: unknown, self: PyNode) =>
      new PyTuple(self.node.edges.map((e) => new PyTuple([e ? nodeObject(e.node) : null, e?.inputNr ?? 0])))) as never,
    metadata: ((_vm: unknown, self: PyNode) => (self.metadata ??= new PyDict())) as never,
    variable: ((_vm: unknown, self: PyNode) => (self.node instanceof AccumulateGrad ? wrap(self.node.variable) : null)) as never,
  },
});

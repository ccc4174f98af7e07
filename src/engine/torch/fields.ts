/**
 * What a node of the backward graph shows of what it keeps: `grad_fn._saved_self`, `_saved_dim`.
 *
 * After the getters of PyTorch's generated python_functions.cpp: a tensor comes back as the backward would see it (its
 * version checked, through hooks where there are some), sizes as a tuple, ints as unsigned ones, and what was freed is
 * refused in the words of a second backward. Leaves out: hooks on a single one (`_raw_saved_self.register_hooks`), nodes whose operator
 * PyTorch keeps more of than the engine does.
 */
import { Held, type Node, Saved, SECOND_BACKWARD } from '../dispatch/autograd/node.ts';
import { type Kept, OpNode, Shape } from '../dispatch/autograd/op_node.ts';
import { missingAttribute } from '../python/attr.ts';
import { PyList, PyTuple } from '../python/containers.ts';
import { PyError, raise, Unsupported } from '../python/errors.ts';
import type { NativeGen } from '../python/functions.ts';
import { defineType } from '../python/native.ts';
import { objectType } from '../python/types.ts';
import { PyFloat, PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import type { Arg } from '../aten/op.ts';
import { fromNumbers } from '../tensor/create.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { toValue } from './convert.ts';
import { FIELDS } from './fields.generated.ts';
import type { PyNode } from './nodes.ts';
import { type PyTensor, wrap } from './objects.ts';
import { one, runtime } from './runtime.ts';

const rawType = defineType('SavedTensor', {
  module: 'torch._C._autograd',
  methods: {
    'register_hooks(self, pack_hook, unpack_hook, /)': () => {
      throw new Unsupported('SavedTensor.register_hooks');
    },
  },
});

const fieldsOf = (node: Node | null): readonly string[] => {
  if (!(node instanceof OpNode)) return [];
  const line = FIELDS.split('\n').find((l) => l.startsWith(`${node.name} `));
  return line?.split(' ').slice(1) ?? [];
};

/** The attributes of a node's class. */
const attributesOf = (node: Node | null): string[] =>
  fieldsOf(node).flatMap((f) => (f.endsWith('*') ? [`_raw_saved_${f.slice(0, -1)}`, `_saved_${f.slice(0, -1)}`] : [`_saved_${f}`]));

/** What is kept of the argument or result of this name; undefined: the derivative does not name it. */
function keptAs(node: OpNode, name: string): Kept | undefined {
  const named = node.op.sig.returns.findIndex((r) => r.name === name);
  const s = node.plan.saves.find((x) => x.name === name || (x.result >= 0 && x.result === named));
  return s && ((s.result < 0 ? node.args[s.position] : node.results[s.result]) ?? null);
}

const unsigned = (n: number): number | bigint => (n < 0 ? BigInt.asUintN(64, BigInt(n)) : n);

/** Ints are packed as unsigned ones, alone and in lists. */
function plain(a: Arg, base: string): Value {
  if (Array.isArray(a)) return new PyTuple((a as Arg[]).map((x) => plain(x, base)));
  if (typeof a === 'number' && base === 'float') return new PyFloat(a);
  if (typeof a === 'number' && base === 'int') return unsigned(a);
  return toValue(a as Arg);
}

function* unpacked(vm: VM, node: Node, s: Saved): NativeGen {
  if (!(s instanceof Held)) return wrap(s.unpack(node));
  const t = (yield* vm.call(s.hook as Value, [s.packed as Value])) as PyTensor;
  return wrap(s.restored(node, t.t, (x) => runtime().dispatcher.belowAutograd(() => one('detach', x))));
}

/** A number that stands in a tensor's place is kept as a tensor. */
function number(a: Arg): Value {
  const d = a instanceof PyFloat ? DTYPES.float64 : typeof a === 'boolean' ? DTYPES.bool : typeof a === 'number' ? DTYPES.int64 : null;
  if (d === null) throw new Unsupported('a saved value of this type');
  return wrap(fromNumbers([], d, [a instanceof PyFloat ? a.v : Number(a)]));
}

function* tensor(vm: VM, node: OpNode, field: string): NativeGen {
  if (node.released) raise('RuntimeError', SECOND_BACKWARD);
  const kept = keptAs(node, field);
  if (kept === undefined) throw new Unsupported(`${node.name}._saved_${field}`);
  if (kept instanceof Saved) return yield* unpacked(vm, node, kept);
  if (Array.isArray(kept)) {
    const items: Value[] = [];
    for (const k of kept) items.push(k instanceof Saved ? yield* unpacked(vm, node, k) : null);
    return new PyTuple(items);
  }
  // What no gradient needs is not kept: the shape alone is.
  return kept === null || kept instanceof Shape ? null : number(kept as Arg);
}

const MEASURED = /^(.+)_sym_(sizes|sizes_opt|strides|numel|argsize_(minus_)?(\d+))$/;

function plainField(node: OpNode, field: string): Value {
  const [, of, what, minus, at] = MEASURED.exec(field) ?? [];
  const position = node.op.sig.positions.get(of ?? field);
  const kept = position === undefined ? undefined : node.args[position];
  const a = kept instanceof Saved ? kept.tensor : kept;
  if (a === undefined || (of === undefined && typeof a === 'object' && a !== null && 'strides' in a)) throw new Unsupported(`${node.name}._saved_${field}`);
  if (of === undefined) return plain(a as Arg, node.op.sig.args[position as number].base);
  // A tensor that is none has the sizes of an empty one.
  const { sizes, strides } = (a ?? { sizes: [0], strides: [1] }) as { sizes: readonly number[]; strides: readonly number[] };
  if (what === 'strides') return new PyTuple(strides.slice());
  if (what.startsWith('sizes')) return new PyTuple(sizes.slice());
  if (what === 'numel') return sizes.reduce((x, y) => x * y, 1);
  return sizes.at(minus ? -Number(at) : Number(at)) as number;
}

export function* listed(vm: VM, self: PyNode): NativeGen {
  const own = (yield* vm.call(objectType.dict.get('__dir__') as Value, [self])) as PyList;
  return new PyList([...own.items, ...attributesOf(self.node)]);
}

/** An attribute of a node that it has not by itself. */
export function* field(vm: VM, self: PyNode, name: string): NativeGen {
  const { node } = self;
  if (!attributesOf(node).includes(name)) throw new PyError(missingAttribute(self, name));
  if (name.startsWith('_raw')) {
    const kept = keptAs(node as OpNode, name.slice('_raw_saved_'.length));
    return Array.isArray(kept) ? new PyTuple(kept.map(() => new PyInstance(rawType))) : new PyInstance(rawType);
  }
  const short = name.slice('_saved_'.length);
  return fieldsOf(node).includes(`${short}*`) ? yield* tensor(vm, node as OpNode, short) : plainField(node as OpNode, short);
}

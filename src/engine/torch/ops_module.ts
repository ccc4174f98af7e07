/**
 * `torch.ops.aten`: the operators themselves, by overload, as a program names and calls them.
 *
 * Idea: torch/_ops.py (`OpOverload`, `OpOverloadPacket`). Arguments are those of the schema, in its order and under its
 * names. Of other namespaces there are the names of collectives. Leaves out: the rest of them, `tags`, `decompose`, lists of overloads; they are refused by name.
 */
import type { Arg, Op } from '../aten/op.ts';
import type { SchemaArg } from '../aten/schema.ts';
import { findOp } from '../aten/table.ts';
import { raise, Unsupported } from '../python/errors.ts';
import { isGen, type NativeGen, PyModule } from '../python/functions.ts';
import { defineType, fn } from '../python/native.ts';
import type { PyType } from '../python/types.ts';
import { PyComplex, PyFloat, PyInstance, type Value } from '../python/values.ts';
import type { VM } from '../python/vm.ts';
import { callBound, isAbsent, namesIn } from './bind.ts';
import { toArg, toValue } from './convert.ts';
import { missing } from './known.ts';
import { PyTensor } from './objects.ts';
import { runtime } from './runtime.ts';
import { AS_NUMBERS } from './signature.ts';

/** An overload, or its schema. */
class PyOverload extends PyInstance {
  readonly op: Op;
  constructor(cls: PyType, op: Op) {
    super(cls);
    this.op = op;
  }
}

class PyPacket extends PyInstance {
  readonly base: string;
  readonly space: string;
  constructor(cls: PyType, base: string, space = 'aten') {
    super(cls);
    this.base = base;
    this.space = space;
  }
}

const overloadOf = (op: Op): string => (op.overload === op.sig.base ? 'default' : op.overload.slice(op.sig.base.length + 1));
const qualified = (op: Op): string => `aten::${op.overload}`;
const bare = (op: Op): string => `aten::${op.sig.base}`;

const param = (a: SchemaArg) => ({ ...a, allowNone: a.optional, keywordOnly: a.kwarg, at: 0, text: a.name });

const isNumber = (v: Value): boolean => typeof v === 'number' || typeof v === 'boolean' || v instanceof PyFloat || v instanceof PyComplex;

/** The schema's arguments of a call. */
function argumentsOf(op: Op, args: readonly Value[], kw: ReadonlyMap<string, Value> | null): Arg[] {
  const left = new Map(kw ?? []);
  const places = op.sig.args.filter((a) => !a.kwarg).length;
  if (args.length > places)
    raise('RuntimeError', `${bare(op)}() expected at most ${places} argument(s) but received ${args.length} argument(s). Declaration: ${schemaText(op)}`);
  const made = op.sig.args.map((a, i) => {
    const v = !a.kwarg && i < args.length ? args[i] : left.get(a.name);
    left.delete(a.name);
    if (v === undefined) {
      if (a.hasDefault) return a.def;
      return raise('RuntimeError', `${bare(op)}() is missing value for argument '${a.name}'. Declaration: ${schemaText(op)}`);
    }
    if (v === null) return null;
    if (a.base === 'Tensor' && a.list === 0 && !(v instanceof PyTensor) && !(AS_NUMBERS.has(op.sig.base) && isNumber(v)))
      throw new Unsupported(`${op.name} with a ${a.name} that is no tensor`);
    return toArg(v, param(a), op.name);
  });
  for (const name of left.keys()) raise('RuntimeError', `Unknown keyword argument '${name}' for operator '${bare(op)}'. Schema: ${schemaText(op)}`);
  return made;
}

const schemaText = (op: Op): string => `aten::${op.sig.text}`;

const schemaType = defineType('FunctionSchema', {
  module: 'torch._C',
  methods: {
    '__str__(self)': (_vm, self: PyOverload) => schemaText(self.op),
    '__repr__(self)': (_vm, self: PyOverload) => schemaText(self.op),
    '__getattr__(self, name, /)': (_vm, _self, name: string) => {
      throw new Unsupported(`FunctionSchema.${name}`);
    },
  },
  attrs: {
    name: (_vm: unknown, self: PyOverload) => `aten::${self.op.sig.base}`,
    overload_name: (_vm: unknown, self: PyOverload) => (overloadOf(self.op) === 'default' ? '' : overloadOf(self.op)),
  },
});

const overloadType = defineType('OpOverload', {
  module: 'torch._ops',
  methods: {
    '__str__(self)': (_vm, self: PyOverload) => textOf(self.op),
    '__repr__(self)': (_vm, self: PyOverload) => `<OpOverload(op='aten.${self.op.sig.base}', overload='${overloadOf(self.op)}')>`,
    'name(self)': (_vm, self: PyOverload) => qualified(self.op),
    '__getattr__(self, name, /)': (_vm, _self, name: string) => {
      throw new Unsupported(`OpOverload.${name}`);
    },
  },
  raw: {
    __call__: (_vm, args, kw) => {
      const { op } = args[0] as PyOverload;
      return toValue(runtime().dispatcher.dispatch(op, argumentsOf(op, args.slice(1), kw)));
    },
  },
  attrs: {
    __name__: (_vm: unknown, self: PyOverload) => `${self.op.sig.base}.${overloadOf(self.op)}`,
    __module__: () => 'torch._ops.aten',
    namespace: () => 'aten',
    _overloadname: (_vm: unknown, self: PyOverload) => overloadOf(self.op),
    _opname: (_vm: unknown, self: PyOverload) => self.op.sig.base,
    _schema: (_vm: unknown, self: PyOverload) => new PyOverload(schemaType, self.op),
    overloadpacket: (_vm: unknown, self: PyOverload) => packetOf(self.op.sig.base),
    _overloadpacket: (_vm: unknown, self: PyOverload) => packetOf(self.op.sig.base),
  },
});

const textOf = (op: Op): string => `aten.${op.sig.base}.${overloadOf(op)}`;

const packetType = defineType('OpOverloadPacket', {
  module: 'torch._ops',
  methods: {
    '__str__(self)': (_vm, self: PyPacket) => `${self.space}.${self.base}`,
    '__repr__(self)': (_vm, self: PyPacket) => `<OpOverloadPacket(op='${self.space}.${self.base}')>`,
    'overloads(self)': (_vm, self: PyPacket) => {
      throw new Unsupported(`torch.ops.${self.space}.${self.base}.overloads`);
    },
    '__getattr__(self, name, /)': (_vm, self: PyPacket, name: string) => {
      const op = self.space !== 'aten' ? undefined : findOp(name === 'default' ? self.base : `${self.base}.${name}`);
      if (!op) throw new Unsupported(`torch.ops.${self.space}.${self.base}.${name}`);
      return overload(op);
    },
  },
  raw: {
    __call__: (_vm, args, kw) => {
      const { base, space } = args[0] as PyPacket;
      const given = args.slice(1);
      if (space !== 'aten') throw new Unsupported(`torch.ops.${space}.${base} called directly`);
      // None in a list of tensors is for the operator alone.
      const only = findOp(base);
      if (only?.sig.args.some((a) => a.itemOptional)) return toValue(runtime().dispatcher.dispatch(only, argumentsOf(only, given, kw)));
      if (namesIn('function').has(base)) return callBound('function', base, null, given, kw);
      if (namesIn('method').has(base) && given[0] instanceof PyTensor) return callBound('method', base, given[0].t, given.slice(1), kw);
      throw new Unsupported(`torch.ops.aten.${base} without an overload`);
    },
  },
  attrs: { __name__: (_vm: unknown, self: PyPacket) => self.base, _qualified_op_name: (_vm: unknown, self: PyPacket) => `${self.space}::${self.base}` },
});

const overloads = new WeakMap<Op, PyOverload>();
const packets = new Map<string, PyPacket>();

/** One object an overload: programs compare them with `is`. */
export function overload(op: Op): PyOverload {
  let made = overloads.get(op);
  if (!made) overloads.set(op, (made = new PyOverload(overloadType, op)));
  return made;
}

function packetOf(base: string, space = 'aten'): PyPacket {
  const key = `${space}.${base}`;
  let made = packets.get(key);
  if (!made) packets.set(key, (made = new PyPacket(packetType, base, space)));
  return made;
}

/** Collectives' operators, by name alone: `CommDebugMode` counts under them. */
function collectiveSpace(space: string): PyModule {
  const m = new PyModule(`torch.ops.${space}`);
  m.attrs.set(
    '__getattr__',
    fn('__getattr__(name, /)', (_vm, name: string) => packetOf(name, space)),
  );
  return m;
}

/** A namespace of operators that the program has made (torch/lib/torch/library.py). */
function* ownNamespace(vm: VM, name: string): NativeGen {
  const r = vm.importModule('torch.library');
  const library = (isGen(r) ? yield* r : r) as PyModule;
  const found = yield* vm.call(library.attrs.get('_namespace') as Value, [name]);
  if (found === null) throw new Unsupported(`torch.ops.${name}`);
  return found;
}

/** `torch.ops`. */
export function makeOps(): PyModule {
  const aten = new PyModule('torch.ops.aten');
  aten.attrs.set(
    '__getattr__',
    fn('__getattr__(name, /)', (_vm, name: string) => {
      const known = (['function', 'method', 'nn', 'linalg', 'special', 'fft'] as const).some((s) => namesIn(s).has(name) || isAbsent(s, name));
      if (!known && !findOp(name) && name.startsWith('__')) return missing('torch.ops.aten', name);
      return packetOf(name);
    }),
  );
  const m = new PyModule('torch.ops');
  m.attrs.set('aten', aten);
  for (const space of ['c10d', 'c10d_functional', '_c10d_functional']) m.attrs.set(space, collectiveSpace(space));
  m.attrs.set(
    '__getattr__',
    fn('__getattr__(name, /)', (vm, name: string) => ownNamespace(vm, name)),
  );
  return m;
}

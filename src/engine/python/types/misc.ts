/** range, slice, modules, iterators, aliases and unions, None and the other singletons. */
import { PyGenericAlias, PyUnion } from '../alias.ts';
import { PyRange, PySlice, PyTuple } from '../containers.ts';
import { raise, Unsupported } from '../errors.ts';
import { EXHAUSTED, isGen, type NativeGen } from '../functions.ts';
import { iterNext } from '../iterate.ts';
import { type Body, extendType, taking } from '../native.ts';
import { part } from '../packs.ts';
import { typeText } from '../repr.ts';
import { indexOf, sliceSpan } from '../subscript.ts';
import { isInstance, genericAliasType, iteratorType, moduleType, noneType, PyType, rangeType, sliceType, unionType, NotImplemented, typeOf } from '../types.ts';
import { lookupAttr, attributeError } from '../attr.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';

const faults = part<typeof import('../nativefaults.ts')>('faults', 'natives');
const ownModule = part<typeof import('../ownmodule.ts').ownModule>('language', 'module');

function* newRange(vm: VM, args: Value[]): NativeGen {
  const n = args.length - 1;
  if (n < 1) raise('TypeError', 'range expected at least 1 argument, got 0');
  if (n > 3) raise('TypeError', `range expected at most 3 arguments, got ${n}`);
  const p: number[] = [];
  for (const a of args.slice(1)) {
    const v = yield* indexOf(vm, a);
    if (typeof v === 'bigint') throw new Unsupported('range beyond 2**53');
    p.push(v);
  }
  const [start, stop, step] = n === 1 ? [0, p[0], 1] : [p[0], p[1], p[2] ?? 1];
  if (step === 0) raise('ValueError', 'range() arg 3 must not be zero');
  return new PyRange(start, stop, step);
}

extendType(rangeType, {
  create: taking([], newRange),
  raw: { __init__: () => null },
  methods: {
    'count(self, v, /)': (_vm, r: PyRange, v) =>
      typeof v === 'number' && Number.isInteger((v - r.start) / r.step) && (v - r.start) / r.step >= 0 && (v - r.start) / r.step < r.length ? 1 : 0,
    'index(self, v, /)': (_vm, r: PyRange, v) => {
      const k = (Number(v) - r.start) / r.step;
      if (!Number.isInteger(k) || k < 0 || k >= r.length) faults().notInRange(v);
      return k;
    },
    '__hash__(self, /)': (_vm, r: PyRange) => r.length * 31 + r.start,
  },
  attrs: { start: (_vm, r: PyRange) => r.start, stop: (_vm, r: PyRange) => r.stop, step: (_vm, r: PyRange) => r.step },
});

extendType(sliceType, {
  create: taking([], (_vm, args) => {
    if (args.length < 2 || args.length > 4) faults().arity('slice', args.length - 1, 1, 3);
    return args.length === 2 ? new PySlice(null, args[1], null) : new PySlice(args[1], args[2], args[3] ?? null);
  }),
  raw: { __init__: () => null },
  methods: {
    'indices(self, length, /)': function* (vm, s: PySlice, n) {
      const span = yield* sliceSpan(vm, s, Number(yield* indexOf(vm, n)));
      return new PyTuple([span.start, span.stop, span.step]);
    },
  },
  attrs: { start: (_vm, s: PySlice) => s.start, stop: (_vm, s: PySlice) => s.stop, step: (_vm, s: PySlice) => s.step },
});
sliceType.dict.set('__hash__', null);

extendType(moduleType, {
  create: (_vm, args) => ownModule()(args),
  raw: { __init__: () => null },
});

extendType(iteratorType, {
  methods: {
    '__iter__(self, /)': (_vm, it) => it,
    '__next__(self, /)': function* (vm, it) {
      const r = iterNext(vm, it);
      const v = isGen(r) ? yield* r : r;
      if (v === EXHAUSTED) raise('StopIteration');
      return v;
    },
  },
});

extendType(noneType, {
  create: (_vm, args, kw) => (args.length > 1 || kw?.size ? raise('TypeError', 'NoneType takes no arguments') : null),
  methods: { '__bool__(self, /)': () => false, '__hash__(self, /)': () => 139709 },
});

/** Equal as their texts are, a union in any order; hashed as one of `typing` is, which may equal it. */
const members = (v: Value): string => typeText(v).split(' ').sort().join();
const byText: Record<string, Body> = {
  '__eq__(self, other, /)': (_vm, a: Value, b) => (typeOf(a) === typeOf(b) ? members(a) === members(b) : NotImplemented),
  '__hash__(self, /)': () => 0,
};

extendType(genericAliasType, {
  create: (_vm, args) => new PyGenericAlias(args[1], args[2] instanceof PyTuple ? args[2] : new PyTuple([args[2]])),
  raw: { __init__: () => null, __call__: (vm, args, kw) => vm.invoke((args[0] as PyGenericAlias).origin, args.slice(1), kw) },
  methods: {
    '__mro_entries__(self, bases, /)': (_vm, a: PyGenericAlias) => new PyTuple([a.origin]),
    '__getitem__(self, key, /)': (_vm, a: PyGenericAlias, k) => new PyGenericAlias(a.origin, k instanceof PyTuple ? k : new PyTuple([k])),
    '__getattr__(self, name, /)': (vm, a: PyGenericAlias, name) => lookupAttr(vm, a.origin, name) ?? attributeError(a, name),
    ...byText,
  },
  attrs: { __origin__: (_vm, a: PyGenericAlias) => a.origin, __args__: (_vm, a: PyGenericAlias) => a.args },
});

extendType(unionType, {
  methods: {
    '__instancecheck__(self, obj, /)': (_vm, u: PyUnion, o) => u.args.items.some((t) => t instanceof PyType && isInstance(o, t)),
    ...byText,
  },
  attrs: { __args__: (_vm, a: PyUnion) => a.args },
});

/** Exceptions: construction, attributes, str and repr; groups. */
import { PyList, PyTuple } from '../containers.ts';
import { EXCEPTIONS, excType, PyException } from '../errors.ts';
import { isGen, type NativeGen } from '../functions.ts';
import { bodiesIn, extendType } from '../native.ts';
import { part } from '../packs.ts';
import { reprOf, strOf } from '../repr.ts';
import { PyTraceback } from '../tracebackobject.ts';
import { newType, tracebackType, type PyType } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';

const base = excType('BaseException');

export function* text(vm: VM, e: PyException): NativeGen {
  const { items } = e.args;
  if (items.length === 0) return '';
  const r = items.length === 1 ? strOf(vm, items[0]) : reprOf(vm, e.args);
  return isGen(r) ? yield* r : r;
}

function* repr(vm: VM, e: PyException): NativeGen {
  const parts: string[] = [];
  for (const v of e.args.items) {
    const r = reprOf(vm, v);
    parts.push((isGen(r) ? yield* r : r) as string);
  }
  return `${e.cls.name}(${parts.join(', ')})`;
}

const link = (name: 'cause' | 'context') =>
  [
    (_vm: VM, e: PyException): Value => e[name],
    (_vm: VM, e: PyException, v: Value | undefined): void => {
      e[name] = v ?? null;
      if (name === 'cause') e.suppressContext = true;
    },
  ] as [(vm: VM, e: PyException) => Value, (vm: VM, e: PyException, v: Value | undefined) => void];

extendType(base, {
  create: (_vm, args) => {
    const e = (args[0] as PyType).alloc(args[0] as PyType) as PyException;
    e.args = new PyTuple(args.slice(1));
    return e;
  },
  raw: {
    __init__: (_vm, args, kw) => {
      const e = args[0] as PyException;
      if (kw?.size) more().byName(e, kw);
      e.args = new PyTuple(args.slice(1));
      return null;
    },
  },
  methods: {
    '__str__(self, /)': text,
    '__repr__(self, /)': repr,
    ...bodiesIn(() => more().METHODS.BaseException, ['with_traceback(self, tb, /)', 'add_note(self, note, /)']),
  },
  attrs: {
    args: [
      (_vm, e: PyException) => e.args,
      (_vm, e: PyException, v) => {
        e.args = v instanceof PyTuple ? v : new PyTuple((v as PyList).items);
      },
    ],
    __cause__: link('cause'),
    __context__: link('context'),
    __suppress_context__: [
      (_vm, e: PyException) => e.suppressContext,
      (_vm, e: PyException, v) => {
        e.suppressContext = v === true;
      },
    ],
    __traceback__: [
      (_vm, e: PyException) => (e.traceback.length > 0 ? new PyTraceback(e.traceback.slice()) : null),
      (_vm, e: PyException, v) => {
        e.traceback = v instanceof PyTraceback ? v.entries.slice() : [];
      },
    ],
  },
});

const more = part<typeof import('./exceptionmethods.ts')>('faults', 'exceptions');

/** Attributes that are read out of `args`, and texts made of them. */
const later = (type: string, attrs: string, methods = ''): unknown =>
  extendType(excType(type), {
    attrs: Object.fromEntries(attrs.split(' ').map((name) => [name, (_vm: VM, e: PyException) => more().ATTRIBUTES[name](e)])),
    methods: bodiesIn(() => more().METHODS[type], methods === '' ? [] : methods.split('|')),
  });
const STR = '__str__(self, /)';
const groupBase = excType('BaseExceptionGroup');
const group = newType('ExceptionGroup', groupBase);
group.bases = [groupBase, excType('Exception')];
group.mro = [group, groupBase, excType('Exception'), base, ...base.mro.slice(1)];
group.hasDict = true;
EXCEPTIONS.set('ExceptionGroup', group);

// What they are made of decides their class, and is looked at.
for (const type of ['OSError', 'BaseExceptionGroup'])
  extendType(excType(type), {
    create: (_vm, args) => more().CREATE[type](args),
    raw: { __init__: (_vm, args) => more().INIT[type](args) },
  });

extendType(excType('StopIteration'), { attrs: { value: (_vm, e: PyException) => e.args.items[0] ?? null } });
extendType(excType('SystemExit'), { attrs: { code: (_vm, e: PyException) => (e.args.items.length > 1 ? e.args : (e.args.items[0] ?? null)) } });

/** Exceptions that name what was missing: readable attributes, None when unknown. */
for (const [type, names] of [
  ['NameError', 'name'],
  ['AttributeError', 'name obj'],
  ['ImportError', 'name path'],
  ['SyntaxError', 'msg filename lineno offset text end_lineno end_offset'],
])
  for (const n of names.split(' ')) excType(type).dict.set(n, null);

later('ImportError', 'msg');
later('OSError', 'errno strerror filename filename2', STR);
later('UnicodeError', 'encoding object start end reason', STR);
later('BaseExceptionGroup', 'message exceptions', `${STR}|split(self, condition, /)|subgroup(self, condition, /)|derive(self, list, /)`);
for (const type of ['KeyError', 'SyntaxError']) extendType(excType(type), { methods: bodiesIn(() => more().METHODS[type], [STR]) });

extendType(tracebackType, {
  attrs: {
    tb_lineno: (_vm, t: PyTraceback) => t.entries[t.entries.length - 1]?.line ?? null,
    tb_frame: (vm) => more().frame(vm),
    tb_next: (_vm, t: PyTraceback) => (t.entries.length > 1 ? new PyTraceback(t.entries.slice(0, -1)) : null),
  },
});

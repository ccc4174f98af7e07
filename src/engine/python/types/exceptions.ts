/** Exceptions: construction, attributes, str and repr; groups. */
import { PyList, PyTuple } from '../containers.ts';
import { EXCEPTIONS, excType, PyException, raise } from '../errors.ts';
import { isGen, type NativeGen } from '../functions.ts';
import { extendType } from '../native.ts';
import { reprOf, strOf } from '../repr.ts';
import { PyTraceback } from '../tracebackobject.ts';
import { newType, tracebackType, type PyType } from '../types.ts';
import type { Value } from '../values.ts';
import type { VM } from '../vm.ts';

const base = excType('BaseException');

function* text(vm: VM, e: PyException): NativeGen {
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
      if (kw && kw.size > 0 && !e.cls.mro.some((t) => t.name === 'ImportError')) raise('TypeError', `${e.cls.name}() takes no keyword arguments`);
      for (const [k, v] of kw ?? []) e.setAttr(k, v);
      e.args = new PyTuple(args.slice(1));
      return null;
    },
  },
  methods: {
    '__str__(self, /)': text,
    '__repr__(self, /)': repr,
    'with_traceback(self, tb, /)': (_vm, e: PyException, tb) => {
      e.traceback = tb instanceof PyTraceback ? tb.entries.slice() : [];
      return e;
    },
    'add_note(self, note, /)': (_vm, e: PyException, note) => {
      const notes = e.attrs.get('__notes__');
      if (notes instanceof PyList) notes.push(note);
      else e.setAttr('__notes__', new PyList([note]));
      return null;
    },
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

// A KeyError shows its key's repr.
extendType(excType('KeyError'), {
  methods: {
    '__str__(self, /)': function* (vm, e: PyException) {
      if (e.args.items.length !== 1) return yield* text(vm, e);
      const r = reprOf(vm, e.args.items[0]);
      return isGen(r) ? yield* r : r;
    },
  },
});
extendType(excType('StopIteration'), { attrs: { value: (_vm, e: PyException) => e.args.items[0] ?? null } });
extendType(excType('SystemExit'), { attrs: { code: (_vm, e: PyException) => e.args.items[0] ?? null } });
extendType(excType('OSError'), {
  attrs: { errno: (_vm, e: PyException) => (e.args.items.length > 1 ? e.args.items[0] : null), strerror: (_vm, e: PyException) => e.args.items[1] ?? null },
  methods: {
    '__str__(self, /)': function* (vm, e: PyException) {
      const [no, message, file] = e.args.items;
      if (e.args.items.length < 2) return yield* text(vm, e);
      return `[Errno ${String(no)}] ${String(message)}${file === undefined ? '' : `: '${String(file)}'`}`;
    },
  },
});

/** Exceptions that name what was missing: readable attributes, None when unknown. */
for (const [type, names] of [
  ['NameError', ['name']],
  ['AttributeError', ['name', 'obj']],
  ['ImportError', ['name', 'path', 'msg']],
] as const) {
  const t = excType(type);
  for (const n of names) t.dict.set(n, null);
}
for (const n of ['msg', 'filename', 'lineno', 'offset', 'text']) excType('SyntaxError').dict.set(n, null);
extendType(excType('SyntaxError'), {
  methods: {
    '__str__(self, /)': function* (vm, e: PyException) {
      const line = e.attrs.get('lineno');
      const file = e.attrs.get('filename');
      if (typeof line !== 'number' || typeof file !== 'string') return yield* text(vm, e);
      return `${String(e.args.items[0])} (${file.split('/').pop()}, line ${line})`;
    },
  },
});

// Groups.
const groupBase = excType('BaseExceptionGroup');
const group = newType('ExceptionGroup', groupBase);
group.bases = [groupBase, excType('Exception')];
group.mro = [group, groupBase, excType('Exception'), base, ...base.mro.slice(1)];
group.hasDict = true;
EXCEPTIONS.set('ExceptionGroup', group);
extendType(groupBase, {
  methods: {
    '__str__(self, /)': (_vm, e: PyException) => {
      const n = (e.args.items[1] as PyList).items.length;
      return `${String(e.args.items[0])} (${n} sub-exception${n === 1 ? '' : 's'})`;
    },
  },
  attrs: {
    message: (_vm, e: PyException) => e.args.items[0] ?? null,
    exceptions: (_vm, e: PyException) => new PyTuple((e.args.items[1] as PyList).items),
  },
});

extendType(tracebackType, {
  attrs: {
    tb_lineno: (_vm, t: PyTraceback) => t.entries[t.entries.length - 1]?.line ?? null,
    tb_next: (_vm, t: PyTraceback) => (t.entries.length > 1 ? new PyTraceback(t.entries.slice(0, -1)) : null),
  },
});
